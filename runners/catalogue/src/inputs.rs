//! What a subject is run on: data sets that fit its interface, and its known cases.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_executor::check_arguments;
use killrate_model::{DataSet, InputName, KnownCase, Request, hint};

use crate::catalogue::{CatalogueError, read_blob};
use crate::manifest::{KnownCaseEntry, SubjectManifest};
use crate::refuse::value_error;

/// The data set with the inputs the subject takes, all of which it must have, and with no numbers but
/// the subject's.
pub(crate) fn fit_to_interface(
    mut data_set: DataSet,
    manifest: &SubjectManifest,
    path: &Path,
    key: &str,
) -> Result<DataSet, CatalogueError> {
    let inputs = &manifest.interface.inputs;
    if let Some(missing) = inputs
        .keys()
        .find(|name| !data_set.inputs.contains_key(*name))
    {
        let problem = format!(
            "data set `{}` has no file for input `{missing}` of subject `{}`; add `files.{missing}` to its manifest",
            data_set.name, manifest.name
        );
        return Err(value_error(path, key.to_owned(), problem));
    }
    // A number that is misspelt would silently leave the one that is meant as it is.
    let numbers = &manifest.interface.numbers;
    let mut given = data_set.numbers.keys();
    if let Some(unknown) = given.find(|name| !numbers.contains_key(*name)) {
        let hint = hint(unknown.as_str(), numbers.keys().map(InputName::as_str));
        let problem = format!(
            "data set `{}` gives a number `{unknown}`, which is none of subject `{}`; {hint}",
            data_set.name, manifest.name
        );
        return Err(value_error(path, key.to_owned(), problem));
    }
    // Inputs of other subjects would be part of the request, and a change of theirs would make this
    // one's runs be made again.
    data_set.inputs.retain(|name, _| inputs.contains_key(name));
    Ok(data_set)
}

/// Whether the arguments can be filled in for every data set.
pub(crate) fn check_command_line(
    manifest: &SubjectManifest,
    folder: &Path,
    data_sets: &[DataSet],
) -> Result<(), CatalogueError> {
    for data_set in data_sets {
        let request = Request::source(&manifest.interface, data_set);
        check_arguments(&request).map_err(|error| {
            let path = folder.join("subject.toml");
            value_error(&path, "interface.arguments".to_owned(), error.to_string())
        })?;
    }
    Ok(())
}

pub(crate) fn resolve_known_cases(
    manifest: &SubjectManifest,
    folder: &Path,
) -> Result<Vec<KnownCase>, CatalogueError> {
    let manifest_path = folder.join("subject.toml");
    if manifest.known_cases.is_empty() {
        let problem =
            "there is none, but technique `partial-oracle` needs them; add a `[[known-case]]`";
        return Err(value_error(
            &manifest_path,
            "known-case".to_owned(),
            problem.to_owned(),
        ));
    }
    let resolve = |(index, entry): (usize, &KnownCaseEntry)| {
        let key = |name: &str| format!("known-case[{index}].{name}");
        let mut inputs = BTreeMap::new();
        for (input, file) in &entry.inputs {
            inputs.insert(input.clone(), read_blob(&folder.join(file))?);
        }
        let data_set = DataSet {
            name: entry.name.clone(),
            inputs,
            numbers: entry.numbers.clone(),
        };
        let data_set = fit_to_interface(data_set, manifest, &manifest_path, &key("inputs"))?;
        let mut allowed = BTreeMap::new();
        for (output, files) in &entry.outputs {
            // An output without an allowed content could never be right.
            if !manifest.interface.outputs.contains_key(output) || files.is_empty() {
                let problem = format!(
                    "`{output}` needs to be an output of the interface, with at least one file"
                );
                return Err(value_error(&manifest_path, key("outputs"), problem));
            }
            let blobs = files
                .iter()
                .map(|file| read_blob(&folder.join(file)))
                .collect::<Result<Vec<_>, _>>()?;
            allowed.insert(output.clone(), blobs);
        }
        // Without a seed all runs are the same one.
        if entry.runs == 0 || (entry.runs > 1 && !manifest.interface.takes_seed()) {
            let problem = "it is 0, or above 1 although no argument has `{seed}`; leave it out";
            return Err(value_error(&manifest_path, key("runs"), problem.to_owned()));
        }
        Ok(KnownCase {
            data_set,
            allowed,
            n_runs: entry.runs,
        })
    };
    manifest
        .known_cases
        .iter()
        .enumerate()
        .map(resolve)
        .collect()
}
