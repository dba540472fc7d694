//! Where the properties of a subject's functions are, and which calls are tested.

use std::path::Path;

use killrate_model::Checking;
use killrate_mutator::CheckOptions;

use crate::catalogue::CatalogueError;
use crate::manifest::CheckingEntry;
use crate::refuse::value_error;

/// Doc comments, and the file `NAME.checks` beside the subject's folder, or else beside that of the
/// package that it is built from, where there is one.
///
/// Beside the folder, so that writing a property changes nothing of the subject that other records
/// were made from.
pub fn check_options(folder: &Path, package: &Path) -> CheckOptions {
    let beside = |folder: &Path| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let side_file = folder.with_file_name(format!("{name}.checks"));
        side_file.is_file().then_some(side_file)
    };
    CheckOptions {
        side_file: beside(folder).or_else(|| beside(package)),
    }
}

/// Which calls a study tests.
pub(crate) fn checking(
    entry: &CheckingEntry,
    seed: u64,
    path: &Path,
) -> Result<Checking, CatalogueError> {
    let refuse = |name: &str, problem: &str| {
        value_error(path, format!("checking.{name}"), problem.to_owned())
    };
    if entry.every == 0 {
        return Err(refuse("every", "it is 0; write 1 for every call"));
    }
    if !(0.0..=1.0).contains(&entry.probability) {
        return Err(refuse("probability", "it is no number from 0 to 1"));
    }
    Ok(Checking {
        every: entry.every,
        // A share of a million is a whole number that fits.
        per_million: (entry.probability * 1e6).round() as u32,
        budget: entry.budget,
        seed,
        forks: entry.fork,
    })
}
