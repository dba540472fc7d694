//! A value is never above a bound.

use std::cmp::Ordering;

use killrate_watch::{Claim, Role, Shape};

use super::{Template, bound_of};
use crate::evidence::Evidence;

/// A value is never above a bound.
pub(super) const TEMPLATE: Template = Template {
    name: "upper-bound",
    rule: "a bound that at least three runs reach, and that most runs do; else zero, where no value is above it",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let columns = shape.columns.iter().enumerate();
    columns
        .filter(|(_, column)| matches!(column.role, Role::Value | Role::Len | Role::Max))
        .filter_map(|(index, column)| {
            let seen = evidence.columns.get(index);
            let bound = bound_of(seen, seen.max?, column, Ordering::Greater)?;
            Some(Claim::AtMost(index, bound))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_bound_that_recurs_is_claimed() {
        let run: &[&[f64]] = &[&[0.25], &[1.0], &[0.5]];
        check(&super::TEMPLATE, &["x"], &[run, run, run], &["x <= 1.0"]);
    }

    #[test]
    fn a_bound_that_mirrors_the_data_is_not() {
        let runs: &[&[&[f64]]] = &[&[&[3.0]], &[&[4.0]], &[&[5.0]]];
        check(&super::TEMPLATE, &["x"], runs, &[]);
        let negative: &[&[&[f64]]] = &[&[&[-3.0]], &[&[-4.0]], &[&[-5.0]]];
        check(&super::TEMPLATE, &["x"], negative, &["x <= 0.0"]);
    }
}
