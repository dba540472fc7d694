//! Outputs of several runs as one.

use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::relations::numbers_in_line;

/// How the outputs of several follow-up runs become the one that a relation looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combination {
    /// The numbers at the same place are added; one sum per line.
    Sum,
    /// One after the other.
    Concatenate,
}

impl Combination {
    /// The outputs as one.
    ///
    /// # Errors
    /// When numbers are to be added and an output is not text, or not all have as many numbers.
    pub fn combine(self, outputs: &[&[u8]]) -> Result<Vec<u8>, String> {
        match self {
            Self::Concatenate => Ok(outputs.concat()),
            Self::Sum => sum(outputs),
        }
    }
}

fn sum(outputs: &[&[u8]]) -> Result<Vec<u8>, String> {
    let mut sums: Option<Vec<Number>> = None;
    for output in outputs {
        let text = std::str::from_utf8(output).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let numbers: Vec<Number> = text.lines().flat_map(numbers_in_line).collect();
        let Some(sums) = &mut sums else {
            sums = Some(numbers);
            continue;
        };
        if sums.len() != numbers.len() {
            return Err(format!(
                "one run has {} numbers and another has {}",
                sums.len(),
                numbers.len()
            ));
        }
        for (sum, number) in sums.iter_mut().zip(numbers) {
            let added = sum.plus(number);
            *sum = added.ok_or_else(|| "a sum goes out of range".to_owned())?;
        }
    }
    let sums = sums.unwrap_or_default();
    // Outputs without numbers all have the same sum, which could never reveal a fault.
    if sums.is_empty() {
        return Err("there is no number in it".to_owned());
    }
    Ok(sums
        .iter()
        .flat_map(|sum| format!("{sum}\n").into_bytes())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(combination: Combination, outputs: &[&str], expected: Result<&str, &str>) {
        let outputs: Vec<&[u8]> = outputs.iter().map(|text| text.as_bytes()).collect();
        let combined = combination.combine(&outputs);
        assert_eq!(
            combined.map(|bytes| String::from_utf8(bytes).unwrap()),
            expected.map(str::to_owned).map_err(str::to_owned)
        );
    }

    #[test]
    fn numbers_at_the_same_place_are_added_exactly() {
        check(
            Combination::Sum,
            &["length 0.1, 2\n", "0.2\n3\n"],
            Ok("0.3\n5\n"),
        );
        check(Combination::Sum, &["7\n"], Ok("7\n"));
    }

    #[test]
    fn what_cannot_be_added_is_told() {
        let uneven = "one run has 1 numbers and another has 2";
        check(Combination::Sum, &["1\n", "1 2\n"], Err(uneven));
        check(
            Combination::Sum,
            &["a\n", "b\n"],
            Err("there is no number in it"),
        );
        check(Combination::Sum, &[], Err("there is no number in it"));
    }

    #[test]
    fn texts_come_one_after_the_other() {
        check(Combination::Concatenate, &["a\n", "b\n"], Ok("a\nb\n"));
    }
}
