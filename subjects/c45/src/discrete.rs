//! Tests on nominal attributes.

use crate::data::Value;
use crate::gain::{Candidate, Frequencies, total_info};
use crate::sample::Sample;
use crate::tree::Test;

/// The test with one branch per value; `None` when it is not a reasonable one.
pub fn eval_discrete_att(
    sample: &Sample,
    attribute: usize,
    n_values: usize,
    first: usize,
    end: usize,
) -> Option<Candidate> {
    let frequencies = compute_frequencies(sample, attribute, n_values, first, end);
    let gain = frequencies.compute_gain(known_base_info(&frequencies))?;
    Some(Candidate {
        test: Test::Nominal {
            attribute,
            n_values,
        },
        gain,
        info: frequencies.split_info(),
    })
}

/// The class frequencies of every value of an attribute.
pub fn compute_frequencies(
    sample: &Sample,
    attribute: usize,
    n_values: usize,
    first: usize,
    end: usize,
) -> Frequencies {
    let mut frequencies = Frequencies::new(n_values, sample.data.schema.classes.len());
    for position in first..end {
        let weight = sample.weight(position);
        match sample.value(position, attribute) {
            Value::Nominal(value) => {
                frequencies.by_class[value][sample.class(position)] += weight;
                frequencies.by_branch[value] += weight;
            }
            _ => frequencies.missing += weight,
        }
    }
    frequencies
}

/// The information of the classes among the cases whose value is known, in bits per case.
fn known_base_info(frequencies: &Frequencies) -> f64 {
    let mut class_sums = vec![0.0; frequencies.by_class[0].len()];
    for branch in 0..frequencies.by_class.len() {
        for class in 0..class_sums.len() {
            class_sums[class] += frequencies.by_class[branch][class];
        }
    }
    total_info(&class_sums) / frequencies.known()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[test]
    fn a_test_that_separates_two_classes_gains_one_bit() {
        let data = training_set("x,y\nlow,a\nlow,a\nhigh,b\nhigh,b\n");
        let sample = Sample::new(&data);
        let candidate = eval_discrete_att(&sample, 0, 2, 0, 4).expect("it is reasonable");
        assert_eq!((candidate.gain, candidate.info), (1.0, 1.0));
    }

    #[test]
    fn missing_values_lower_the_gain_and_branch_apart() {
        let text = "x,y\nlow,a\nlow,a\nhigh,b\nhigh,b\n?,a\n?,a\n?,b\n?,b\n";
        let data = training_set(text);
        let sample = Sample::new(&data);
        let candidate = eval_discrete_att(&sample, 0, 2, 0, 8).expect("it is reasonable");
        // Half the values are known; the parts 4, 2, 2 of 8 carry 1.5 bits.
        assert_eq!((candidate.gain, candidate.info), (0.5, 1.5));
    }

    #[test]
    fn frequencies_of_a_stretch_leave_the_rest_out() {
        let data = training_set("x,y\nlow,a\nlow,b\nhigh,b\n?,b\nhigh,a\n");
        let sample = Sample::new(&data);
        // The values are sorted: `high` is branch 0.
        let expected = Frequencies {
            by_class: vec![vec![0.0, 1.0], vec![0.0, 1.0]],
            by_branch: vec![1.0, 1.0],
            missing: 1.0,
        };
        assert_eq!(compute_frequencies(&sample, 0, 2, 1, 4), expected);
    }

    #[test]
    fn one_case_per_value_is_no_test() {
        let data = training_set("x,y\nlow,a\nhigh,b\n");
        let sample = Sample::new(&data);
        assert_eq!(eval_discrete_att(&sample, 0, 2, 0, 2), None);
    }
}
