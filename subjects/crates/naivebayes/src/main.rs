//! Classifies the rows of a table: `naivebayes-driver TRAIN TEST PREDICTIONS SCORES`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use naivebayes::NaiveBayes;

/// A table of comma-separated values: the header, then rows whose last value is the label.
struct Table {
    rows: Vec<(Vec<String>, String)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [train, test, predictions, scores] = arguments.as_slice() else {
        return Err("usage: naivebayes-driver TRAIN TEST PREDICTIONS SCORES".into());
    };
    let mut classifier = NaiveBayes::new();
    for (tokens, label) in Table::read(&fs::read_to_string(train)?).rows {
        classifier.train(&tokens, &label);
    }
    let (mut predicted, mut scored) = (String::new(), String::new());
    for (tokens, _) in Table::read(&fs::read_to_string(test)?).rows {
        let (label, score) = best(&mut classifier, &tokens).ok_or("nothing was learnt")?;
        writeln!(predicted, "{label}")?;
        writeln!(scored, "{score}")?;
    }
    fs::write(predictions, predicted)?;
    fs::write(scores, scored)?;
    Ok(())
}

/// The likeliest label, the first by name of equal ones, with its logarithmic score.
///
/// The library goes through sets in no particular order, so the last digits of its sums vary; they
/// are cut off before anything is compared.
fn best(classifier: &mut NaiveBayes, tokens: &Vec<String>) -> Option<(String, f64)> {
    let scores = classifier.log_classify(tokens);
    let rounded = scores
        .into_iter()
        .map(|(label, score)| (label, round(score)));
    rounded.min_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| a.cmp(b)))
}

fn round(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}

impl Table {
    /// Reads a table; a token is a column and a value, and missing values have none.
    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let row = |line: &str| {
            let mut values: Vec<&str> = line.split(',').collect();
            let label = values.pop().unwrap_or_default().to_owned();
            let named = header.iter().zip(values).filter(|(_, value)| *value != "?");
            let tokens = named.map(|(column, value)| format!("{column}={value}"));
            (tokens.collect(), label)
        };
        Self {
            rows: lines.map(row).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_that_only_one_label_has_decides() {
        let table = Table::read("colour,size,kind\nred,1,apple\nblue,1,plum\nblue,?,plum\n");
        let mut classifier = NaiveBayes::new();
        for (tokens, label) in &table.rows {
            classifier.train(tokens, label);
        }
        let labels: Vec<String> = table
            .rows
            .iter()
            .filter_map(|(tokens, _)| best(&mut classifier, tokens))
            .map(|(label, _)| label)
            .collect();
        assert_eq!(labels, ["apple", "plum", "plum"]);
    }
}
