//! Information, gain, and gain ratio.

use crate::arithmetic::Arithmetic;
use crate::state::State;

/// The least weight that at least two branches of a test must have; 2 is C4.5's default.
pub const MIN_OBJECTS: f64 = 2.0;

/// The margin of release 8 for comparing gains and errors; its negative is no gain at all.
pub const EPSILON: f64 = 1e-3;

/// The information gained by the test whose frequencies the work arrays hold, in bits per case.
///
/// `-EPSILON` unless two branches have the minimum weight.
pub fn compute_gain(
    state: &State,
    base_info: f64,
    unknown_rate: f64,
    n_branches: usize,
    known: f64,
) -> f64 {
    let mut n_reasonable = 0;
    for branch in 1..n_branches + 1 {
        if state.val_freq[branch] >= MIN_OBJECTS {
            n_reasonable += 1;
        }
    }
    if n_reasonable < 2 {
        return -EPSILON;
    }
    let arithmetic = state.arithmetic;
    let mut info = 0.0;
    for branch in 1..n_branches + 1 {
        info = arithmetic.keep(info + total_info(arithmetic, &state.freq[branch]));
    }
    info = arithmetic.keep(info / known);
    arithmetic.keep((1.0 - unknown_rate) * (base_info - info))
}

/// The information of a distribution in bits, for all its weight together.
pub fn total_info(arithmetic: Arithmetic, weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut total = 0.0;
    for i in 0..weights.len() {
        sum = arithmetic.keep(sum + weights[i] * log(weights[i]));
        total = arithmetic.keep(total + weights[i]);
    }
    arithmetic.keep(total * log(total) - sum)
}

/// The gain ratio, or `-EPSILON` for a test that gains less than the average or does not branch.
pub fn worth(info: f64, gain: f64, average_gain: f64) -> f64 {
    if gain >= average_gain - EPSILON && info > EPSILON {
        gain / info
    } else {
        -EPSILON
    }
}

/// The logarithm to the base 2, and 0 for what has none.
pub fn log(number: f64) -> f64 {
    if number <= 0.0 { 0.0 } else { number.log2() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    const DOUBLE: Arithmetic = Arithmetic::Double;

    #[track_caller]
    fn check_close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 5e-4, "{value} is not {expected}");
    }

    #[track_caller]
    fn check_gain(by_class: [[f64; 2]; 4], base_info: f64, expected: f64, split_info: f64) {
        let data = training_set("x,y\np,a\nq,b\nr,a\n");
        let mut state = State::new(&data);
        let mut items = 0.0;
        for row in 0..4 {
            state.freq[row] = by_class[row].to_vec();
            state.val_freq[row] = by_class[row].iter().sum();
            items += state.val_freq[row];
        }
        let missing = state.val_freq[0];
        let gain = compute_gain(&state, base_info, missing / items, 3, items - missing);
        check_close(gain, expected);
        check_close(total_info(DOUBLE, &state.val_freq) / items, split_info);
    }

    #[test]
    fn information_of_powers_of_two_is_exact() {
        assert_eq!(total_info(DOUBLE, &[4.0, 4.0]), 8.0);
        assert_eq!(total_info(DOUBLE, &[2.0, 2.0, 4.0]), 12.0);
        assert_eq!(total_info(DOUBLE, &[8.0, 0.0]), 0.0);
        assert_eq!(total_info(DOUBLE, &[]), 0.0);
    }

    #[test]
    fn gain_of_outlook_is_quinlans() {
        // Quinlan (1993), section 2.2: 9 cases play, 5 do not; outlook splits them 2/3, 4/0, 3/2.
        let base_info = total_info(DOUBLE, &[9.0, 5.0]) / 14.0;
        let outlook = [[0.0, 0.0], [2.0, 3.0], [4.0, 0.0], [3.0, 2.0]];
        check_gain(outlook, base_info, 0.2467, 1.577);
    }

    #[test]
    fn gain_with_one_outlook_missing_is_quinlans() {
        // Quinlan (1993), section 3.2: one overcast case loses its value.
        let base_info = total_info(DOUBLE, &[8.0, 5.0]) / 13.0;
        let outlook = [[1.0, 0.0], [2.0, 3.0], [3.0, 0.0], [3.0, 2.0]];
        check_gain(outlook, base_info, 0.199, 1.809);
    }

    #[test]
    fn one_heavy_branch_gains_nothing() {
        let data = training_set("x,y\n1,a\n2,b\n");
        let mut state = State::new(&data);
        state.freq = vec![vec![0.0, 0.0], vec![4.0, 0.0], vec![0.0, 1.9]];
        state.val_freq = vec![0.0, 4.0, 1.9];
        assert_eq!(compute_gain(&state, 0.9, 0.0, 2, 5.9), -EPSILON);
        state.freq[2][1] = 2.0;
        state.val_freq[2] = 2.0;
        assert_eq!(compute_gain(&state, 1.0, 0.0, 2, 6.0), 1.0);
    }

    #[test]
    fn a_gain_within_the_margin_of_the_average_competes() {
        assert_eq!(worth(2.0, 0.5, 0.5005), 0.25);
        assert_eq!(worth(2.0, 0.5, 0.502), -EPSILON);
    }

    #[test]
    fn a_test_that_does_not_branch_is_worthless() {
        assert_eq!(worth(0.001, 0.5, 0.0), -EPSILON);
    }
}
