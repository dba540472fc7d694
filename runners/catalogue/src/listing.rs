//! The sources that a record was made from, where the project still has them.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::SubjectName;
use killrate_record::Provenance;
use walkdir::WalkDir;

use crate::catalogue::Catalogue;
use crate::sources::source_digest;

/// The Rust files of every subject of a record, by path in the package.
///
/// A subject whose sources have changed since, or that the project does not have, is left out: the
/// lines of its mutants would point at something else.
pub fn listing(
    catalogue: &Catalogue,
    provenance: &Provenance,
) -> BTreeMap<SubjectName, BTreeMap<String, String>> {
    let subjects = provenance.subjects.iter().filter_map(|(name, then)| {
        let (manifest, folder) = catalogue.subject(name.as_str()).ok()?;
        let is_same = source_digest(&manifest, &folder).ok()? == then.source;
        is_same.then(|| (name.clone(), rust_files(&manifest.package_folder(&folder))))
    });
    subjects.collect()
}

fn rust_files(package: &Path) -> BTreeMap<String, String> {
    // What cannot be listed or read is left out: a page without a source is still a page.
    let files = WalkDir::new(package.join("src"))
        .into_iter()
        .flatten()
        .filter(|file| file.path().extension().is_some_and(|end| end == "rs"));
    files
        .filter_map(|file| {
            let path = file.path().strip_prefix(package).ok()?.to_str()?.to_owned();
            Some((path, killrate_files::read_to_string(file.path()).ok()?))
        })
        .collect()
}
