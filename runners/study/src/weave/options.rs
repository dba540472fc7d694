//! How the programs of a subject are built.

use std::collections::BTreeSet;

use killrate_catalogue::manifest::SecondEntry;
use killrate_catalogue::{Design, SubjectDesign, check_options};
use killrate_mutator::WeaveOptions;
use killrate_techniques::TechniqueKind;

use crate::scratch::Scratch;

/// How a subject of a study is woven.
pub(crate) fn weave_options(
    design: &Design,
    subject: &SubjectDesign,
    scratch: &Scratch,
) -> WeaveOptions {
    let classes = design.classes.clone();
    let mut options = (subject.manifest).weave_options(&subject.folder, classes, scratch.woven());
    // Only what a technique of the study looks at is woven in, because everything costs time to build.
    if subject.techniques.contains(&TechniqueKind::RuntimeChecking) {
        options.checks = Some(check_options(&subject.folder, &options.package));
    }
    options.watches = subject.techniques.contains(&TechniqueKind::Assertions);
    options.tests = subject.techniques.contains(&TechniqueKind::Tests);
    options
}

/// How a second implementation is built.
pub(crate) fn second_options(
    subject: &SubjectDesign,
    entry: &SecondEntry,
    scratch: &Scratch,
) -> WeaveOptions {
    WeaveOptions {
        package: subject.folder.join(&entry.package),
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: BTreeSet::new(),
        checks: None,
        watches: false,
        tests: false,
        scratch: scratch.woven(),
    }
}
