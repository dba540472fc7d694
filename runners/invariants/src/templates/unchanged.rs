//! A sequence is what another is, element by element.

use killrate_watch::{Claim, Order, Role, Shape};

use super::Template;
use crate::evidence::Evidence;

/// A sequence is what another is, element by element.
pub(super) const TEMPLATE: Template = Template {
    name: "unchanged",
    rule: "equal contents in every row, at least three of them, and not always the same",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let equal = evidence.pairs.equal().map(|(left, right)| [left, right]);
    equal
        .filter(|&[left, _]| shape.columns[left].role == Role::Content)
        .filter(|pair| evidence.columns.vary(pair) && evidence.columns.n_changes(pair) >= 3)
        .map(|[left, right]| Claim::Ordered(left, Order::Equal, right))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn sequences_with_the_same_elements_in_the_same_order() {
        let run: &[&[f64]] = &[&[1.0], &[1.0, 2.0], &[2.0, 1.0]];
        check(
            &super::TEMPLATE,
            &["a[]", "a[]'"],
            &[run],
            &["a[] == a[]' (all elements)"],
        );
        let reversed: &[&[f64]] = &[&[1.0, 2.0]];
        check(&super::TEMPLATE, &["a[]", "r[]"], &[run, reversed], &[]);
    }
}
