//! Whether any of several techniques finds another number of the same mutants.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cochran's Q and what it says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CochranQ {
    /// The statistic.
    pub q: f64,
    /// Its degrees of freedom: one less than there are techniques.
    pub degrees: u32,
    /// The chance of a Q this large if all were alike, by the chi-squared approximation.
    pub p: f64,
}

/// Cochran's Q over patterns: which techniques found a mutant, and how many mutants had that pattern.
///
/// `None` when fewer than two techniques are compared or every mutant is found by all or by none,
/// for then there is nothing to compare. The approximation wants more than a handful of mutants
/// that some techniques find and others miss.
///
/// W. G. Cochran, "The comparison of percentages in matched samples", Biometrika 37 (1950), 256–266.
pub fn cochran_q(patterns: &[(Vec<bool>, u64)]) -> Option<CochranQ> {
    let k = patterns.first()?.0.len();
    let hits = |pattern: &[bool]| pattern.iter().filter(|&&found| found).count() as f64;
    let columns: Vec<f64> = (0..k)
        .map(|column| {
            let found = patterns.iter().filter(|(pattern, _)| pattern[column]);
            found.map(|&(_, n)| n as f64).sum()
        })
        .collect();
    let total: f64 = columns.iter().sum();
    let squared_columns: f64 = columns.iter().map(|column| column * column).sum();
    let squared_rows: f64 = patterns
        .iter()
        .map(|(pattern, n)| hits(pattern).powi(2) * *n as f64)
        .sum();
    let k_as_f64 = k as f64;
    let denominator = k_as_f64 * total - squared_rows;
    if k < 2 || denominator == 0.0 {
        return None;
    }
    let q = (k_as_f64 - 1.0) * (k_as_f64 * squared_columns - total * total) / denominator;
    let chi_squared = ChiSquared::new(k_as_f64 - 1.0).expect("there is at least one degree");
    Some(CochranQ {
        q,
        degrees: k as u32 - 1,
        p: chi_squared.sf(q),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(marks: &str) -> Vec<bool> {
        marks.chars().map(|mark| mark == '1').collect()
    }

    /// Cochran's own example: the growth of diphtheria bacilli on four media, 69 specimens.
    #[test]
    fn q_is_the_one_of_cochrans_media() {
        let specimens = [
            ("1111", 4),
            ("1101", 2),
            ("0111", 3),
            ("0101", 1),
            ("0000", 59),
        ]
        .map(|(marks, n)| (pattern(marks), n));
        let found = cochran_q(&specimens).unwrap();
        assert_eq!(
            (format!("{:.2}", found.q), found.degrees),
            ("8.05".into(), 3)
        );
        assert_eq!(format!("{:.3}", found.p), "0.045");
    }

    #[test]
    fn there_is_nothing_to_compare_when_all_agree() {
        assert_eq!(cochran_q(&[(pattern("11"), 5), (pattern("00"), 2)]), None);
        assert_eq!(cochran_q(&[(pattern("1"), 5)]), None);
        assert_eq!(cochran_q(&[]), None);
    }
}
