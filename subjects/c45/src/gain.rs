//! Information, gain, and gain ratio.

use crate::tree::Test;

/// The least weight that at least two branches of a test must have; 2 is C4.5's default.
pub const MIN_OBJECTS: f64 = 2.0;

/// The margin of release 8 for comparing gains and errors.
pub const EPSILON: f64 = 1e-3;

/// The class frequencies behind a test.
#[derive(Debug, PartialEq)]
pub struct Frequencies {
    /// Weight by branch and class.
    pub by_class: Vec<Vec<f64>>,
    /// Weight by branch.
    pub by_branch: Vec<f64>,
    /// The weight of the cases whose tested value is missing.
    pub missing: f64,
}

/// A test that could split a node.
#[derive(Debug, PartialEq)]
pub struct Candidate {
    /// The question.
    pub test: Test,
    /// The information gained, in bits per case.
    pub gain: f64,
    /// The information of the branching itself, in bits per case.
    pub info: f64,
}

impl Frequencies {
    /// No cases yet.
    pub fn new(n_branches: usize, n_classes: usize) -> Frequencies {
        Frequencies {
            by_class: vec![vec![0.0; n_classes]; n_branches],
            by_branch: vec![0.0; n_branches],
            missing: 0.0,
        }
    }

    /// The weight of the cases whose tested value is known.
    pub fn known(&self) -> f64 {
        let mut known = 0.0;
        for branch in 0..self.by_branch.len() {
            known += self.by_branch[branch];
        }
        known
    }

    /// The information of the branching, with the missing values as a branch of their own.
    pub fn split_info(&self) -> f64 {
        let mut parts = vec![self.missing];
        parts.extend_from_slice(&self.by_branch);
        total_info(&parts) / (self.known() + self.missing)
    }

    /// The information gained by a test on cases of the given base information.
    ///
    /// `None` unless two branches have the minimum weight.
    pub fn compute_gain(&self, base_info: f64) -> Option<f64> {
        let mut n_reasonable = 0;
        for branch in 0..self.by_branch.len() {
            if self.by_branch[branch] >= MIN_OBJECTS {
                n_reasonable += 1;
            }
        }
        if n_reasonable < 2 {
            return None;
        }
        let known = self.known();
        let mut info = 0.0;
        for branch in 0..self.by_class.len() {
            info += total_info(&self.by_class[branch]);
        }
        info /= known;
        let missing_rate = self.missing / (known + self.missing);
        Some((1.0 - missing_rate) * (base_info - info))
    }
}

/// The information of a distribution in bits, for all its weight together.
pub fn total_info(weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut total = 0.0;
    for i in 0..weights.len() {
        sum += weight_log(weights[i]);
        total += weights[i];
    }
    weight_log(total) - sum
}

/// The gain ratio, or `None` for a test that gains less than the average or does not branch.
pub fn worth(candidate: &Candidate, average_gain: f64) -> Option<f64> {
    if candidate.gain >= average_gain - EPSILON && candidate.info > EPSILON {
        Some(candidate.gain / candidate.info)
    } else {
        None
    }
}

/// The candidate of the greatest gain ratio; of equal ones, the first.
///
/// An attribute with very many values does not count towards the average gain.
pub fn best_split(
    candidates: Vec<Candidate>,
    has_many_values: impl Fn(&Candidate) -> bool,
) -> Option<Candidate> {
    let mut n_possible = 0.0;
    let mut gain_sum = 0.0;
    for candidate in &candidates {
        if !has_many_values(candidate) {
            n_possible += 1.0;
            gain_sum += candidate.gain;
        }
    }
    if n_possible < 1.0 {
        return None;
    }
    let average_gain = gain_sum / n_possible;
    let mut best = None;
    let mut best_worth = -EPSILON;
    for candidate in candidates {
        if let Some(worth) = worth(&candidate, average_gain)
            && worth > best_worth
        {
            best_worth = worth;
            best = Some(candidate);
        }
    }
    best
}

