//! Three calls with affine inputs, such as `sin(2x) = 2 sin(x) · sin(x + π/2)`.

use super::{Attempts, Known, f, x};
use crate::search::Map;
use crate::{Class, Constant, Range, Relation};

const SLOPES: [f64; 5] = [1.0, 2.0, 0.5, 3.0, -1.0];
/// Maps that are tried in pairs.
const MOST_MAPS: usize = 10;
/// Longer ones are products of shorter relations.
const MOST_TERMS: usize = 4;

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let has_family = known.scan.families.iter().any(|(_, degree)| *degree == 1);
    if has_family || !known.algebraic.is_empty() {
        // Every call is the first one, scaled or shifted, so that two calls say all.
        return Vec::new();
    }
    let maps = maps(known);
    let mut attempts: Vec<Attempts> = Vec::new();
    for (at, second) in maps.iter().enumerate() {
        for third in &maps[at + 1..] {
            let call = |map: &Map| f(x().affine(&Constant::of(map.a), &Constant::of(map.b)));
            let inputs = [call(second), call(third), f(x())];
            let ranges = core.to_vec();
            attempts.push(Box::new(move |search| {
                let mut relations = search.propose(Class::ThreeCalls, &inputs, &ranges, 1..=2)?;
                relations.retain(is_short);
                Ok(relations)
            }));
        }
    }
    attempts
}

fn is_short(relation: &Relation) -> bool {
    let mut terms = relation.coefficients.iter();
    relation.inputs.len() == 3
        && relation.coefficients.len() <= MOST_TERMS
        && terms.all(|term| term.coefficient.named)
}

/// Maps that no law of degree 1 makes the same as another.
fn maps(known: &Known) -> Vec<Map> {
    let same = |left: Map, right: Map| (known.group.iter()).any(|one| one.after(left).is(right));
    let mut shifts = known.shifts(4);
    if !known.has_family() {
        shifts.extend([1.0, -1.0, 0.5]);
    }
    let mut maps: Vec<Map> = Vec::new();
    for a in SLOPES {
        for b in &shifts {
            let map = Map { a, b: *b };
            let is_new = !same(Map::IDENTITY, map) && !maps.iter().any(|one| same(*one, map));
            if is_new && maps.len() < MOST_MAPS {
                maps.push(map);
            }
        }
    }
    maps
}
