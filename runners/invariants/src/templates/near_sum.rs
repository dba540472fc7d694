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
    let column = |bag: usize, role: Role| {
        let sequence = shape.columns[bag].sequence;
        let is_it = |column: &killrate_watch::Column| {
            column.role == role && column.kind == Kind::Float && column.sequence == sequence
        };
        shape.columns.iter().position(is_it)
    };
    let claim = |(left, right): (usize, usize)| {
        let sums = [column(left, Role::Sum)?, column(right, Role::Sum)?];
        // The extremes tell how large the terms are, and so how much of the sums may be rounding.
        let extremes = [column(left, Role::Min)?, column(left, Role::Max)?];
        Some(Claim::Near(sums[0], sums[1], extremes))
    };
    bags.filter(|&(left, right)| evidence.columns.vary(&[left, right]))
        .filter_map(claim)
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

    #[test]
    fn terms_that_cancel_out_keep_it_too() {
        // These sums are 5e-324, 5.6e-17 and 0, and backwards 0, 2.8e-17 and 3.
        let run: &[&[f64]] = &[
            &[2.0, -2.0, 5e-324],
            &[0.1, 0.2, -0.3],
            &[3.0, 1e308, -1e308],
        ];
        check(
            &super::TEMPLATE,
            &["a[]", "r[]"],
            &[run],
            &["a[].sum == r[].sum (but for rounding)"],
        );
    }
}
