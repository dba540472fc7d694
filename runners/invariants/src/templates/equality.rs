//! Two values are always equal.

use killrate_watch::{Claim, Order, Role, Shape};

use super::Template;
use crate::evidence::Evidence;

/// Two values are always equal.
pub(super) const TEMPLATE: Template = Template {
    name: "equality",
    rule: "equal in every row, at least three of them, and not always the same value",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let pairs = evidence.pairs.alive();
    pairs
        .filter(|pair| pair.was_equal() && !pair.was_less() && !pair.was_greater())
        .filter(|pair| pair.n_rows() >= 3)
        .map(|pair| [pair.left as usize, pair.right as usize])
        .filter(|pair| evidence.columns.vary(pair))
        // Bags and contents have templates of their own.
        .filter(|&[left, _]| !matches!(shape.columns[left].role, Role::Bag | Role::Content))
        .map(|[left, right]| Claim::Ordered(left, Order::Equal, right))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn two_columns_that_change_together_are_equal() {
        let run: &[&[f64]] = &[&[1.0, 1.0], &[2.0, 2.0], &[3.0, 3.0]];
        check(&super::TEMPLATE, &["x", "y"], &[run], &["x == y"]);
        check(&super::TEMPLATE, &["x", "y"], &[&run[..2]], &[]);
    }

    #[test]
    fn constants_and_columns_that_once_differed_are_not() {
        let constant: &[&[f64]] = &[&[1.0, 1.0], &[1.0, 1.0], &[1.0, 1.0]];
        check(&super::TEMPLATE, &["x", "y"], &[constant], &[]);
        let other: &[&[f64]] = &[&[1.0, 1.0], &[2.0, 2.0], &[3.0, 3.5]];
        check(&super::TEMPLATE, &["x", "y"], &[other], &[]);
        let none: &[&[f64]] = &[&[1.0, 1.0], &[2.0, 2.0], &[f64::NAN, f64::NAN]];
        check(&super::TEMPLATE, &["x", "y"], &[none], &[]);
    }
}
