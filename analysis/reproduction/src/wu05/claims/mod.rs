//! The paper's claims.

mod negative_values;
mod only_chains;
mod saturation;

use crate::claims::{Claim, Decided, Decision};

/// Every claim, in the order of their numbers.
pub(crate) const CLAIMS: [&Claim; 3] = [
    &saturation::CLAIM,
    &only_chains::CLAIM,
    &negative_values::CLAIM,
];

/// The study that has what they are about.
const STUDIES: &[&str] = &["wu-2005"];

/// What a claim comes to without what it is about.
fn absent(what: &str) -> Decided {
    Decided {
        figures: Vec::new(),
        statistics: Vec::new(),
        decision: Decision::NotInStudy,
        reason: format!("{what} not in the record"),
    }
}
