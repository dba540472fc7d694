//! How one column grew with another: its range over steps of the other.

use std::collections::BTreeMap;

use killrate_watch::{Column, Role, Row, Shape};

/// The steps that are told apart at most.
const MOST_STEPS: usize = 64;

/// Results by steps of what they may grow with.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    alive: Vec<Growth>,
}

/// The range of one column over steps of another.
#[derive(Debug, Clone)]
pub(crate) struct Growth {
    pub(crate) result: usize,
    pub(crate) cause: usize,
    /// The range of cause and result by the number of the step.
    pub(crate) steps: BTreeMap<i64, Step>,
}

/// The ranges in one step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) cause: (f64, f64),
    pub(crate) result: (f64, f64),
}

impl Steps {
    pub(super) fn new(shape: &Shape) -> Self {
        let columns = || shape.columns.iter().enumerate();
        let is_old = |column: &Column| column.variable.starts_with("orig(");
        let is_result = |column: &Column| column.role == Role::Value && !is_old(column);
        let is_cause = |column: &Column| {
            is_old(column) && matches!(column.role, Role::Value | Role::Len | Role::Sum)
        };
        let mut alive = Vec::new();
        for (result, _) in columns().filter(|(_, column)| is_result(column)) {
            for (cause, _) in columns().filter(|(_, column)| is_cause(column)) {
                alive.push(Growth {
                    result,
                    cause,
                    steps: BTreeMap::new(),
                });
            }
        }
        Self { alive }
    }

    pub(super) fn see(&mut self, row: &Row) {
        self.alive.retain_mut(|growth| {
            let (result, cause) = (row.scalars[growth.result], row.scalars[growth.cause]);
            if result.is_absent() || cause.is_absent() {
                return true;
            }
            let (Some(y), Some(x)) = (result.to_float(), cause.to_float()) else {
                return false;
            };
            let step = Step {
                cause: (x, x),
                result: (y, y),
            };
            x.is_finite() && y.is_finite() && growth.add(step_of(x), step)
        });
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.alive.retain_mut(|growth| {
            let place = (growth.result, growth.cause);
            let found = other
                .alive
                .iter()
                .find(|other| (other.result, other.cause) == place);
            found.is_some_and(|found| {
                found
                    .steps
                    .iter()
                    .all(|(number, step)| growth.add(*number, *step))
            })
        });
    }

    /// Columns that may grow with others.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Growth> {
        self.alive.iter()
    }
}

impl Growth {
    /// Adds to a step; whether the column can still be growing with the other.
    fn add(&mut self, number: i64, new: Step) -> bool {
        let step = self.steps.entry(number).or_insert(new);
        step.cause = (step.cause.0.min(new.cause.0), step.cause.1.max(new.cause.1));
        step.result = (
            step.result.0.min(new.result.0),
            step.result.1.max(new.result.1),
        );
        let step = *step;
        let mut before = self.steps.range(..number);
        let mut after = self.steps.range(number + 1..);
        before.all(|(_, before)| before.result.1 <= step.result.0)
            && after.all(|(_, after)| after.result.0 >= step.result.1)
            && self.steps.len() <= MOST_STEPS
    }
}

/// The number of the step that a number is in: eighths up to 16, then eighths of powers of two.
fn step_of(x: f64) -> i64 {
    if x.abs() < 16.0 {
        return (x * 8.0).floor() as i64;
    }
    // Steps of one width would be too many for large numbers, and of one ratio too many around
    // zero.
    let eighths = ((x.abs().log2() - 4.0) * 8.0).floor() as i64;
    if x > 0.0 {
        128 + eighths
    } else {
        // The steps of eighths go from -128 to 127, so those beyond them start at -129 and 128.
        -129 - eighths
    }
}
