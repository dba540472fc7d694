//! The quotient of two values lies in an envelope.

use killrate_watch::{Claim, Shape};

use super::Template;
use crate::evidence::Evidence;

/// The quotient of two values lies in an envelope.
pub(super) const TEMPLATE: Template = Template {
    name: "ratio",
    rule: "at least 20 rows over divisors whose sizes differ fourfold; the quotients differ half as much at most; a tenth of their range is added on both sides",
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
            let margin = (high - low) / 10.0;
            let is_envelope = is_telling && is_tight && margin > 0.0;
            is_envelope.then_some(Claim::Ratio(
                ratio.over,
                ratio.under,
                low - margin,
                high + margin,
            ))
        })
        .collect()
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
        check(&super::TEMPLATE, &["x", "y"], &[&run], expected);
    }

    #[test]
    fn quotients_in_a_narrow_range_have_an_envelope() {
        check_rows(
            &rows(20, [21.0, 10.5]),
            &["1.8 <= x / y <= 4.2", "0.225 <= y / x <= 0.525"],
        );
    }

    #[test]
    fn few_rows_and_wide_quotients_have_none() {
        check_rows(&rows(19, [21.0, 10.5]), &[]);
        check_rows(&rows(20, [21.0, 1e6]), &[]);
        check_rows(&rows(20, [f64::NAN, 1.0]), &[]);
    }
}
