//! A sequence holds the elements of another, in whatever order.

use killrate_watch::{Claim, Order, Role, Shape};

use super::Template;
use crate::evidence::Evidence;

/// A sequence holds the elements of another, in whatever order.
pub(super) const TEMPLATE: Template = Template {
    name: "permutation",
    rule: "the same elements in every row, at least three of them, not always the same, and not always in the same order",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let equal: Vec<[usize; 2]> = evidence
        .pairs
        .equal()
        .map(|(left, right)| [left, right])
        .collect();
    let sequences = |pair: &[usize; 2]| pair.map(|column| shape.columns[column].sequence);
    let is_of = |role: Role| move |pair: &&[usize; 2]| shape.columns[pair[0]].role == role;
    let unchanged: Vec<_> = equal
        .iter()
        .filter(is_of(Role::Content))
        .map(sequences)
        .collect();
    let bags = equal.iter().filter(is_of(Role::Bag));
    // Contents that are always equal are claimed as such, which says more.
    bags.filter(|pair| !unchanged.contains(&sequences(pair)))
        .filter(|pair| {
            evidence.columns.vary(&pair[..]) && evidence.columns.n_changes(&pair[..]) >= 3
        })
        .map(|&[left, right]| Claim::Ordered(left, Order::Equal, right))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_sequence_in_another_order_is_a_permutation() {
        let run: &[&[f64]] = &[&[1.0, 2.0], &[3.0, 2.0], &[5.0, 1.0, 5.0]];
        check(
            &super::TEMPLATE,
            &["a[]", "r[]"],
            &[run],
            &["r[] is a permutation of a[]"],
        );
    }

    #[test]
    fn equal_sequences_and_lost_elements_are_no_permutations() {
        let run: &[&[f64]] = &[&[1.0], &[2.0], &[3.0]];
        check(&super::TEMPLATE, &["a[]", "r[]"], &[run], &[]);
        let run: &[&[f64]] = &[&[1.0, 2.0], &[3.0, 2.0], &[5.0, 1.0, 5.0]];
        check(&super::TEMPLATE, &["a[]", "d[]"], &[run], &[]);
    }
}
