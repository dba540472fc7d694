//! How operators are tested: a source text in, lines of `operator: before → after` out.

use std::collections::BTreeSet;

use killrate_model::{Mutant, MutantClass};

use crate::sites::Sites;
use crate::source::Source;

/// The mutants of this class in this file, in order.
#[track_caller]
pub(crate) fn check(class: MutantClass, text: &str, expected: &[&str]) {
    assert_eq!(lines(class, text, |_| true), expected);
}

/// Those of them that the papers make.
#[track_caller]
pub(crate) fn check_thesis(class: MutantClass, text: &str, expected: &[&str]) {
    assert_eq!(lines(class, text, |mutant| mutant.is_thesis), expected);
}

fn lines(class: MutantClass, text: &str, keep: fn(&Mutant) -> bool) -> Vec<String> {
    let source = Source::new("src/main.rs", text);
    let sites = Sites::of_sources(vec![source], &BTreeSet::from([class])).unwrap();
    let mutants = sites.mutants.iter().filter(|mutant| keep(mutant));
    mutants
        .map(|mutant| format!("{}: {} → {}", mutant.operator, mutant.before, mutant.after))
        .collect()
}
