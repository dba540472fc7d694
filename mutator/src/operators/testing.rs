//! How operators are tested: a source text in, lines of `operator: before → after` out.

use std::collections::BTreeSet;

use killrate_model::{Mutant, MutantClass, SiteKind};

use super::{Find, Operator};
use crate::site::Role;
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

/// What the integers of a file are for that are one more, in order.
#[track_caller]
pub(crate) fn check_site_kinds(text: &str, expected: &[&str]) {
    let source = Source::new("src/main.rs", text);
    let classes = BTreeSet::from([MutantClass::OffByOne]);
    let sites = Sites::of_sources(vec![source], &classes).unwrap();
    let increased = { sites.mutants.iter() }.filter(|mutant| mutant.operator.0.contains("plus"));
    let lines: Vec<String> = increased
        .map(|mutant| {
            let kind = mutant.site_kind.map_or("none", SiteKind::name);
            format!("{}: {kind}", mutant.before)
        })
        .collect();
    assert_eq!(lines, expected);
}

/// The changes an operator makes to this one expression, which need not be in the list.
#[track_caller]
pub(crate) fn check_operator(operator: &Operator, text: &str, expected: &[&str]) {
    let expression = syn::parse_str(text).unwrap();
    let source = Source::new("src/main.rs", text);
    let Find::InExpression(find) = operator.find else {
        panic!("this operator looks at whole functions");
    };
    let site = find(&expression, Role::Plain, &source);
    let changes = site.into_iter().flat_map(|site| site.changes);
    let lines: Vec<String> = changes
        .map(|change| format!("{}: {text} → {}", change.operator, change.after))
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn the_readme_shows_the_worked_example_as_it_is() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(include_str!("example.rs")));
}

fn lines(class: MutantClass, text: &str, keep: fn(&Mutant) -> bool) -> Vec<String> {
    let source = Source::new("src/main.rs", text);
    let sites = Sites::of_sources(vec![source], &BTreeSet::from([class])).unwrap();
    let mutants = sites.mutants.iter().filter(|mutant| keep(mutant));
    mutants
        .map(|mutant| format!("{}: {} → {}", mutant.operator, mutant.before, mutant.after))
        .collect()
}
