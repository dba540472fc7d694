//! A result never falls when what it is calculated from grows.

use killrate_watch::{Claim, Shape};

use super::{ENOUGH, Template};
use crate::evidence::Evidence;

/// The steps that a claim compares with at most.
const MOST_STEPS: usize = 8;

/// A result never falls when what it is calculated from grows.
pub(super) const TEMPLATE: Template = Template {
    name: "monotone",
    rule: "at least eight steps of the cause, over each of which the result is at least what it was over all steps below",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let grown = evidence.steps.alive();
    grown
        .filter(|growth| growth.steps.len() as u64 >= ENOUGH)
        .filter(|growth| {
            shape.columns.len() > growth.cause && evidence.columns.vary(&[growth.result])
        })
        .map(|growth| {
            // Each limit binds all causes below or above it, so leaving some out loosens the claim
            // only between those that are left.
            let stride = growth.steps.len().div_ceil(MOST_STEPS);
            let steps = growth.steps.values().step_by(stride);
            let limits = steps.flat_map(|step| {
                let below = (step.cause.0, step.result.1, f64::NEG_INFINITY);
                let above = (step.cause.1, f64::INFINITY, step.result.0);
                [below, above]
            });
            Claim::Monotone(growth.result, growth.cause, limits.collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[track_caller]
    fn check_rows(rows: &[[f64; 2]], expected: &[&str]) {
        let run: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        check(&super::TEMPLATE, &["orig(x)", "y"], &[&run], expected);
    }

    #[test]
    fn what_grows_with_its_cause_is_monotone() {
        let rows: Vec<[f64; 2]> = (0..9).map(|n| [f64::from(n), f64::from(n * n)]).collect();
        check_rows(&rows, &["y grows with orig(x)"]);
        check_rows(&rows[..7], &[]);
    }

    #[test]
    fn what_fell_once_is_not() {
        let mut rows: Vec<[f64; 2]> = (0..9).map(|n| [f64::from(n), f64::from(n * n)]).collect();
        rows.push([10.0, 63.0]);
        check_rows(&rows, &[]);
        rows[9] = [f64::NAN, 100.0];
        check_rows(&rows, &[]);
    }
}
