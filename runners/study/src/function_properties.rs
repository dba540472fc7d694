//! Where the properties of a subject's functions are.

use std::path::Path;

use killrate_mutator::CheckOptions;

/// Doc comments, and the file `NAME.checks` beside the subject's folder where there is one.
///
/// Beside the folder, so that writing a property changes nothing of the subject that other records
/// were made from.
pub(crate) fn check_options(folder: &Path) -> CheckOptions {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let side_file = folder.with_file_name(format!("{name}.checks"));
    CheckOptions {
        side_file: side_file.is_file().then_some(side_file),
    }
}
