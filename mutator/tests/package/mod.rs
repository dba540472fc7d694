//! Packages made for one test.

use std::fs;
use std::path::Path;

use killrate_model::MutantClass;
use killrate_mutator::{MutatorError, WeaveOptions};
use tempfile::TempDir;

/// The manifest of a package without dependencies.
pub(crate) const MANIFEST: &str =
    "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";

/// A package made of these files.
pub(crate) fn package(files: &[(&str, &str)]) -> (TempDir, WeaveOptions) {
    package_in(Path::new("package"), files)
}

/// A package made of these files in a folder of this name.
pub(crate) fn package_in(name: &Path, files: &[(&str, &str)]) -> (TempDir, WeaveOptions) {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join(name);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let options = WeaveOptions {
        package: root,
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: MutantClass::PAPERS.into(),
        checks: None,
        watches: false,
        takes_many_inputs: false,
        tests: false,
        scratch: folder.path().join("scratch"),
    };
    (folder, options)
}

/// The message without the folder that is different every time.
pub(crate) fn message(error: &MutatorError, folder: &Path) -> String {
    error
        .to_string()
        .replace(&*folder.to_string_lossy(), "FOLDER")
}
