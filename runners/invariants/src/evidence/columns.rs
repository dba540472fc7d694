//! What each column showed: extremes, a few values, and how often it changed.

use std::cmp::Ordering;

use killrate_watch::{Row, Scalar, Shape};

/// How many different values are remembered.
const MOST_VALUES: usize = 3;

/// The columns of a point.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    all: Vec<Column>,
    last: Vec<Scalar>,
}

/// What one column showed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    /// In how many rows there was a value.
    pub(crate) n_present: u64,
    /// In how many rows the value was another than in the row before.
    pub(crate) n_changes: u64,
    /// Whether some value was no number.
    pub(crate) has_nan: bool,
    /// Whether some value was zero.
    pub(crate) has_zero: bool,
    /// The different values with the number of runs that showed them; `None` when there are too many.
    pub(crate) values: Option<Vec<(Scalar, u32)>>,
    /// The smallest value.
    pub(crate) min: Option<Extreme>,
    /// The largest value.
    pub(crate) max: Option<Extreme>,
    /// How many runs showed a value.
    pub(crate) n_runs: u32,
    run: Run,
}

/// The smallest or largest value, and how many runs reached it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extreme {
    pub(crate) value: Scalar,
    pub(crate) n_runs: u32,
}

/// What the run that is being read showed.
#[derive(Debug, Clone, Default)]
struct Run {
    min: Option<Scalar>,
    max: Option<Scalar>,
    values: Vec<Scalar>,
}

impl Columns {
    pub(super) fn new(shape: &Shape) -> Self {
        let column = Column {
            values: Some(Vec::new()),
            ..Column::default()
        };
        Self {
            all: vec![column; shape.columns.len()],
            last: Vec::new(),
        }
    }

    /// Learns from a row; whether it differs from the one before.
    pub(super) fn see(&mut self, row: &Row) -> bool {
        let is_first = self.last.is_empty();
        let mut is_new = is_first;
        for (index, (column, &scalar)) in self.all.iter_mut().zip(&row.scalars).enumerate() {
            let is_changed = is_first || self.last[index] != scalar;
            is_new |= is_changed;
            column.see(scalar, is_changed);
        }
        if is_new {
            self.last.clone_from(&row.scalars);
        }
        is_new
    }

    pub(super) fn end_run(&mut self) {
        self.all.iter_mut().for_each(Column::end_run);
        // The first row of a run counts as changed, whatever the run before ended with, so that
        // runs can be learned apart and merged.
        self.last.clear();
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (own, other) in self.all.iter_mut().zip(other.all) {
            own.merge(other);
        }
        self.last.clear();
    }

    /// The column of this index.
    pub(crate) fn get(&self, index: usize) -> &Column {
        &self.all[index]
    }

    /// Whether both columns had more than one value.
    pub(crate) fn vary(&self, indices: &[usize]) -> bool {
        indices.iter().all(|&index| self.all[index].varies())
    }

    /// How often the column that changed most did, of these.
    pub(crate) fn n_changes(&self, indices: &[usize]) -> u64 {
        let changes = indices.iter().map(|&index| self.all[index].n_changes);
        changes.max().unwrap_or_default()
    }
}

impl Column {
    /// Whether it had more than one value.
    pub(crate) fn varies(&self) -> bool {
        match (self.min, self.max) {
            (Some(min), Some(max)) => min.value.compare(max.value) != Some(Ordering::Equal),
            _ => false,
        }
    }

    fn see(&mut self, scalar: Scalar, is_changed: bool) {
        if scalar.is_absent() {
            return;
        }
        self.n_present += 1;
        // A value like the one before can change neither the extremes nor the set of values.
        if !is_changed {
            return;
        }
        self.n_changes += 1;
        if scalar.is_nan() {
            self.has_nan = true;
            return;
        }
        self.has_zero |= match scalar {
            Scalar::Int(number) => number == 0,
            Scalar::Float(number) => number == 0.0,
            Scalar::Absent => false,
        };
        let run = &mut self.run;
        if run
            .min
            .is_none_or(|min| scalar.compare(min) == Some(Ordering::Less))
        {
            run.min = Some(scalar);
        }
        if run
            .max
            .is_none_or(|max| scalar.compare(max) == Some(Ordering::Greater))
        {
            run.max = Some(scalar);
        }
        // One value more than is remembered is kept, so that too many can be told from just as
        // many.
        if run.values.len() <= MOST_VALUES && !run.values.contains(&scalar) {
            run.values.push(scalar);
        }
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let (Some(min), Some(max)) = (run.min, run.max) else {
            return;
        };
        self.n_runs += 1;
        let reached = |value| Some(Extreme { value, n_runs: 1 });
        self.min = further(self.min, reached(min), Ordering::Less);
        self.max = further(self.max, reached(max), Ordering::Greater);
        let values = run.values.into_iter().map(|value| (value, 1)).collect();
        self.add_values(Some(values));
    }

    fn merge(&mut self, mut other: Self) {
        self.end_run();
        other.end_run();
        self.n_present += other.n_present;
        self.n_changes += other.n_changes;
        self.has_nan |= other.has_nan;
        self.has_zero |= other.has_zero;
        self.n_runs += other.n_runs;
        self.min = further(self.min, other.min, Ordering::Less);
        self.max = further(self.max, other.max, Ordering::Greater);
        self.add_values(other.values);
    }

    fn add_values(&mut self, others: Option<Vec<(Scalar, u32)>>) {
        // Once there were too many values on either side, there are too many for good.
        let values = self.values.take().zip(others);
        self.values = values.and_then(|(mut values, others)| {
            for (other, n_runs) in others {
                match values.iter_mut().find(|(value, _)| *value == other) {
                    Some((_, own)) => *own += n_runs,
                    None => values.push((other, n_runs)),
                }
            }
            (values.len() <= MOST_VALUES).then_some(values)
        });
    }
}

/// The extreme of two, with the runs of both where they are equal.
fn further(own: Option<Extreme>, other: Option<Extreme>, beyond: Ordering) -> Option<Extreme> {
    let (Some(own), Some(other)) = (own, other) else {
        return own.or(other);
    };
    Some(match other.value.compare(own.value) {
        Some(Ordering::Equal) => Extreme {
            value: own.value,
            n_runs: own.n_runs + other.n_runs,
        },
        Some(ordering) if ordering == beyond => other,
        _ => own,
    })
}
