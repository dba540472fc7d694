//! The outputs that the techniques of a study look at.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_model::{KnownCase, OutputName, hint};

use crate::catalogue::CatalogueError;
use crate::manifest::{StudySubject, SubjectManifest};
use crate::refuse::{refuse_twice, value_error};

/// The outputs that a study compares: those that it names, or all.
pub(crate) fn resolve_compares(
    manifest: &SubjectManifest,
    entry: &StudySubject,
    path: &Path,
    key: &str,
) -> Result<BTreeSet<OutputName>, CatalogueError> {
    let outputs = &manifest.interface.outputs;
    let Some(compares) = &entry.compares else {
        return Ok(outputs.keys().cloned().collect());
    };
    if compares.is_empty() {
        let problem = "it is empty; name at least one output, or leave it out to compare all";
        return Err(value_error(path, key.to_owned(), problem.to_owned()));
    }
    if let Some(unknown) = { compares.iter() }.find(|output| !outputs.contains_key(*output)) {
        let problem = format!(
            "subject `{}` has no output `{unknown}`; {}",
            manifest.name,
            hint(unknown.as_str(), outputs.keys().map(OutputName::as_str))
        );
        return Err(value_error(path, key.to_owned(), problem));
    }
    refuse_twice(path, key, compares.iter())?;
    Ok(compares.iter().cloned().collect())
}

/// Known cases that know of these outputs only.
pub(crate) fn restrict(
    mut known_cases: Vec<KnownCase>,
    compares: &BTreeSet<OutputName>,
    path: &Path,
    key: &str,
) -> Result<Vec<KnownCase>, CatalogueError> {
    for known_case in &mut known_cases {
        let all = known_case.allowed.clone();
        known_case
            .allowed
            .retain(|output, _| compares.contains(output));
        // A case that looks at nothing would be satisfied by anything.
        if known_case.allowed.is_empty() {
            let known: Vec<String> = all.keys().map(|output| format!("`{output}`")).collect();
            let problem = format!(
                "known case `{}` knows {} and none of these outputs; name one of its own too, or leave technique `partial-oracle` out",
                known_case.data_set.name,
                known.join(" and ")
            );
            return Err(value_error(path, key.to_owned(), problem));
        }
    }
    Ok(known_cases)
}
