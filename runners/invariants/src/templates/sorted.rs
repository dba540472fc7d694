//! A sequence is always in order.

use killrate_watch::{Claim, Role, Scalar, Shape};

use super::{ENOUGH, Template, zero_like};
use crate::evidence::Evidence;

/// A sequence is always in order.
pub(super) const TEMPLATE: Template = Template {
    name: "sorted",
    rule: "every sequence in order, and at least eight that differ, with elements that differ",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let columns = shape.columns.iter().enumerate();
    columns
        .filter(|(_, column)| matches!(column.role, Role::Rising | Role::Falling))
        .filter_map(|(index, column)| {
            let is_spread = |other: &&(usize, &killrate_watch::Column)| {
                other.1.role == Role::Spread && other.1.sequence == column.sequence
            };
            let all: Vec<_> = shape.columns.iter().enumerate().collect();
            let (spread, _) = all.iter().find(is_spread)?;
            let spread = evidence.columns.get(*spread);
            // Where all elements are equal, every order is as good.
            let is_wide = spread
                .max?
                .value
                .compare(zero_like(spread.max?.value))?
                .is_gt();
            let seen = evidence.columns.get(index);
            let is_always = seen.min?.value == Scalar::Int(1);
            let is_justified = is_always && is_wide && spread.n_changes >= ENOUGH;
            is_justified.then_some(Claim::OneOf(index, vec![Scalar::Int(1)]))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn what_was_always_rising_is_sorted() {
        let rows: Vec<Vec<f64>> = (1..10).map(|n| vec![0.0, f64::from(n)]).collect();
        let run: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        check(
            &super::TEMPLATE,
            &["xs[]"],
            &[&run],
            &["xs[] is sorted by <="],
        );
        let falling: &[&[f64]] = &[&[2.0, 1.0]];
        check(&super::TEMPLATE, &["xs[]"], &[&run, falling], &[]);
    }

    #[test]
    fn single_elements_are_in_order_and_say_nothing() {
        let rows: Vec<Vec<f64>> = (1..10).map(|n| vec![f64::from(n)]).collect();
        let run: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        check(&super::TEMPLATE, &["xs[]"], &[&run], &[]);
    }
}
