//! A value is never below a bound.

use std::cmp::Ordering;

use killrate_watch::{Claim, Role, Shape};

use super::{Template, bound_of};
use crate::evidence::Evidence;

/// A value is never below a bound.
pub(super) const TEMPLATE: Template = Template {
    name: "lower-bound",
    rule: "a bound that at least three runs reach, and that most runs do; else zero, where no value is below it",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let columns = shape.columns.iter().enumerate();
    columns
        .filter(|(_, column)| matches!(column.role, Role::Value | Role::Len | Role::Min))
        .filter_map(|(index, column)| {
            let seen = evidence.columns.get(index);
            let bound = bound_of(seen, seen.min?, column, Ordering::Less)?;
            Some(Claim::AtLeast(index, bound))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_bound_that_recurs_is_claimed() {
        let run: &[&[f64]] = &[&[3.0], &[5.0], &[9.0]];
        let other: &[&[f64]] = &[&[8.0], &[3.0]];
        check(&super::TEMPLATE, &["x"], &[run, run, other], &["x >= 3.0"]);
    }

    #[test]
    fn a_bound_that_mirrors_the_data_becomes_zero() {
        let runs: &[&[&[f64]]] = &[&[&[3.0]], &[&[4.0]], &[&[5.0]]];
        check(&super::TEMPLATE, &["x"], runs, &["x >= 0.0"]);
    }

    #[test]
    fn values_of_both_signs_have_no_bound() {
        let runs: &[&[&[f64]]] = &[&[&[-3.0]], &[&[4.0]], &[&[5.0]]];
        check(&super::TEMPLATE, &["x"], runs, &[]);
        let infinite: &[&[f64]] = &[&[f64::NEG_INFINITY], &[1.0]];
        check(
            &super::TEMPLATE,
            &["x"],
            &[infinite, infinite, infinite],
            &[],
        );
        let none: &[&[f64]] = &[&[f64::NAN], &[1.0], &[2.0]];
        check(&super::TEMPLATE, &["x"], &[none, none, none], &[]);
    }
}
