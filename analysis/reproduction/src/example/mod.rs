//! A made-up paper, which shows how one is added.

mod permuting_wins;
mod tests;

use std::path::Path;

use killrate_analysis::roles::{METAMORPHIC, PARTIAL_ORACLE};
use killrate_analysis::{AnalysisError, Paper, Published, Quantity, Topic};

use crate::claims::Claim;
use crate::tidy::Tidy;

/// The paper's claims.
pub(crate) const CLAIMS: [&Claim; 1] = [&permuting_wins::CLAIM];

/// Our name of its program, and the paper's.
const SUBJECT: (&str, &str) = ("sum", "Adder");
/// Our names of its techniques, and the paper's.
const TECHNIQUES: [(&str, &str); 2] = [(METAMORPHIC, "permuting"), (PARTIAL_ORACLE, "known_sums")];

const KILLS: &str = "summers99_1_kills.csv";

/// What the paper adds to the analysis of a record.
pub(crate) const SUMMERS99: Paper = Paper {
    name: "Summers",
    cited: "Summers (1999)",
    properties: None,
    policies: &[],
    tables: &[],
    views: &[],
    remarks: &[],
    read,
    as_printed: |_, _| Ok(None),
};

fn read(folder: &Path) -> Result<Published, AnalysisError> {
    let tidy = Tidy::read(folder, [KILLS])?;
    let mut published = Published::default();
    for (technique, name) in TECHNIQUES {
        let rate = tidy.rate(KILLS, &[("subject", SUBJECT.1)], ("technique", name));
        let quantity = Quantity::Technique {
            subject: SUBJECT.0.to_owned(),
            technique: technique.to_owned(),
        };
        published.rates.extend(rate.map(|rate| (quantity, rate)));
    }
    let notes = tidy.sources(KILLS);
    let subject = SUBJECT.0.to_owned();
    published.notes.insert(Topic::Techniques { subject }, notes);
    Ok(published)
}
