//! Tests on nominal attributes.

use crate::data::Value;
use crate::gain::{compute_gain, total_info};
use crate::state::State;

/// Leaves the gain and the information of the test with one branch per value.
pub fn eval_discrete_att(
    state: &mut State,
    attribute: usize,
    n_values: usize,
    first: usize,
    end: usize,
) {
    let arithmetic = state.arithmetic;
    let items = state.count_items(first, end);
    compute_frequencies(state, attribute, n_values, first, end);
    let missing = state.val_freq[0];
    let known = arithmetic.keep(items - missing);
    let base_info = known_base_info(state, n_values, known);
    let unknown_rate = arithmetic.keep(missing / items);
    state.gain[attribute] = compute_gain(state, base_info, unknown_rate, n_values, known);
    let split_info = total_info(arithmetic, &state.val_freq[..n_values + 1]) / items;
    state.info[attribute] = arithmetic.keep(split_info);
}

/// Leaves the class frequencies of every value of an attribute in the work arrays.
pub fn compute_frequencies(
    state: &mut State,
    attribute: usize,
    n_values: usize,
    first: usize,
    end: usize,
) {
    state.reset_freq(n_values);
    for position in first..end {
        let row = match state.value(position, attribute) {
            Value::Nominal(value) => value + 1,
            _ => 0,
        };
        state.add(row, state.class(position), state.weight[position]);
    }
    for row in 0..n_values + 1 {
        state.val_freq[row] = 0.0;
        for class in 0..state.class_freq.len() {
            let items = state.val_freq[row] + state.freq[row][class];
            state.val_freq[row] = state.arithmetic.keep(items);
        }
    }
}

/// The information of the classes among the cases whose value is known, in bits per case.
fn known_base_info(state: &mut State, n_values: usize, known: f64) -> f64 {
    for class in 0..state.class_freq.len() {
        state.class_freq[class] = 0.0;
        for row in 1..n_values + 1 {
            let items = state.class_freq[class] + state.freq[row][class];
            state.class_freq[class] = state.arithmetic.keep(items);
        }
    }
    let info = total_info(state.arithmetic, &state.class_freq) / known;
    state.arithmetic.keep(info)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;
    use crate::gain::EPSILON;

    #[track_caller]
    fn check(text: &str, n_cases: usize, gain: f64, info: f64) {
        let data = training_set(text);
        let mut state = State::new(&data);
        // What another attribute left behind must not matter.
        state.freq[2][1] = 7.0;
        state.val_freq[1] = 7.0;
        eval_discrete_att(&mut state, 0, 2, 0, n_cases);
        assert_eq!((state.gain[0], state.info[0]), (gain, info));
    }

    #[test]
    fn a_test_that_separates_two_classes_gains_one_bit() {
        check("x,y\nlow,a\nlow,a\nhigh,b\nhigh,b\n", 4, 1.0, 1.0);
    }

    #[test]
    fn missing_values_lower_the_gain_and_branch_apart() {
        // Half the values are known; the parts 4, 2, 2 of 8 carry 1.5 bits.
        let text = "x,y\nlow,a\nlow,a\nhigh,b\nhigh,b\n?,a\n?,a\n?,b\n?,b\n";
        check(text, 8, 0.5, 1.5);
    }

    #[test]
    fn one_case_per_value_gains_nothing() {
        check("x,y\nlow,a\nhigh,b\n", 2, -EPSILON, 1.0);
    }

    #[test]
    fn frequencies_of_a_stretch_leave_the_rest_out() {
        let data = training_set("x,y\nlow,a\nlow,b\nhigh,b\n?,b\nhigh,a\n");
        let mut state = State::new(&data);
        compute_frequencies(&mut state, 0, 2, 1, 4);
        // The values are sorted: `high` is branch 0, whose row is 1.
        assert_eq!(state.freq, [[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]);
        assert_eq!(state.val_freq, [1.0, 1.0, 1.0]);
    }
}
