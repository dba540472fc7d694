//! Wu's iterative metamorphic testing (COMPSAC 2005).

pub(crate) mod claims;
mod names;
mod numbers;
mod sequences;

use std::path::Path;

use killrate_analysis::{AnalysisError, Paper, Placed, Published, Quantity, Rate, Topic};

use crate::tidy::{Tidy, number};
use names::{CHAINS, LONGER, SUBJECT};
pub(crate) use numbers::WuNumbers;
use sequences::SEQUENCES;

/// Table 3: scores of special cases and of one to five rounds.
const SCORES: &str = "wu05_3_mutation_scores.csv";

/// The mutants that Proteum made, and those that the paper found equivalent (section 4.2).
const N_MUTANTS: u64 = 1419;
const N_EQUIVALENT: u64 = 99;

/// The chains that start from what the paper's chains start from; those on negative values do not.
const COMPARABLE: [&str; 2] = [CHAINS, LONGER];

/// What the paper adds to the analysis of a record.
pub(crate) const WU05: Paper = Paper {
    name: "Wu",
    cited: "Wu (COMPSAC 2005)",
    properties: None,
    policies: &[],
    tables: &[Placed {
        after: "rounds",
        kind: &SEQUENCES,
    }],
    views: &[],
    remarks: &[],
    read,
    as_printed: |_, _| Ok(None),
};

fn read(folder: &Path) -> Result<Published, AnalysisError> {
    let tidy = Tidy::read(folder, [SCORES])?;
    let mut published = Published::default();
    for line in tidy.lines(SCORES) {
        let method = line.get("method").map_or("", String::as_str);
        let (Some(rounds), Some(n)) = (rounds(method), number(line, "detected")) else {
            continue;
        };
        let of = N_MUTANTS - N_EQUIVALENT;
        for property in COMPARABLE {
            let quantity = Quantity::Rounds {
                subject: SUBJECT.to_owned(),
                property: property.to_owned(),
                rounds,
            };
            published.rates.insert(quantity, Rate { n, of });
        }
    }
    let mut notes = tidy.sources(SCORES);
    if !notes.is_empty() {
        notes.push(format!(
            "Published scores are of {N_MUTANTS} mutants of a C program without {N_EQUIVALENT} equivalent ones, by \
             another tool: a comparison of shapes, not of the same mutants."
        ));
    }
    for property in COMPARABLE {
        let topic = Topic::Rounds {
            subject: SUBJECT.to_owned(),
            property: property.to_owned(),
        };
        published.notes.insert(topic, notes.clone());
    }
    Ok(published)
}

/// How many rounds a method of the table has; 0 for special cases alone.
fn rounds(method: &str) -> Option<u64> {
    match method.split_once("-iterative") {
        Some((rounds, _)) => rounds.parse().ok(),
        None => (method == "special case testing").then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_scores_are_read_with_their_denominator() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/published");
        let published = read(&folder).unwrap();
        let rate = |rounds| {
            published.rates[&Quantity::Rounds {
                subject: SUBJECT.to_owned(),
                property: CHAINS.to_owned(),
                rounds,
            }]
        };
        let score = |rounds| format!("{:.4}", rate(rounds).percent().unwrap() / 100.0);
        // As printed.
        let expected = ["0.8909", "0.8939", "0.9970", "0.9970", "0.9970", "0.9970"];
        assert_eq!([0, 1, 2, 3, 4, 5].map(score), expected);
    }
}
