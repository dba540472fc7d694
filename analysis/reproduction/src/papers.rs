//! The papers that there are.

use std::path::Path;

use killrate_analysis::{AnalysisError, Findings, Paper, Papers, Table, TableKind};

use crate::claims::{Claim, claim_tables};
use crate::issta09::ISSTA09;
use crate::originals;
use crate::thesis::{self, THESIS};
use crate::wu05::{self, WU05};

/// Every paper; the answer in words is told beside the first.
const WORKS: [&Paper; 3] = [&THESIS, &ISSTA09, &WU05];

/// Says, among others, what may be wrong with the comparison.
const README: &str = include_str!("../README.md");

/// The policy of records from before studies named theirs: all reports then counted
/// like this.
pub const UNNAMED_POLICY: &str = thesis::policies::ANY_DIFFERENCE;

/// The claims of every paper.
const CLAIMS: [&[&Claim]; 2] = [&thesis::CLAIMS, &wu05::claims::CLAIMS];

/// The claims of all papers, as a table.
const CLAIMS_TABLE: TableKind = TableKind {
    name: "claims",
    question: "Which claims of the papers does this record reproduce?",
    is_main: false,
    build,
};

/// The tables that say why the numbers of a record are not the papers'.
const DIFFERENCES: [&str; 4] = ["originals", "waterfall", "rules", "ruled-out"];

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let claims: Vec<&Claim> = CLAIMS
        .iter()
        .flat_map(|of_paper| *of_paper)
        .copied()
        .collect();
    claim_tables(findings, &CLAIMS_TABLE, &claims)
}

/// The papers, with the folder of their printed tables.
pub fn papers(folder: Option<&Path>) -> Papers {
    Papers {
        works: WORKS.to_vec(),
        tables: [&[&CLAIMS_TABLE][..], &originals::TABLES].concat(),
        differences: &DIFFERENCES,
        readme: README,
        folder: folder.map(Path::to_owned),
    }
}
