//! Affine maps of an argument, and what they compose to.

/// `x ↦ a·x + b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Map {
    pub(crate) a: f64,
    pub(crate) b: f64,
}

/// Maps whose slopes are steeper than this, or flatter than its inverse, are not composed further.
const STEEPEST: f64 = 8.0;
/// More maps than this are not enumerated.
const MOST: usize = 400;

impl Map {
    pub(crate) const IDENTITY: Self = Self { a: 1.0, b: 0.0 };

    /// The map that applies another one first.
    pub(crate) fn after(self, first: Self) -> Self {
        Self {
            a: self.a * first.a,
            b: self.a * first.b + self.b,
        }
    }

    pub(crate) fn inverse(self) -> Self {
        Self {
            a: 1.0 / self.a,
            b: -self.b / self.a,
        }
    }

    pub(crate) fn is(self, other: Self) -> bool {
        (self.a - other.a).abs() < 1e-6 && (self.b - other.b).abs() < 1e-6
    }

    /// Simple maps come first: those near the identity, those that only shift, positive shifts.
    pub(crate) fn complexity(self) -> f64 {
        let negative = |value: f64| f64::from(u8::from(value < 0.0));
        10.0 * self.a.abs().ln().abs()
            + self.b.abs()
            + 0.1 * negative(self.a)
            + 0.01 * negative(self.b)
            + 0.001 * negative(self.a.abs() - 1.0)
    }
}

/// All that the maps and their inverses compose to, with shifts of at most `reach`.
pub(crate) fn closure(maps: &[Map], reach: f64) -> Vec<Map> {
    let steps: Vec<Map> = maps.iter().flat_map(|map| [*map, map.inverse()]).collect();
    let mut reached = vec![Map::IDENTITY];
    let mut at = 0;
    while at < reached.len() && reached.len() < MOST {
        for step in &steps {
            let next = step.after(reached[at]);
            let inside = next.b.abs() <= reach + 1e-9
                && (1.0 / STEEPEST - 1e-9..=STEEPEST + 1e-9).contains(&next.a.abs());
            if inside && !reached.iter().any(|map| map.is(next)) {
                reached.push(next);
            }
        }
        at += 1;
    }
    reached
}

/// The simplest of the maps from which the others compose.
pub(crate) fn generators(maps: &[Map], reach: f64) -> Vec<Map> {
    let mut simplest_first = maps.to_vec();
    simplest_first.sort_by(|left, right| left.complexity().total_cmp(&right.complexity()));
    let mut chosen = Vec::new();
    let mut reached = closure(&chosen, reach);
    for map in simplest_first {
        if !reached.iter().any(|other| other.is(map)) {
            chosen.push(map);
            reached = closure(&chosen, reach);
        }
    }
    chosen
}

/// The simplest map that group members before and after it make of a map or its inverse.
pub(crate) fn representative(map: Map, group: &[Map]) -> Map {
    let mut best = map;
    for base in [map, map.inverse()] {
        for after in group {
            for before in group {
                let other = after.after(base.after(*before));
                if other.complexity() < best.complexity() - 1e-9 {
                    best = other;
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    #[test]
    fn the_maps_of_the_sine_have_two_generators() {
        let mut maps = Vec::new();
        for k in -3..=3 {
            let b = f64::from(k) * PI;
            maps.push(Map { a: -1.0, b });
            if k != 0 {
                maps.push(Map { a: 1.0, b });
            }
        }
        let chosen = generators(&maps, 10.0);
        let expected = [Map { a: -1.0, b: 0.0 }, Map { a: 1.0, b: PI }];
        assert_eq!(chosen, expected);
        let reached = closure(&chosen, 10.0);
        assert!(
            maps.iter()
                .all(|map| reached.iter().any(|other| other.is(*map)))
        );
        assert_eq!(reached.len(), 14);
    }

    #[test]
    fn equivalent_maps_have_the_same_representative() {
        let group = closure(&[Map { a: -1.0, b: 0.0 }, Map { a: 1.0, b: PI }], 20.0);
        let simplest = Map {
            a: 1.0,
            b: PI / 2.0,
        };
        let other = Map {
            a: -1.0,
            b: -1.5 * PI,
        };
        assert!(representative(other, &group).is(simplest));
    }
}
