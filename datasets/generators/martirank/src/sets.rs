//! The ten data sets of the thesis's Table 3.3.

use crate::parameters::{Parameters, Values};

/// Whether a set has as many rows as published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// One tenth of the published rows.
    Tenth,
    /// The published rows.
    Full,
}

/// A published size, and what the thesis leaves open.
struct Published {
    n_rows: usize,
    n_attributes: usize,
    n_informative: usize,
    correlation: f64,
    positives: f64,
    lowest: i64,
}

/// Rows and attributes are those of Table 3.3.
///
/// The thesis covers "a variety of equivalence classes" and does not name them.
/// Ours: few and many positives, weak and strong correlation, values of one sign and of both.
const PUBLISHED: [Published; 10] = [
    published(10_000, 100, 10, 0.3, 0.2, 0),
    published(20_000, 100, 20, 0.2, 0.1, 0),
    published(20_000, 100, 5, 0.5, 0.5, 0),
    published(10_000, 100, 100, 0.1, 0.05, -1_000),
    published(1_000, 40, 8, 0.4, 0.3, -100),
    published(1_000, 200, 20, 0.3, 0.3, 0),
    published(1_000, 100, 10, 0.5, 0.1, 1),
    published(1_000, 100, 0, 0.0, 0.5, 0),
    published(100, 200, 20, 0.5, 0.3, 0),
    published(10_000, 200, 40, 0.2, 0.1, 0),
];

/// The command that makes the files of these sets, where they are not kept.
pub fn made_by(scale: Scale) -> Option<&'static str> {
    match scale {
        Scale::Tenth => None,
        Scale::Full => Some("datasets/martirank/full.sh"),
    }
}

/// How many sets there are.
pub const N_SETS: usize = PUBLISHED.len();

const fn published(
    n_rows: usize,
    n_attributes: usize,
    n_informative: usize,
    correlation: f64,
    positives: f64,
    lowest: i64,
) -> Published {
    Published {
        n_rows,
        n_attributes,
        n_informative,
        correlation,
        positives,
        lowest,
    }
}

/// The name of a set, counted from 0.
pub fn set_name(index: usize, scale: Scale) -> String {
    let ending = match scale {
        Scale::Tenth => "",
        Scale::Full => "-full",
    };
    format!("martirank-{:02}{ending}", index + 1)
}

/// The parameters of a set, counted from 0.
pub fn set_parameters(index: usize, scale: Scale) -> Parameters {
    let set = &PUBLISHED[index];
    let n_train = match scale {
        Scale::Tenth => set.n_rows / 10,
        Scale::Full => set.n_rows,
    };
    Parameters {
        n_train,
        // The published number of rows to rank is unknown.
        n_test: (n_train / 4).max(10),
        n_attributes: set.n_attributes,
        n_informative: set.n_informative,
        correlation: set.correlation,
        positives: set.positives,
        values: Values::Distinct,
        missing: 0.0,
        lowest: set.lowest,
        seed: 2010 + index as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_can_be_made() {
        for index in 0..N_SETS {
            assert_eq!(set_parameters(index, Scale::Tenth).check(), Ok(()));
            assert_eq!(set_parameters(index, Scale::Full).check(), Ok(()));
        }
    }

    #[test]
    fn names_tell_the_scale() {
        assert_eq!(set_name(0, Scale::Tenth), "martirank-01");
        assert_eq!(set_name(9, Scale::Full), "martirank-10-full");
    }

    #[test]
    fn a_tenth_has_a_tenth_of_the_rows() {
        let tenth = set_parameters(1, Scale::Tenth);
        assert_eq!((tenth.n_train, tenth.n_test), (2_000, 500));
        let full = set_parameters(1, Scale::Full);
        assert_eq!((full.n_train, full.n_test), (20_000, 5_000));
        let smallest = set_parameters(8, Scale::Tenth);
        assert_eq!((smallest.n_train, smallest.n_test), (10, 10));
    }
}
