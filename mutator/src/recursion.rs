//! Which functions may call themselves, and so must burn fuel when they are entered.

use std::collections::{BTreeMap, BTreeSet};

use crate::scan::Callee;
use crate::sites::SiteFile;

/// Takes the burning off functions that cannot call themselves, however indirectly.
///
/// Functions are told apart by the last part of their name and whether they belong to a type, which
/// errs on the side of burning. Calls that no name stands for, such as those of operators or
/// `Drop`, are not seen: a recursion through them is not metered, and when it is endless the stack
/// ends it.
pub(crate) fn let_others_run_free(files: &mut [SiteFile]) {
    let mut calls: BTreeMap<Callee, BTreeSet<Callee>> = BTreeMap::new();
    for function in files.iter().flat_map(|file| &file.functions) {
        let called = calls.entry(function.callee.clone()).or_default();
        called.extend(function.mentions.iter().cloned());
    }
    let recursive = on_cycles(calls);
    for function in files.iter_mut().flat_map(|file| &mut file.functions) {
        function.may_call_itself = recursive.contains(&function.callee);
    }
}

/// Those on a cycle of calls, or between two of them.
fn on_cycles<T: Ord + Clone>(mut calls: BTreeMap<T, BTreeSet<T>>) -> BTreeSet<T> {
    loop {
        let called: BTreeSet<T> = calls.values().flatten().cloned().collect();
        let known: BTreeSet<T> = calls.keys().cloned().collect();
        let n_before = calls.len();
        // Whoever calls nobody left, or is called by nobody left, is on no cycle.
        calls.retain(|name, called_by_it| {
            called_by_it.retain(|callee| known.contains(callee));
            !called_by_it.is_empty() && called.contains(name)
        });
        if calls.len() == n_before {
            return known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(calls: &[(&str, &[&str])], expected: &[&str]) {
        let calls = calls
            .iter()
            .map(|(name, called)| (*name, called.iter().copied().collect()))
            .collect();
        assert_eq!(on_cycles(calls), expected.iter().copied().collect());
    }

    #[test]
    fn only_functions_on_a_cycle_burn() {
        check(
            &[
                ("main", &["grow", "print"]),
                ("grow", &["split", "print"]),
                ("split", &["grow", "len"]),
                ("print", &["println"]),
            ],
            &["grow", "split"],
        );
    }

    #[test]
    fn a_function_that_calls_itself_burns() {
        check(&[("f", &["f"]), ("g", &["f"])], &["f"]);
    }

    #[test]
    fn without_cycles_nothing_burns() {
        check(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])], &[]);
    }
}
