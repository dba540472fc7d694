//! How the programs of a subject are built.

use std::collections::BTreeSet;
use std::path::PathBuf;

use killrate_mutator::WeaveOptions;
use killrate_techniques::TechniqueKind;

use crate::design::{Design, SubjectDesign};
use crate::function_properties::check_options;
use crate::manifest::SecondEntry;

/// How a subject of a study is woven; builds go to the folder `woven`.
pub fn weave_options(design: &Design, subject: &SubjectDesign, woven: PathBuf) -> WeaveOptions {
    let classes = design.classes.clone();
    let mut options = (subject.manifest).weave_options(&subject.folder, classes, woven);
    // Only what a technique of the study looks at is woven in, because everything costs time to build.
    if subject.techniques.contains(&TechniqueKind::RuntimeChecking) {
        options.checks = Some(check_options(&subject.folder, &options.package));
    }
    options.watches = subject.techniques.contains(&TechniqueKind::Assertions);
    options.tests = subject.techniques.contains(&TechniqueKind::Tests);
    options
}

/// How a second implementation is built, in the folder `woven`.
pub fn second_options(
    subject: &SubjectDesign,
    entry: &SecondEntry,
    woven: PathBuf,
) -> WeaveOptions {
    // It is compared with and never mutated, so nothing is woven into it.
    WeaveOptions {
        package: subject.folder.join(&entry.package),
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: BTreeSet::new(),
        checks: None,
        watches: false,
        takes_many_inputs: false,
        tests: false,
        scratch: woven,
    }
}
