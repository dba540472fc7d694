//! The shortest part of a chain that still fails.

use std::collections::BTreeSet;

use super::derivations::{Derived, TestId};
use super::scene::Scene;
use super::walk::{Failure, is_violated};

/// The first of the shortest parts of a chain that fail as it does, itself included; or the tests that
/// must be seen to tell.
///
/// A part leaves out some of the properties and keeps the order of the others.
pub(super) fn shorten(
    scene: &Scene<'_>,
    source: TestId,
    failure: &Failure,
) -> Result<Failure, Vec<TestId>> {
    for length in 1..failure.sequence.len() {
        let parts = parts(&failure.sequence, length);
        let tried: Vec<Tried> = parts
            .iter()
            .map(|part| try_part(scene, source, part, failure))
            .collect();
        let mut known = BTreeSet::new();
        let missing: Vec<TestId> = tried
            .iter()
            .filter_map(|tried| match tried {
                Tried::Missing(test) => Some(*test),
                Tried::Passes | Tried::Fails(_) => None,
            })
            .filter(|test| known.insert(*test))
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut failing = tried.into_iter();
        let failing = failing.find_map(|tried| match tried {
            Tried::Fails(failure) => Some(failure),
            Tried::Passes | Tried::Missing(_) => None,
        });
        if let Some(shorter) = failing {
            return Ok(shorter);
        }
    }
    Ok(failure.clone())
}

enum Tried {
    Passes,
    Fails(Failure),
    Missing(TestId),
}

/// Tries one part, of which all shorter parts are known to pass.
fn try_part(scene: &Scene<'_>, source: TestId, part: &[usize], failure: &Failure) -> Tried {
    let mut parent = source;
    for (index, &place) in part.iter().enumerate() {
        let Derived::Test(test) = scene.derive(parent, place) else {
            return Tried::Passes;
        };
        if scene.seen(test).is_none() {
            return Tried::Missing(test);
        }
        let Some(verdict) = scene.judge(place, parent, test) else {
            return Tried::Passes;
        };
        let is_last = index + 1 == part.len();
        let is_same =
            verdict.is_noticed() && is_violated(&verdict) == is_violated(&failure.verdict);
        if is_last && is_same {
            return Tried::Fails(Failure {
                sequence: part.to_vec(),
                verdict,
            });
        }
        if !verdict.is_satisfied() {
            return Tried::Passes;
        }
        parent = test;
    }
    Tried::Passes
}

/// The parts of a sequence that have this length, each once, those of earlier places first.
fn parts(sequence: &[usize], length: usize) -> Vec<Vec<usize>> {
    let mut known = BTreeSet::new();
    let parts = combinations(sequence.len(), length).into_iter();
    parts
        .map(|places| places.into_iter().map(|place| sequence[place]).collect())
        .filter(|part: &Vec<usize>| known.insert(part.clone()))
        .collect()
}

/// All ways to take `length` of `n` places, in lexicographic order.
fn combinations(n: usize, length: usize) -> Vec<Vec<usize>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let last_first = n + 1 - length;
    let from = |first: usize| {
        let rest = combinations(n - first - 1, length - 1).into_iter();
        rest.map(move |rest| {
            let rest = rest.into_iter().map(|place| place + first + 1);
            std::iter::once(first).chain(rest).collect()
        })
    };
    (0..last_first).flat_map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_the_order_and_none_comes_twice() {
        assert_eq!(
            parts(&[5, 7, 5, 9], 2),
            [[5, 7], [5, 5], [5, 9], [7, 5], [7, 9]]
        );
        assert_eq!(parts(&[5, 7], 1), [[5], [7]]);
        assert_eq!(combinations(4, 3).len(), 4);
    }
}
