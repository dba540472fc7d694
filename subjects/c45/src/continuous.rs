//! Tests on numeric attributes.

use crate::data::{TrainingSet, Value};
use crate::gain::{Candidate, Frequencies, MIN_OBJECTS, total_info};
use crate::sample::Sample;
use crate::tree::Test;

/// The least weight on either side of a cut, as a share of the average class, as in release 8.
const MIN_SPLIT_SHARE: f64 = 0.1;

/// The weight on either side of a cut that is always enough, as in release 8.
const ENOUGH_SPLIT: f64 = 25.0;

/// How far above the midpoint a value still counts as on it, as a share of the gap.
///
/// Rounding moves the midpoint by far less, so scaling or shifting the data moves no cut.
const MIDPOINT_MARGIN: f64 = 1e-6;

/// A cut behind one position of the sorted cases.
struct Cut {
    position: usize,
    gain: f64,
    info: f64,
}

/// The best cut of a numeric attribute; `None` when no cut gains more than it costs.
///
/// The lowest of equally good cuts wins.
pub fn eval_continuous_att(
    sample: &mut Sample,
    attribute: usize,
    first: usize,
    end: usize,
) -> Option<Candidate> {
    let known_first = sample.group_missing(attribute, first, end);
    let known = sample.count_items(known_first, end);
    if known < 2.0 * MIN_OBJECTS {
        return None;
    }
    sample.quicksort(attribute, known_first, end);
    let missing = sample.count_items(first, known_first);
    let cuts = find_cuts(sample, attribute, known_first, end, missing);
    // Choosing among many cuts costs information, as Quinlan (1996) argues.
    let cost = (cuts.len() as f64).log2() / (known + missing);
    let mut best: Option<&Cut> = None;
    let mut best_gain = 0.0;
    for cut in &cuts {
        let gain = cut.gain - cost;
        if gain > best_gain {
            best_gain = gain;
            best = Some(cut);
        }
    }
    let best = best?;
    let low = sample.number(best.position, attribute);
    let high = sample.number(best.position + 1, attribute);
    Some(Candidate {
        test: Test::Threshold {
            attribute,
            cut: greatest_value_below(sample.data, attribute, low, high),
        },
        gain: best_gain,
        info: best.info,
    })
}

/// The greatest value of the whole training set up to the middle of `low` and `high`.
///
/// `low` itself occurs, so there always is one.
pub fn greatest_value_below(data: &TrainingSet, attribute: usize, low: f64, high: f64) -> f64 {
    let limit = (low + high) / 2.0 + (high - low) * MIDPOINT_MARGIN;
    let mut greatest = low;
    for example in &data.examples {
        if let Value::Number(number) = example.values[attribute]
            && number <= limit
            && number > greatest
        {
            greatest = number;
        }
    }
    greatest
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

/// Every allowed cut between two different values of the sorted stretch, from low to high.
fn find_cuts(
    sample: &Sample,
    attribute: usize,
    first: usize,
    end: usize,
    missing: f64,
) -> Vec<Cut> {
    let n_classes = sample.data.schema.classes.len();
    let all = sample.class_frequency(first, end);
    let known = sample.count_items(first, end);
    let base_info = total_info(&all) / known;
    let min_split = min_split(known, n_classes);
    let mut frequencies = Frequencies::new(2, n_classes);
    frequencies.by_class[1] = all;
    frequencies.by_branch[1] = known;
    frequencies.missing = missing;
    let mut cuts = Vec::new();
    for position in first..end - 1 {
        let class = sample.class(position);
        let weight = sample.weight(position);
        frequencies.by_class[0][class] += weight;
        frequencies.by_branch[0] += weight;
        frequencies.by_class[1][class] -= weight;
        frequencies.by_branch[1] -= weight;
        if frequencies.by_branch[0] < min_split {
            continue;
        }
        if frequencies.by_branch[1] < min_split {
            break;
        }
        if sample.number(position, attribute) < sample.number(position + 1, attribute)
            && let Some(gain) = frequencies.compute_gain(base_info)
        {
            cuts.push(Cut {
                position,
                gain,
                info: frequencies.split_info(),
            });
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check_cut(text: &str, expected: Option<(f64, f64, f64)>) {
        let data = training_set(text);
        let mut sample = Sample::new(&data);
        let n_cases = sample.n_cases();
        let found = eval_continuous_att(&mut sample, 0, 0, n_cases).map(|candidate| {
            let Test::Threshold { cut, .. } = candidate.test else {
                panic!("a numeric attribute has a threshold");
            };
            (cut, candidate.gain, candidate.info)
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
    fn a_cut_that_gains_nothing_is_none() {
        check_cut("x,y\n1,a\n2,b\n3,b\n4,a\n", None);
    }

    #[test]
    fn the_lower_of_equal_cuts_wins() {
        // Behind 1 and behind 2, two cases are pure and four are half and half: equal gains.
        let gain = total_info(&[4.0, 2.0]) / 6.0 - 4.0 / 6.0 - 1.0 / 6.0;
        let info = total_info(&[2.0, 4.0]) / 6.0;
        check_cut(
            "x,y\n1,a\n1,a\n2,b\n2,b\n3,a\n3,a\n",
            Some((1.0, gain, info)),
        );
    }

    #[test]
    fn a_cut_that_costs_more_than_it_gains_is_none() {
        // As above, but three cuts cost log2(3)/6 = 0.264 bits against a gain of 0.252.
        check_cut("x,y\n1,a\n2,a\n3,b\n4,b\n5,a\n6,a\n", None);
    }

    #[test]
    fn the_threshold_is_a_value_of_the_whole_training_set() {
        let data = training_set("x,y\n1,a\n2,a\n2.4,b\n2.6,b\n3,b\n?,a\n");
        assert_eq!(greatest_value_below(&data, 0, 2.0, 3.0), 2.4);
        assert_eq!(greatest_value_below(&data, 0, 2.4, 2.6), 2.4);
        assert_eq!(greatest_value_below(&data, 0, 1.0, 3.0), 2.0);
    }

    #[test]
    fn the_midpoint_survives_scaling() {
        // The middle of 0.1 and 0.5 rounds to a number below or above 0.3.
        let data = training_set("x,y\n0.1,a\n0.3,a\n0.5,b\n");
        assert_eq!(greatest_value_below(&data, 0, 0.1, 0.5), 0.3);
        let data = training_set("x,y\n1.1,a\n1.3,a\n1.5,b\n");
        assert_eq!(greatest_value_below(&data, 0, 1.1, 1.5), 1.3);
    }

    #[test]
    fn the_smallest_side_grows_with_the_data() {
        assert_eq!(min_split(30.0, 2), 2.0);
        assert_eq!(min_split(100.0, 2), 5.0);
        assert_eq!(min_split(1000.0, 2), 25.0);
    }
}
