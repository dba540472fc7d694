//! Tests on numeric attributes.

use crate::data::Value;
use crate::gain::{EPSILON, MIN_OBJECTS, compute_gain, log, total_info};
use crate::state::State;

/// The least weight on either side of a cut, as a share of the average class, as in release 8.
const MIN_SPLIT_SHARE: f64 = 0.1;

/// The weight on either side of a cut that is always enough, as in release 8.
const ENOUGH_SPLIT: f64 = 25.0;

/// Leaves the gain, the information and the middle of the best cut of a numeric attribute.
///
/// The lowest of equally good cuts wins; the gain is `-EPSILON` when none gains more than it costs.
pub fn eval_continuous_att(state: &mut State, attribute: usize, first: usize, end: usize) {
    let arithmetic = state.arithmetic;
    state.gain[attribute] = -EPSILON;
    let items = state.count_items(first, end);
    let known_first = gather_missing(state, attribute, first, end);
    let known = arithmetic.keep(items - state.val_freq[0]);
    if known < 2.0 * MIN_OBJECTS {
        return;
    }
    state.quicksort(attribute, known_first, end);
    let n_tries = scan_slices(state, attribute, known_first, end, items);

    // Choosing among many cuts costs information, as Quinlan (1996) argues.
    let cost = arithmetic.keep(log(n_tries) / items);
    let mut best = None;
    let mut best_gain = 0.0;
    for position in known_first..end - 1 {
        let gain = arithmetic.keep(state.slice_gain[position] - cost);
        if gain > best_gain {
            best_gain = gain;
            best = Some(position);
        }
    }
    if let Some(position) = best {
        let low = state.number(position, attribute);
        let high = state.number(position + 1, attribute);
        state.gain[attribute] = best_gain;
        state.info[attribute] = state.slice_info[position];
        state.bar[attribute] = arithmetic.midpoint(low, high);
    }
}

/// The greatest value of the whole training set up to the middle of the attribute's best cut.
pub fn greatest_value_below(state: &State, attribute: usize) -> f64 {
    let mut greatest = f64::NEG_INFINITY;
    for example in &state.data.examples {
        if let Value::Number(number) = example.values[attribute]
            && number <= state.bar[attribute]
            && number > greatest
        {
            greatest = number;
        }
    }
    greatest
}

/// Moves the cases without a value to the front, counts them, and returns their end.
fn gather_missing(state: &mut State, attribute: usize, first: usize, end: usize) -> usize {
    state.reset_freq(2);
    let mut next = first;
    for position in first..end {
        if state.value(position, attribute) == Value::Missing {
            state.add(0, state.class(position), state.weight[position]);
            state.swap(next, position);
            next += 1;
        }
    }
    state.val_freq[0] = 0.0;
    for class in 0..state.class_freq.len() {
        let items = state.val_freq[0] + state.freq[0][class];
        state.val_freq[0] = state.arithmetic.keep(items);
    }
    next
}

/// The least weight on either side of a cut.
#[expect(
    clippy::manual_clamp,
    reason = "each bound is a comparison of its own, as in the original"
)]
fn min_split(known: f64, n_classes: usize) -> f64 {
    let share = MIN_SPLIT_SHARE * known / n_classes as f64;
    if share <= MIN_OBJECTS {
        MIN_OBJECTS
    } else if share > ENOUGH_SPLIT {
        ENOUGH_SPLIT
    } else {
        share
    }
}

