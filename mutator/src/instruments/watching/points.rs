//! The functions that a woven program can watch, by number.

use serde::{Deserialize, Serialize};

use crate::scan::Function;
use crate::sites::Sites;
use crate::standing::{Standing, Watched};

/// The functions that fit the runtime's table; 0 is the number of those that are not watched.
const MOST_POINTS: usize = (1 << 12) - 1;

/// A function or a type that is not watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unwatched {
    /// The file and the name.
    pub name: String,
    /// Why it is not.
    pub reason: String,
}

/// For every function of a file, its number; 0 when it is not watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Points(Vec<usize>);

impl Points {
    /// The number of the function of this index.
    pub(crate) fn of(&self, function: usize) -> usize {
        self.0[function]
    }
}

/// Lets the program watch every function that can be watched.
///
/// Those are the ones that can have a twin and give a result.
pub(crate) fn number_points(sites: &mut Sites) {
    let mut n_points = 0;
    for file in &mut sites.files {
        let number = |function: &Function| {
            if function.watch.is_err() || n_points == MOST_POINTS {
                return 0;
            }
            n_points += 1;
            n_points
        };
        file.points = Some(Points(file.scan.functions.iter().map(number).collect()));
    }
}

/// What is not watched although the program watches.
pub(crate) fn unwatched(sites: &Sites, standing: &Standing) -> Vec<Unwatched> {
    let mut found = Vec::new();
    for (file_index, file) in sites.files.iter().enumerate() {
        let Some(points) = &file.points else { continue };
        let name = |name: &str| format!("{}::{name}", file.source.path);
        for (index, function) in file.scan.functions.iter().enumerate() {
            let place = Watched::Function(file_index, index);
            let reason = match (standing.unwatched.get(&place), &function.watch) {
                (Some(reason), _) => reason.clone(),
                (None, Err(reason)) => (*reason).to_owned(),
                (None, Ok(_)) if points.of(index) > 0 => continue,
                (None, Ok(_)) => format!("{MOST_POINTS} functions are watched before it"),
            };
            found.push(Unwatched {
                name: name(&function.name),
                reason,
            });
        }
        for (index, observed) in file.scan.types.iter().enumerate() {
            if let Some(reason) = standing.unwatched.get(&Watched::Type(file_index, index)) {
                found.push(Unwatched {
                    name: name(&observed.name),
                    reason: reason.clone(),
                });
            }
        }
    }
    found
}
