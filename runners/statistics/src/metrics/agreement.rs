//! Agreement of classifications.

use super::{Measure, Metric};

/// The share of lines that are the same, of the longer output.
pub(super) const AGREEMENT: Metric = Metric {
    name: "agreement",
    description: "the share of elements that are classified the same, line by line",
    measure: Measure::OfClasses(|a, b| {
        let n_same = a.iter().zip(b).filter(|(in_a, in_b)| in_a == in_b).count();
        n_same as f64 / a.len().max(b.len()) as f64
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn equal_lines_are_counted_of_the_longer_output() {
        check("agreement", "yes\nno\nyes\n", "yes\nno\nyes\n", 1.0);
        check("agreement", "yes\nno\nyes\n", "yes\nyes\nyes\n", 2.0 / 3.0);
        // One is missing.
        check("agreement", "yes\nno\nyes\nno\n", "yes\nno\nyes\n", 0.75);
    }
}