/// Leaves gain and information of every allowed cut of the sorted stretch; returns their number.
///
/// The cases pass from row 2 to row 1 of the table one by one.
fn scan_slices(state: &mut State, attribute: usize, first: usize, end: usize, items: f64) -> f64 {
    let arithmetic = state.arithmetic;
    let unknown_rate = arithmetic.keep(state.val_freq[0] / items);
    let known = arithmetic.keep(items - state.val_freq[0]);
    for position in first..end {
        state.add(2, state.class(position), state.weight[position]);
        state.slice_gain[position] = -EPSILON;
        state.slice_info[position] = 0.0;
    }
    let base_info = arithmetic.keep(total_info(arithmetic, &state.freq[2]) / known);
    let min_split = arithmetic.keep(min_split(known, state.class_freq.len()));
    let mut n_tries = 0.0;
    let mut low_items = 0.0;
    for position in first..end - 1 {
        let class = state.class(position);
        let weight = state.weight[position];
        low_items = arithmetic.keep(low_items + weight);
        state.add(1, class, weight);
        state.add(2, class, -weight);
        state.val_freq[1] = low_items;
        state.val_freq[2] = arithmetic.keep(known - low_items);
        if low_items < min_split {
            continue;
        }
        if state.val_freq[2] < min_split {
            break;
        }
        let next = state.number(position + 1, attribute);
        if state.number(position, attribute) < next - arithmetic.least_gap() {
            let gain = compute_gain(state, base_info, unknown_rate, 2, known);
            let split_info = total_info(arithmetic, &state.val_freq[..3]) / items;
            state.slice_gain[position] = gain;
            state.slice_info[position] = arithmetic.keep(split_info);
            n_tries += 1.0;
        }
    }
    n_tries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::Arithmetic;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check_cut(text: &str, expected: Option<(f64, f64, f64)>) {
        let data = training_set(text);
        let mut state = State::new(&data);
        // What another attribute left behind must not matter.
        state.slice_gain.fill(9.0);
        state.freq[1][0] = 7.0;
        let n_cases = state.n_cases();
        eval_continuous_att(&mut state, 0, 0, n_cases);
        let found = (state.gain[0] > -EPSILON).then(|| {
            (
                greatest_value_below(&state, 0),
                state.gain[0],
                state.info[0],
            )
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn the_only_allowed_cut_costs_nothing() {
        // With four cases only the middle cut leaves two on either side; log2(1) = 0.
        check_cut("x,y\n4,b\n1,a\n3,b\n2,a\n", Some((2.0, 1.0, 1.0)));
    }

    #[test]
    fn every_distinct_cut_adds_to_the_cost() {
        // Eight cases, cuts behind 2, 3, 4, 5, 6: five are allowed, costing log2(5)/8.
        let cost = 5f64.log2() / 8.0;
        check_cut(
            "x,y\n1,a\n2,a\n3,a\n4,a\n5,b\n6,b\n7,b\n8,b\n",
            Some((4.0, 1.0 - cost, 1.0)),
        );
    }

    #[test]
    fn equal_values_stay_together() {
        // The values allow the cuts behind 1 and 2 only, costing log2(2)/8.
        check_cut(
            "x,y\n1,a\n1,a\n1,a\n1,a\n2,b\n2,b\n3,b\n3,b\n",
            Some((1.0, 1.0 - 0.125, 1.0)),
        );
    }

    #[test]
    fn fewer_than_four_known_values_are_not_cut() {
        check_cut("x,y\n1,a\n2,a\n3,b\n?,b\n", None);
    }

    #[test]
    fn missing_values_lower_the_gain_and_raise_the_information() {
        // Half the eight values are known; one cut, no cost; parts 4, 2, 2 carry 1.5 bits.
        check_cut(
            "x,y\n1,a\n2,a\n3,b\n4,b\n?,a\n?,a\n?,b\n?,b\n",
            Some((2.0, 0.5, 1.5)),
        );
    }

    #[test]
    fn the_lower_of_equal_cuts_wins() {
        // Behind 1 and behind 2, two cases are pure and four are half and half: equal gains.
        let gain = total_info(Arithmetic::Double, &[4.0, 2.0]) / 6.0 - 4.0 / 6.0 - 1.0 / 6.0;
        let info = total_info(Arithmetic::Double, &[2.0, 4.0]) / 6.0;
        check_cut(
            "x,y\n1,a\n1,a\n2,b\n2,b\n3,a\n3,a\n",
            Some((1.0, gain, info)),
        );
    }

    #[test]
    fn a_cut_that_costs_more_than_it_gains_is_none() {
        // As above, but three cuts cost log2(3)/6 = 0.264 bits against a gain of 0.252.
        check_cut("x,y\n1,a\n2,a\n3,b\n4,b\n5,a\n6,a\n", None);
        check_cut("x,y\n1,a\n1,b\n1,b\n1,a\n", None);
    }

    #[test]
    fn the_threshold_is_a_value_of_the_whole_training_set() {
        let data = training_set("x,y\n1,a\n2,a\n2.4,b\n2.6,b\n3,b\n?,a\n");
        let mut state = State::new(&data);
        state.bar[0] = 2.5;
        assert_eq!(greatest_value_below(&state, 0), 2.4);
        state.bar[0] = 2.6;
        assert_eq!(greatest_value_below(&state, 0), 2.6);
    }

    #[test]
    fn the_midpoint_survives_scaling() {
        // The middle of 0.1 and 0.5, or of 1.1 and 1.5, rounds to below or above what lies there.
        check_cut("x,y\n0.1,a\n0.1,a\n0.5,b\n0.5,b\n", Some((0.1, 1.0, 1.0)));
        let data = training_set("x,y\n1.1,a\n1.3,a\n1.5,b\n");
        let mut state = State::new(&data);
        state.bar[0] = state.arithmetic.midpoint(1.1, 1.5);
        assert_eq!(greatest_value_below(&state, 0), 1.3);
    }

    #[test]
    fn release_8_does_not_cut_a_gap_within_its_margin() {
        let text = "x,y\n0.100001,a\n0.100001,a\n0.100002,b\n0.100002,b\n";
        check_cut(text, Some((0.100001, 1.0, 1.0)));
        let data = training_set(text);
        let mut state = State::new(&data);
        state.arithmetic = Arithmetic::Release8;
        eval_continuous_att(&mut state, 0, 0, 4);
        assert_eq!(state.gain[0], -EPSILON);
    }

    #[test]
    fn the_smallest_side_grows_with_the_data() {
        assert_eq!(min_split(30.0, 2), 2.0);
        assert_eq!(min_split(100.0, 2), 5.0);
        assert_eq!(min_split(1000.0, 2), 25.0);
    }
}
