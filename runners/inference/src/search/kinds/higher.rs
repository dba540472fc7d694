//! Output relations of degree 3 and 4, such as `sin(3x) = 3 sin(x) − 4 sin(x)³`.

use super::{Attempts, Known};
use crate::search::Map;
use crate::search::maps::representative;
use crate::{Constant, Range};

/// Slopes for which laws of degree 3 or 4 are usual: doubling and tripling, and their inverses.
const SLOPES: [f64; 6] = [2.0, 3.0, -1.0, 0.5, 1.0 / 3.0, 1.0];
/// Shifts that are tried with each.
const MOST_SHIFTS: usize = 4;

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    if core[0].whole || !known.algebraic.is_empty() {
        return Vec::new();
    }
    let mut seen: Vec<Map> = (known.scan.found.iter())
        .map(|(map, _)| representative(*map, &known.group))
        .collect();
    let mut attempts: Vec<Attempts> = Vec::new();
    for a in SLOPES {
        for b in known.shifts(MOST_SHIFTS) {
            let simplest = representative(Map { a, b }, &known.group);
            let is_family = known.scan.families.iter().any(|(slope, _)| *slope == a);
            if is_family || simplest.is(Map::IDENTITY) || seen.iter().any(|one| one.is(simplest)) {
                continue;
            }
            seen.push(simplest);
            // Thirds were not scanned, so that lower degrees come first.
            let least = if a.abs() == 3.0 || a.abs() < 0.4 {
                1
            } else {
                3
            };
            attempts.push(Box::new(move |search| {
                search.of_map(a, &Constant::of(b), least, 4)
            }));
        }
    }
    attempts
}
