//! Second implementations, found in a subject's manifest.

use std::path::Path;

use killrate_model::hint;

use crate::catalogue::CatalogueError;
use crate::manifest::{SecondEntry, SubjectManifest};
use crate::refuse::{refuse_twice, value_error};

/// The second implementations of a subject, each of which must fit it.
pub(crate) fn resolve_seconds(
    manifest: &SubjectManifest,
    folder: &Path,
) -> Result<Vec<SecondEntry>, CatalogueError> {
    let path = folder.join("subject.toml");
    let seconds = &manifest.seconds;
    if seconds.is_empty() {
        let problem = "there is none, but technique `pseudo-oracle` needs one; add a `[[second]]`";
        return Err(value_error(&path, "second".to_owned(), problem.to_owned()));
    }
    refuse_twice(&path, "second", seconds.iter().map(|entry| &entry.name))?;
    for (index, entry) in seconds.iter().enumerate() {
        let error = |key: &str, problem: String| {
            Err(value_error(
                &path,
                format!("second[{index}].{key}"),
                problem,
            ))
        };
        let SecondEntry {
            package, outputs, ..
        } = entry;
        // Whether it builds is found out when it is built; that it is there at all can be told at
        // once.
        if !folder.join(package).join("Cargo.toml").is_file() {
            let problem = format!("there is no Cargo package in `{package}`; name its folder");
            return error("package", problem);
        }
        if outputs.is_empty() {
            return error("outputs", "it is empty; name at least one".to_owned());
        }
        let known = &manifest.interface.outputs;
        if let Some(unknown) = outputs.iter().find(|name| !known.contains_key(*name)) {
            let hint = hint(unknown.as_str(), known.keys().map(|name| name.as_str()));
            let problem = format!("the interface has no output `{unknown}`; {hint}");
            return error("outputs", problem);
        }
    }
    Ok(seconds.clone())
}