fn weight_log(weight: f64) -> f64 {
    if weight <= 0.0 {
        0.0
    } else {
        weight * weight.log2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 5e-4, "{value} is not {expected}");
    }

    fn candidate(attribute: usize, gain: f64, info: f64) -> Candidate {
        let test = Test::Nominal {
            attribute,
            n_values: 2,
        };
        Candidate { test, gain, info }
    }

    #[track_caller]
    fn check_best(candidates: &[(f64, f64)], expected: Option<usize>) {
        let mut list = Vec::new();
        for (attribute, (gain, info)) in candidates.iter().enumerate() {
            list.push(candidate(attribute, *gain, *info));
        }
        let best = best_split(list, |_| false);
        assert_eq!(best.map(|candidate| candidate.test.attribute()), expected);
    }

    // Quinlan (1993), section 2.2: 9 cases play, 5 do not; outlook splits them 2/3, 4/0, 3/2.
    fn outlook() -> Frequencies {
        Frequencies {
            by_class: vec![vec![2.0, 3.0], vec![4.0, 0.0], vec![3.0, 2.0]],
            by_branch: vec![5.0, 4.0, 5.0],
            missing: 0.0,
        }
    }

    #[test]
    fn information_of_quinlans_fourteen_cases() {
        check_close(total_info(&[9.0, 5.0]) / 14.0, 0.940);
    }

    #[test]
    fn information_of_powers_of_two_is_exact() {
        assert_eq!(total_info(&[4.0, 4.0]), 8.0);
        assert_eq!(total_info(&[2.0, 2.0, 4.0]), 12.0);
        assert_eq!(total_info(&[8.0, 0.0]), 0.0);
        assert_eq!(total_info(&[]), 0.0);
    }

    #[test]
    fn gain_and_ratio_of_outlook_are_quinlans() {
        let base_info = total_info(&[9.0, 5.0]) / 14.0;
        let gain = outlook().compute_gain(base_info).expect("it is reasonable");
        // Quinlan prints the difference of his rounded 0.940 and 0.694, which is 0.246.
        check_close(gain, 0.2467);
        check_close(outlook().split_info(), 1.577);
        let ratio = worth(&candidate(0, gain, outlook().split_info()), 0.0);
        check_close(ratio.expect("the gain is above average"), 0.156);
    }

    #[test]
    fn gain_with_one_outlook_missing_is_quinlans() {
        // Quinlan (1993), section 3.2: one overcast case loses its value.
        let frequencies = Frequencies {
            by_class: vec![vec![2.0, 3.0], vec![3.0, 0.0], vec![3.0, 2.0]],
            by_branch: vec![5.0, 3.0, 5.0],
            missing: 1.0,
        };
        let base_info = total_info(&[8.0, 5.0]) / 13.0;
        check_close(base_info, 0.961);
        let gain = frequencies.compute_gain(base_info);
        check_close(gain.expect("it is reasonable"), 0.199);
        check_close(frequencies.split_info(), 1.809);
    }

    #[test]
    fn one_heavy_branch_is_no_split() {
        let frequencies = Frequencies {
            by_class: vec![vec![4.0, 0.0], vec![0.0, 1.9]],
            by_branch: vec![4.0, 1.9],
            missing: 0.0,
        };
        assert_eq!(frequencies.compute_gain(0.9), None);
    }

    #[test]
    fn two_branches_of_two_are_a_split() {
        let frequencies = Frequencies {
            by_class: vec![vec![2.0, 0.0], vec![0.0, 2.0]],
            by_branch: vec![2.0, 2.0],
            missing: 0.0,
        };
        assert_eq!(frequencies.compute_gain(1.0), Some(1.0));
        assert_eq!(frequencies.split_info(), 1.0);
    }

    #[test]
    fn a_gain_within_the_margin_of_the_average_competes() {
        assert_eq!(worth(&candidate(0, 0.5, 2.0), 0.5005), Some(0.25));
        assert_eq!(worth(&candidate(0, 0.5, 2.0), 0.502), None);
    }

    #[test]
    fn a_test_that_does_not_branch_is_worthless() {
        assert_eq!(worth(&candidate(0, 0.5, 0.001), 0.0), None);
    }

    #[test]
    fn a_small_gain_with_a_great_ratio_does_not_win() {
        check_best(&[(0.1, 0.1), (0.5, 1.0)], Some(1));
    }

    #[test]
    fn the_ratio_decides_between_gains_above_average() {
        check_best(&[(0.1, 1.0), (0.5, 1.0), (0.45, 0.5)], Some(2));
    }

    #[test]
    fn the_first_of_equal_ratios_wins() {
        check_best(&[(0.25, 0.5), (0.5, 1.0), (0.5, 1.0)], Some(1));
    }

    #[test]
    fn without_candidates_there_is_no_split() {
        check_best(&[], None);
    }

    #[test]
    fn many_valued_attributes_alone_are_no_split() {
        assert_eq!(best_split(vec![candidate(0, 0.5, 1.0)], |_| true), None);
    }
}
