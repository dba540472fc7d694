//! A value is always one of at most three.

use killrate_watch::{Claim, Role, Shape};

use super::Template;
use crate::evidence::Evidence;

/// A value is always one of at most three.
pub(super) const TEMPLATE: Template = Template {
    name: "one-of",
    rule: "at most three values, no number that is none, each value shown by at least two runs",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let columns = shape.columns.iter().enumerate();
    columns
        .filter(|(_, column)| matches!(column.role, Role::Value | Role::Tag | Role::Len))
        .filter_map(|(index, _)| {
            let seen = evidence.columns.get(index);
            let values = seen.values.as_ref().filter(|_| !seen.has_nan)?;
            // What one run alone shows may be what its data hold.
            let recurs = !values.is_empty() && values.iter().all(|(_, n_runs)| *n_runs >= 2);
            let values = values.iter().map(|(value, _)| *value).collect();
            recurs.then_some(Claim::OneOf(index, values))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn values_that_recur_are_claimed() {
        check(
            &super::TEMPLATE,
            &["n"],
            &[&[&[2.0], &[4.0]], &[&[4.0], &[2.0], &[2.0]]],
            &["n is one of {2.0, 4.0}"],
        );
        check(
            &super::TEMPLATE,
            &["n"],
            &[&[&[2.0]], &[&[2.0]]],
            &["n == 2.0"],
        );
    }

    #[test]
    fn a_fourth_value_and_a_value_of_one_run_are_not() {
        let four: &[&[f64]] = &[&[1.0], &[2.0], &[3.0], &[4.0]];
        check(&super::TEMPLATE, &["n"], &[four, four], &[]);
        check(&super::TEMPLATE, &["n"], &[&[&[1.0]], &[&[2.0]]], &[]);
        let none: &[&[f64]] = &[&[1.0], &[f64::NAN]];
        check(&super::TEMPLATE, &["n"], &[none, none], &[]);
    }
}
