//! The sum of a sequence is that of another, up to rounding.

use killrate_watch::{Claim, Kind, Role, Shape};

use super::Template;
use crate::evidence::Evidence;

/// The sum of a sequence is that of another, up to rounding.
pub(super) const TEMPLATE: Template = Template {
    name: "near-sum",
    rule: "a permutation of floats: sums in another order may differ in their last digits",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let bags = evidence
        .pairs
        .equal()
        .filter(|&(left, _)| shape.columns[left].role == Role::Bag);
    let sum_of = |bag: usize| {
        let sequence = shape.columns[bag].sequence;
        let is_sum = |column: &killrate_watch::Column| {
            column.role == Role::Sum && column.kind == Kind::Float && column.sequence == sequence
        };
        shape.columns.iter().position(is_sum)
    };
    bags.filter(|&(left, right)| evidence.columns.vary(&[left, right]))
        .filter_map(|(left, right)| Some(Claim::Near(sum_of(left)?, sum_of(right)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn a_permutation_keeps_its_sum() {
        let run: &[&[f64]] = &[&[0.1, 0.2, 0.3], &[3.0, 2.0], &[5.0, 1.0, 5.0]];
        check(
            &super::TEMPLATE,
            &["a[]", "r[]"],
            &[run],
            &["a[].sum == r[].sum (but for rounding)"],
        );
        check(&super::TEMPLATE, &["a[]", "d[]"], &[run], &[]);
    }
}
