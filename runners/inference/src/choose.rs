//! Ranks relations by the seeded faults they catch, and chooses a small set that catches as many.

use std::collections::BTreeMap;

use killrate_model::Rng;

use crate::{CallError, Function, Number, Range, Relation, Returned, points, violations};

/// Points on which a fault may show, in two parts: most faults show on the first few.
const PARTS: [usize; 2] = [24, 120];
/// The smallest set has at most so many relations.
const MOST_CHOSEN: usize = 10;

/// A function with a fault: on a part of its domain its results are changed.
struct Faulty<'a, 'f> {
    original: &'a mut Remembering<'f>,
    change: fn(f64, f64) -> f64,
    from: f64,
    to: f64,
}

/// The original, which is called once per argument.
struct Remembering<'f> {
    original: &'f mut dyn Function,
    known: BTreeMap<[u64; 3], Returned>,
}

impl Function for Remembering<'_> {
    fn arity(&self) -> usize {
        self.original.arity()
    }

    fn argument(&self, index: usize) -> Number {
        self.original.argument(index)
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        let arity = self.arity();
        let key = |row: &[f64]| {
            let mut key = [0; 3];
            for (bits, value) in key.iter_mut().zip(row) {
                *bits = value.to_bits();
            }
            key
        };
        let keys: Vec<[u64; 3]> = arguments.chunks_exact(arity).map(key).collect();
        let mut missing = Vec::new();
        let mut rows = Vec::new();
        for (key, row) in keys.iter().zip(arguments.chunks_exact(arity)) {
            if !self.known.contains_key(key) {
                missing.push(*key);
                rows.extend_from_slice(row);
            }
        }
        if !rows.is_empty() {
            let returned = self.original.call(&rows)?;
            self.known.extend(missing.into_iter().zip(returned));
        }
        Ok(keys.iter().map(|key| self.known[key]).collect())
    }
}

impl Function for Faulty<'_, '_> {
    fn arity(&self) -> usize {
        self.original.arity()
    }

    fn argument(&self, index: usize) -> Number {
        self.original.argument(index)
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        let arity = self.arity();
        let mut returned = self.original.call(arguments)?;
        for (row, one) in arguments.chunks_exact(arity).zip(&mut returned) {
            if let Returned::Value(value) = one
                && (self.from..self.to).contains(&row[0])
            {
                *value = (self.change)(row[arity - 1], *value);
            }
        }
        Ok(returned)
    }
}

/// Changes of a result, given the last argument.
const CHANGES: [fn(f64, f64) -> f64; 11] = [
    |_, value| value * (1.0 + 1e-3),
    |_, value| value * (1.0 + 1e-6),
    |_, value| value * (1.0 + 1e-9),
    |_, value| value * (1.0 - 1e-12),
    |_, value| value + 1e-3,
    |_, value| value - 1e-8,
    |x, value| value + 1e-7 * x,
    |x, value| value * (1.0 + 1e-7 * x),
    |_, value| -value,
    |_, value| f64::from(value as f32),
    |x, _| x,
];

/// The same for whole numbers.
const WHOLE_CHANGES: [fn(f64, f64) -> f64; 6] = [
    |_, value| value + 1.0,
    |_, value| value - 1.0,
    |_, value| -value,
    |_, value| 2.0 * value,
    |x, _| x,
    |_, value| f64::from(u8::from(value == 0.0)),
];

/// Which seeded faults each relation catches.
pub(crate) struct Caught {
    /// One row per relation, one entry per fault.
    pub(crate) rows: Vec<Vec<bool>>,
    /// How many faults there are.
    pub(crate) n_faults: usize,
}

/// The faults that are seeded into a function.
pub(crate) struct Faults {
    changes: &'static [fn(f64, f64) -> f64],
    /// The parts of the domain in which each change is made.
    parts: Vec<(f64, f64)>,
}

impl Faults {
    /// The faults for a function that lives on a range.
    pub(crate) fn of(function: &dyn Function, home: Range) -> Self {
        Self {
            changes: match function.result().is_discrete() {
                true => &WHOLE_CHANGES,
                false => &CHANGES,
            },
            parts: parts(home),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.changes.len() * self.parts.len()
    }

    /// Which of the faults a relation catches.
    pub(crate) fn caught_by(
        &self,
        relation: &Relation,
        functions: &mut [&mut dyn Function],
        rng: &mut Rng,
    ) -> Result<Vec<bool>, CallError> {
        let tables = PARTS.map(|n| points(&relation.domain, n, rng));
        let Some((first, others)) = functions.split_first_mut() else {
            return Ok(vec![false; self.len()]);
        };
        let mut original = Remembering {
            original: &mut **first,
            known: BTreeMap::new(),
        };
        let mut caught = Vec::with_capacity(self.len());
        for change in self.changes {
            for (from, to) in &self.parts {
                let mut faulty = Faulty {
                    original: &mut original,
                    change: *change,
                    from: *from,
                    to: *to,
                };
                let mut is_caught = false;
                for table in &tables {
                    let mut all: Vec<&mut dyn Function> = vec![&mut faulty];
                    for other in others.iter_mut() {
                        all.push(&mut **other);
                    }
                    is_caught = violations(relation, &mut all, table)?.any();
                    if is_caught {
                        break;
                    }
                }
                caught.push(is_caught);
            }
        }
        Ok(caught)
    }
}

/// Where faults are seeded: everywhere, on either side of zero, near zero, far out, and in between.
fn parts(home: Range) -> Vec<(f64, f64)> {
    let everywhere = (f64::NEG_INFINITY, f64::INFINITY);
    let reach = home.least.abs().max(home.greatest.abs());
    let small = (reach / 50.0).min(0.5);
    let mut parts = vec![
        everywhere,
        (-small, small),
        (small, reach / 4.0),
        (reach / 4.0, everywhere.1),
    ];
    if home.least < 0.0 {
        parts.extend([(everywhere.0, 0.0), (0.0, everywhere.1)]);
    }
    parts
}

impl Caught {
    /// How many faults a relation catches.
    pub(crate) fn count(&self, relation: usize) -> usize {
        self.rows[relation].iter().filter(|caught| **caught).count()
    }

    /// The relations of a small set that catches as much as all, the most useful first.
    ///
    /// Greedy choice is at most a logarithmic factor larger than the smallest set (V. Chvátal, 1979).
    pub(crate) fn smallest_set(&self) -> Vec<usize> {
        let mut open = vec![true; self.n_faults];
        let mut chosen = Vec::new();
        while chosen.len() < MOST_CHOSEN {
            let gain = |row: &Vec<bool>| row.iter().zip(&open).filter(|(a, b)| **a && **b).count();
            // The first of the best: relations come in the order of their ranks.
            let mut best = None;
            for (at, row) in self.rows.iter().enumerate() {
                let gained = gain(row);
                if gained > best.map_or(0, |(_, most)| most) {
                    best = Some((at, gained));
                }
            }
            let Some((at, _)) = best else { break };
            for (open, caught) in open.iter_mut().zip(&self.rows[at]) {
                *open &= !caught;
            }
            chosen.push(at);
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_set_catches_what_all_relations_catch() {
        let row = |text: &str| text.chars().map(|one| one == 'x').collect();
        let caught = Caught {
            rows: vec![row("xx.."), row("xxx."), row("..x."), row("...x")],
            n_faults: 4,
        };
        assert_eq!(caught.smallest_set(), [1, 3]);
        assert_eq!(caught.count(1), 3);
    }
}
