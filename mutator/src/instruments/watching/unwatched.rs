//! What is not watched although a program watches.

use serde::{Deserialize, Serialize};

use super::Part;
use super::scan::MOST_POINTS;
use crate::instruments::Standing;
use crate::sites::Sites;

/// A function or a type that is not watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unwatched {
    /// The file and the name.
    pub name: String,
    /// Why it is not.
    pub reason: String,
}

/// What is not watched although the program watches.
pub(crate) fn unwatched(sites: &Sites, standing: &Standing) -> Vec<Unwatched> {
    let refused = &standing.watching.unwatched;
    let mut all = Vec::new();
    for (file_index, file) in sites.files.iter().enumerate() {
        let found = &file.found.watching;
        let Some(points) = &found.points else {
            continue;
        };
        let mut add = |name: &str, reason: String| {
            let name = format!("{}::{name}", file.source.path);
            all.push(Unwatched { name, reason });
        };
        for (index, function) in file.functions.iter().enumerate() {
            let reason = refused.get(&(file_index, Part::Watcher(index)));
            match (reason, &found.calls[index]) {
                (Some(reason), _) => add(&function.name, reason.clone()),
                (None, Err(reason)) => add(&function.name, (*reason).to_owned()),
                (None, Ok(_)) if points[index] > 0 => {}
                (None, Ok(_)) => {
                    let reason = format!("{MOST_POINTS} functions are watched before it");
                    add(&function.name, reason);
                }
            }
        }
        for (index, observed) in found.types.iter().enumerate() {
            if let Some(reason) = refused.get(&(file_index, Part::Type(index))) {
                add(&observed.name, reason.clone());
            }
        }
    }
    all
}
