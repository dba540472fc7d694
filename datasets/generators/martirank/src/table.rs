//! Tables of numbers with a label.

use crate::parameters::{Parameters, Values};
use generate_common::random::Generator;

/// The greatest gap between neighbouring values of a column of distinct values.
///
/// Gaps make sure that positions and values are different things, at no cost in digits.
const GREATEST_GAP: u64 = 3;

/// The text of the two files of a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The rows to train on.
    pub train: String,
    /// The rows to rank.
    pub test: String,
}

/// Makes the table of parameters that can be met.
///
/// Every row has a hidden risk, and the rows of highest risk are the positives.
/// An informative column mixes the risk with noise, every other one upside down; the rest is noise.
/// Only the order of these mixtures matters: it is filled with whole numbers.
pub fn make_table(parameters: &Parameters) -> Table {
    let mut generator = Generator::new(parameters.seed);
    let n_rows = parameters.n_train + parameters.n_test;
    let mut risks = Vec::with_capacity(n_rows);
    for _ in 0..n_rows {
        risks.push(generator.unit());
    }
    let (train_risks, test_risks) = risks.split_at(parameters.n_train);
    let mut labels = label_riskiest(train_risks, parameters.n_positives(parameters.n_train));
    labels.extend(label_riskiest(
        test_risks,
        parameters.n_positives(parameters.n_test),
    ));
    let informative = choose(
        parameters.n_informative,
        parameters.n_attributes,
        &mut generator,
    );
    let mut n_informative = 0;
    let mut columns = Vec::with_capacity(parameters.n_attributes);
    for is_informative in informative {
        let (weight, sign) = match is_informative {
            true => (
                parameters.correlation,
                1.0 - 2.0 * f64::from(n_informative % 2),
            ),
            false => (0.0, 1.0),
        };
        n_informative += i32::from(is_informative);
        let mut mixtures = Vec::with_capacity(n_rows);
        for risk in &risks {
            mixtures.push(sign * (weight * risk + (1.0 - weight) * generator.unit()));
        }
        columns.push(fill_in(&mixtures, parameters, &mut generator));
    }
    Table {
        train: render(&columns, &labels, 0, parameters.n_train),
        test: render(&columns, &labels, parameters.n_train, n_rows),
    }
}

fn label_riskiest(risks: &[f64], n_positives: usize) -> Vec<bool> {
    let mut labels = vec![false; risks.len()];
    for &row in order_by(risks).iter().rev().take(n_positives) {
        labels[row] = true;
    }
    labels
}

/// Marks so many of all, each with the same chance.
fn choose(n_chosen: usize, n_all: usize, generator: &mut Generator) -> Vec<bool> {
    let mut n_left = n_chosen as u64;
    let mut marks = Vec::with_capacity(n_all);
    for index in 0..n_all {
        let is_chosen = generator.below((n_all - index) as u64) < n_left;
        n_left -= u64::from(is_chosen);
        marks.push(is_chosen);
    }
    marks
}

/// One text per row, whose numbers are ordered like the mixtures.
fn fill_in(mixtures: &[f64], parameters: &Parameters, generator: &mut Generator) -> Vec<String> {
    let n_rows = mixtures.len();
    let mut cells = vec![String::new(); n_rows];
    let mut distinct = parameters.lowest;
    for (position, row) in order_by(mixtures).into_iter().enumerate() {
        let value = match parameters.values {
            Values::Distinct => distinct,
            Values::Repeating(n_values) => {
                parameters.lowest + (position * n_values / n_rows) as i64
            }
        };
        distinct += 1 + generator.below(GREATEST_GAP) as i64;
        cells[row] = if generator.unit() < parameters.missing {
            "?".to_owned()
        } else {
            value.to_string()
        };
    }
    cells
}

/// The rows from the smallest number to the greatest; of equal ones, the first first.
fn order_by(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&row, &other| numbers[row].total_cmp(&numbers[other]));
    order
}

fn render(columns: &[Vec<String>], labels: &[bool], first: usize, end: usize) -> String {
    let mut text = String::new();
    for attribute in 0..columns.len() {
        text.push_str(&format!("a{attribute},"));
    }
    text.push_str("label\n");
    for row in first..end {
        for column in columns {
            text.push_str(&column[row]);
            text.push(',');
        }
        text.push_str(if labels[row] { "1\n" } else { "0\n" });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::tests::plain;

    /// The cells of all rows of both files.
    fn rows(table: &Table) -> Vec<Vec<String>> {
        let lines = table
            .train
            .lines()
            .skip(1)
            .chain(table.test.lines().skip(1));
        lines
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect()
    }

    fn column(table: &Table, attribute: usize) -> Vec<String> {
        rows(table)
            .into_iter()
            .map(|row| row[attribute].clone())
            .collect()
    }

    #[test]
    fn both_files_have_the_header_and_the_asked_number_of_rows() {
        let table = make_table(&plain());
        assert_eq!(table.train.lines().next(), Some("a0,a1,a2,a3,label"));
        assert_eq!(table.test.lines().next(), Some("a0,a1,a2,a3,label"));
        assert_eq!(table.train.lines().count(), 31);
        assert_eq!(table.test.lines().count(), 11);
    }

    #[test]
    fn both_files_have_the_asked_share_of_positives() {
        let labels = column(&make_table(&plain()), 4);
        let n_positives = |rows: &[String]| rows.iter().filter(|label| *label == "1").count();
        assert_eq!(n_positives(&labels[..30]), 6);
        assert_eq!(n_positives(&labels[30..]), 2);
    }

    #[test]
    fn distinct_values_never_repeat_in_a_column() {
        let table = make_table(&plain());
        for attribute in 0..4 {
            let mut values = column(&table, attribute);
            values.sort();
            values.dedup();
            assert_eq!(values.len(), 40);
        }
    }

    #[test]
    fn repeating_values_are_as_many_as_asked() {
        let mut parameters = plain();
        parameters.values = Values::Repeating(5);
        parameters.lowest = -2;
        let mut values = column(&make_table(&parameters), 1);
        values.sort();
        values.dedup();
        assert_eq!(values, ["-1", "-2", "0", "1", "2"]);
    }

    #[test]
    fn the_asked_share_of_values_is_missing() {
        let mut parameters = plain();
        parameters.n_train = 2_000;
        parameters.missing = 0.25;
        let table = make_table(&parameters);
        let n_missing = table.train.matches('?').count();
        assert!((1_850..2_150).contains(&n_missing), "{n_missing}");
    }

    #[test]
    fn full_correlation_orders_informative_columns_by_label() {
        let mut parameters = plain();
        parameters.correlation = 1.0;
        parameters.n_informative = 4;
        let table = make_table(&parameters);
        let labels = column(&table, 4);
        for attribute in 0..4 {
            let values = column(&table, attribute);
            let mut rows: Vec<usize> = (0..30).collect();
            rows.sort_by_key(|&row| values[row].parse::<i64>().expect("values are numbers"));
            // Columns are the right way up and upside down in turn.
            if attribute % 2 == 1 {
                rows.reverse();
            }
            let ones: Vec<bool> = rows.iter().map(|&row| labels[row] == "1").collect();
            assert_eq!(ones[..24], [false; 24]);
            assert_eq!(ones[24..], [true; 6]);
        }
    }

    #[test]
    fn a_seed_decides_everything() {
        assert_eq!(make_table(&plain()), make_table(&plain()));
        let mut other = plain();
        other.seed = 2;
        assert_ne!(make_table(&other), make_table(&plain()));
    }
}
