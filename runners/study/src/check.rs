//! Checking that everything in a project can be used.

use crate::catalogue::{Catalogue, CatalogueError};
use crate::design::{Design, check_subject};

/// One thing that was checked.
#[derive(Debug)]
pub struct Checked {
    /// Subject, data set or study.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What is wrong with it, if anything.
    pub result: Result<(), CatalogueError>,
}

/// Checks every data set's files against their digests, every subject's properties and known cases,
/// and that every study can be resolved.
pub fn check(catalogue: &Catalogue) -> Vec<Checked> {
    let mut all = Vec::new();
    for name in catalogue.data_sets() {
        let result = catalogue.data_set(name.as_str()).map(drop);
        all.push(Checked {
            kind: "data set",
            name: name.to_string(),
            result,
        });
    }
    for name in catalogue.subjects() {
        let subject = catalogue.subject(name.as_str());
        let result = subject.and_then(|(manifest, folder)| check_subject(&manifest, &folder));
        all.push(Checked {
            kind: "subject",
            name: name.to_string(),
            result,
        });
    }
    for name in catalogue.studies() {
        let result = Design::resolve(catalogue, name.as_str()).map(drop);
        all.push(Checked {
            kind: "study",
            name: name.to_string(),
            result,
        });
    }
    all
}
