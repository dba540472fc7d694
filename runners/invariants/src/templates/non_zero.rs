//! A value is never zero.

use killrate_watch::{Claim, Kind, Role, Shape};

use super::{ENOUGH, Template, zero_like};
use crate::evidence::Evidence;

/// A value is never zero.
pub(super) const TEMPLATE: Template = Template {
    name: "non-zero",
    rule: "an integer with at least eight changes over both sides of zero, none of them to zero",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let columns = shape.columns.iter().enumerate();
    columns
        // A measured quantity around zero misses it nearly always, whatever the program does.
        .filter(|(_, column)| column.role == Role::Value && column.kind == Kind::Int)
        .filter_map(|(index, _)| {
            let seen = evidence.columns.get(index);
            let zero = zero_like(seen.min?.value);
            // On one side of zero, a bound says more.
            let is_around =
                seen.min?.value.compare(zero)?.is_lt() && seen.max?.value.compare(zero)?.is_gt();
            let is_justified = is_around && !seen.has_zero && seen.n_changes >= ENOUGH;
            is_justified.then_some(Claim::NonZero(index))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    #[test]
    fn numbers_around_zero_that_never_are_zero() {
        let run: &[&[f64]] = &[
            &[-1.0],
            &[1.0],
            &[-2.0],
            &[2.0],
            &[-3.0],
            &[3.0],
            &[-4.0],
            &[4.0],
        ];
        check(&super::TEMPLATE, &["int n"], &[run], &["int n != 0"]);
        check(&super::TEMPLATE, &["int n"], &[&run[..7]], &[]);
        check(&super::TEMPLATE, &["x"], &[run], &[]);
        let with_zero: &[&[f64]] = &[&[0.0]];
        check(&super::TEMPLATE, &["int n"], &[run, with_zero], &[]);
    }
}
