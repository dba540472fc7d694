//! A result is never more than a multiple of what it is calculated from.

use killrate_watch::{Claim, Shape};

use super::Template;
use crate::evidence::{Evidence, Ratio};

/// A result is never more than a multiple of what it is calculated from.
pub(super) const TEMPLATE: Template = Template {
    name: "ratio",
    rule: "a result and an input, in at least 20 rows over divisors whose sizes differ fourfold; the quotients are of one sign and differ half as much at most; the largest does not follow from the smallest divisor; half of their range is added to it",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let ratios = evidence.ratios.all().iter();
    ratios
        .filter(|ratio| ratio.n_rows >= 20 && shape.columns.len() > ratio.under)
        .filter(|ratio| evidence.columns.vary(&[ratio.over, ratio.under]))
        .filter_map(|ratio| {
            let (low, high) = ratio.bounds;
            let (smallest, largest) = ratio.sizes;
            let is_telling = largest >= 4.0 * smallest && largest.is_finite();
            // An envelope as wide as the divisors are different follows from the values alone.
            let is_tight = high - low <= (largest / smallest).min(4.0) / 2.0;
            // Quotients of both signs go through zero, where one value says nothing of the other.
            let is_of_one_sign = low >= 0.0 || high <= 0.0;
            let range = high - low;
            let is_envelope = is_telling && is_tight && is_of_one_sign && range > 0.0;
            let most = low.abs().max(high.abs());
            let bound = most + range / 2.0;
            let is_justified = is_envelope && is_joint(evidence, ratio, most);
            is_justified.then_some(Claim::Ratio(ratio.over, ratio.under, -bound, bound))
        })
        .collect()
}

/// Whether the largest quotient says something of both values together.
///
/// Were the two independent, it would be about the largest value over the smallest divisor. It is
/// believed where it is half of that at most.
fn is_joint(evidence: &Evidence, ratio: &Ratio, most: f64) -> bool {
    let over = evidence.columns.get(ratio.over);
    let sizes = [over.min, over.max]
        .into_iter()
        .filter_map(|extreme| extreme?.value.to_float());
    let largest = sizes.map(f64::abs).fold(0.0, f64::max);
    largest >= 2.0 * most * ratio.sizes.0
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    fn rows(n: i32, last: [f64; 2]) -> Vec<[f64; 2]> {
        let rows = (1..n).map(|k| {
            [
                f64::from(k),
                f64::from(k) * if k % 2 == 0 { 0.5 } else { 0.25 },
            ]
        });
        rows.chain([last]).collect()
    }

    #[track_caller]
    fn check_rows(rows: &[[f64; 2]], expected: &[&str]) {
        let run: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        check(&super::TEMPLATE, &["orig(x)", "y"], &[&run], expected);
    }

    #[test]
    fn quotients_in_a_narrow_range_have_an_envelope() {
        check_rows(&rows(20, [21.0, 10.5]), &["-0.625 <= y / orig(x) <= 0.625"]);
    }

    #[test]
    fn values_that_have_nothing_to_do_with_each_other_have_none() {
        let rows: Vec<[f64; 2]> = (0..40)
            .map(|k| {
                let (small, large) = (f64::from(k % 5) / 5.0, f64::from(10 + 3 * (k % 13)));
                [small, large]
            })
            .collect();
        check_rows(&rows, &[]);
    }

    #[test]
    fn few_rows_and_wide_quotients_have_none() {
        check_rows(&rows(19, [21.0, 10.5]), &[]);
        check_rows(&rows(20, [21.0, 1e6]), &[]);
        check_rows(&rows(20, [f64::NAN, 1.0]), &[]);
    }
}
