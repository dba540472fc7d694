//! Between which bodies a function chooses, and what its clean body then knows of those it calls.

use std::collections::{BTreeMap, BTreeSet};

use crate::scan::{Callee, Function, MutatedBody};
use crate::sites::SiteFile;

/// A lowest and a highest number of mutants.
pub(crate) type Numbers = (u32, u32);

/// The most facts that a clean body is told: the compiler looks through all of them again and again.
const MOST_KNOWN: usize = 8;

/// How a function with mutants chooses its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The mutants of the function itself.
    pub own: Numbers,
    /// Outside of these, neither the function nor anything that its clean body may call takes a
    /// mutated body.
    pub around: Numbers,
    /// What those that its clean body may call choose by, all of it within `around`.
    ///
    /// The compiler is told, and what it inlines into the clean body is then as written: without a
    /// choice, and without a call of a mutated body that could change anything.
    pub known: BTreeSet<Numbers>,
}

/// The choices of the functions of every file; `None` for those without mutants.
///
/// Calls are found by name, as for [`crate::recursion`]. One that is not seen costs speed only.
pub(crate) fn choices(files: &[SiteFile]) -> Vec<Vec<Option<Choice>>> {
    let functions: Vec<(&Function, Option<Numbers>)> = files
        .iter()
        .flat_map(|file| file.functions.iter().zip(own_numbers(file)))
        .collect();
    let mut by_name: BTreeMap<&Callee, Vec<usize>> = BTreeMap::new();
    for (index, (function, _)) in functions.iter().enumerate() {
        by_name.entry(&function.callee).or_default().push(index);
    }
    let called: Vec<BTreeSet<usize>> = functions
        .iter()
        .map(|(function, _)| {
            let mentioned = function.mentions.iter();
            let named = mentioned.filter_map(|callee| by_name.get(callee));
            named.flatten().copied().collect()
        })
        .collect();
    let arounds = arounds(&functions, &called);
    let mut choices = (0..functions.len()).map(|index| {
        let (function, own) = functions[index];
        let own = own?;
        if !matches!(function.mutated_body, MutatedBody::Beside(_)) {
            return Some(Choice {
                own,
                around: own,
                known: BTreeSet::new(),
            });
        }
        Some(Choice {
            own,
            around: arounds[index].unwrap_or(own),
            known: known(index, &functions, &called, &arounds)
                .into_iter()
                .take(MOST_KNOWN)
                .collect(),
        })
    });
    let of_file = |file: &SiteFile| choices.by_ref().take(file.functions.len()).collect();
    files.iter().map(of_file).collect()
}

/// For every function, the numbers around its own mutants and those of all that it may call.
fn arounds(
    functions: &[(&Function, Option<Numbers>)],
    called: &[BTreeSet<usize>],
) -> Vec<Option<Numbers>> {
    let mut arounds: Vec<Option<Numbers>> = functions.iter().map(|(_, own)| *own).collect();
    // Numbers only ever spread, so there is an end.
    loop {
        let mut has_changed = false;
        for (index, called) in called.iter().enumerate() {
            let wider = called
                .iter()
                .fold(arounds[index], |wide, &callee| join(wide, arounds[callee]));
            has_changed |= wider != arounds[index];
            arounds[index] = wider;
        }
        if !has_changed {
            return arounds;
        }
    }
}

/// What those choose by that a function calls, itself or by way of functions that choose nothing or
/// by their own mutants alone.
fn known(
    index: usize,
    functions: &[(&Function, Option<Numbers>)],
    called: &[BTreeSet<usize>],
    arounds: &[Option<Numbers>],
) -> BTreeSet<Numbers> {
    let mut known = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<usize> = called[index].iter().copied().collect();
    while let Some(callee) = open.pop() {
        if !seen.insert(callee) {
            continue;
        }
        let (function, own) = functions[callee];
        match (own, &function.mutated_body) {
            (Some(_), MutatedBody::Beside(_)) => known.extend(arounds[callee]),
            _ => {
                known.extend(own);
                open.extend(&called[callee]);
            }
        }
    }
    known
}

/// For every function, the lowest and the highest number of its own mutants.
fn own_numbers(file: &SiteFile) -> Vec<Option<Numbers>> {
    let numbers = file.found.mutants.of_function.iter();
    let range = |numbers: &Vec<u32>| Some((*numbers.iter().min()?, *numbers.iter().max()?));
    numbers.map(range).collect()
}

/// The numbers around both.
fn join(a: Option<Numbers>, b: Option<Numbers>) -> Option<Numbers> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        _ => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use super::*;
    use crate::sites::Sites;
    use crate::source::Source;

    #[track_caller]
    fn check(text: &str, expected: &[Option<(Numbers, Numbers, &[Numbers])>]) {
        let source = Source::new("src/lib.rs", text);
        let sites = Sites::of_sources(vec![source], &[MutantClass::Arithmetic].into()).unwrap();
        let found: Vec<_> = sites.files[0].found.mutants.choices.clone();
        let expected: Vec<_> = expected
            .iter()
            .map(|choice| {
                choice.map(|(own, around, known)| Choice {
                    own,
                    around,
                    known: known.iter().copied().collect(),
                })
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_function_that_calls_nobody_chooses_by_its_own_mutants() {
        check(
            "fn f() { a + b; c + d } fn g() { 1 } fn h() { x * y }",
            &[
                Some(((1, 2), (1, 2), &[])),
                None,
                Some(((3, 3), (3, 3), &[])),
            ],
        );
    }

    #[test]
    fn a_caller_chooses_by_those_it_calls_too() {
        check(
            "fn f() { a + g() } fn g() { b + h() } fn h() { c + d } fn i() { e + j }",
            &[
                Some(((1, 1), (1, 3), &[(2, 3)])),
                Some(((2, 2), (2, 3), &[(3, 3)])),
                Some(((3, 3), (3, 3), &[])),
                Some(((4, 4), (4, 4), &[])),
            ],
        );
    }

    #[test]
    fn functions_without_a_choice_of_this_kind_are_looked_through() {
        check(
            "fn f() { a + g() } fn g() { h() } fn h() { c + x.j() } \
             impl T for A { fn j() { d + k() } } fn k() { e + i }",
            &[
                Some(((1, 1), (1, 4), &[(2, 4)])),
                None,
                Some(((2, 2), (2, 4), &[(3, 3), (4, 4)])),
                Some(((3, 3), (3, 3), &[])),
                Some(((4, 4), (4, 4), &[])),
            ],
        );
    }

    #[test]
    fn functions_that_call_each_other_choose_by_the_same() {
        check(
            "fn f() { a + g() } fn g() { b + f() }",
            &[
                Some(((1, 1), (1, 2), &[(1, 2)])),
                Some(((2, 2), (1, 2), &[(1, 2)])),
            ],
        );
    }
}
