//! Checking that everything in a project can be used.

use std::collections::BTreeMap;
use std::path::Path;

use crate::catalogue::{Catalogue, CatalogueError, read_blob};
use crate::design::Design;
use crate::inputs::resolve_known_cases;
use crate::manifest::SubjectManifest;
use crate::placebos::check_placebos;
use crate::property_sets::{SAVED, read_properties, saved_lines};
use crate::refuse::refuse_twice;
use crate::sampled::resolve_sampled;
use crate::seconds::resolve_seconds;

/// One thing that was looked at.
#[derive(Debug)]
pub struct Inspected {
    /// Subject, data set or study.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What is wrong with it, if anything.
    pub result: Result<(), CatalogueError>,
}

/// Checks every data set's files against their digests, every subject's properties and known cases,
/// and that every study can be resolved.
pub fn inspect(catalogue: &Catalogue) -> Vec<Inspected> {
    let mut all = Vec::new();
    for name in catalogue.data_sets() {
        let result = catalogue.data_set(name.as_str()).map(drop);
        all.push(Inspected {
            kind: "data set",
            name: name.to_string(),
            result,
        });
    }
    for name in catalogue.subjects() {
        let subject = catalogue.subject(name.as_str());
        let result =
            subject.and_then(|(manifest, folder)| check_subject(catalogue, &manifest, &folder));
        all.push(Inspected {
            kind: "subject",
            name: name.to_string(),
            result,
        });
    }
    for name in catalogue.studies() {
        let result = Design::resolve(catalogue, name.as_str()).map(drop);
        all.push(Inspected {
            kind: "study",
            name: name.to_string(),
            result,
        });
    }
    all
}

/// Checks what a subject says of itself, whether or not a study uses it.
fn check_subject(
    catalogue: &Catalogue,
    manifest: &SubjectManifest,
    folder: &Path,
) -> Result<(), CatalogueError> {
    let manifest_path = folder.join("subject.toml");
    read_blob(&manifest.package_folder(folder).join("Cargo.toml"))?;
    // Each set is read by itself: two sets may have a property of the same name as long as no study
    // takes both.
    for (set, lines) in &manifest.properties {
        read_properties(manifest, &manifest_path, set, lines, &mut BTreeMap::new())?;
    }
    let saved = saved_lines(catalogue, &manifest.name)?;
    let path = catalogue.saved_properties(&manifest.name);
    read_properties(manifest, &path, SAVED, &saved, &mut BTreeMap::new())?;
    resolve_sampled(manifest, &manifest_path)?;
    // To have none is an error only where a technique needs them.
    if !manifest.known_cases.is_empty() {
        let known_cases = resolve_known_cases(manifest, folder)?;
        let names = known_cases
            .iter()
            .map(|known_case| &known_case.data_set.name);
        refuse_twice(&manifest_path, "known-case", names)?;
    }
    if !manifest.seconds.is_empty() {
        resolve_seconds(manifest, folder)?;
    }
    check_placebos(manifest, folder)?;
    Ok(())
}
