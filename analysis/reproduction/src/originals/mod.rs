//! The papers' own programs, mutated, beside ours and what the papers print.
//!
//! Why rates differ is asked here: how many mutants fall under each rule about which of them count, on
//! our programs and on the originals, and what each cause adds.

mod kills;
mod ruled_out;
mod rules;
mod side_by_side;
mod waterfall;
#[cfg(test)]
mod why;

use killrate_analysis::{AnalysisError, Findings, TableKind};

use kills::Kills;

/// The tables, which stand in a section of the page together.
pub(crate) const TABLES: [&TableKind; 4] = [
    &rules::RULES,
    &side_by_side::ORIGINALS,
    &waterfall::WATERFALL,
    &ruled_out::RULED_OUT,
];

/// A program of ours, and the papers' that it was written after.
struct Program {
    ours: &'static str,
    original: &'static str,
}

/// The programs of the thesis's first study of which the originals were mutated.
const PROGRAMS: [Program; 3] = [
    Program {
        ours: "c45",
        original: "c45-release-8",
    },
    Program {
        ours: "martirank",
        original: "martirank-c",
    },
    Program {
        ours: "svm",
        original: "weka-smo",
    },
];

/// The kills on our programs and on the originals, where a record has all of the former.
fn both(findings: &Findings) -> Result<Option<(Kills, Kills)>, AnalysisError> {
    let is_there = |program: &Program| findings.subjects.iter().any(|name| name == program.ours);
    if !PROGRAMS.iter().all(is_there) {
        return Ok(None);
    }
    let Some(originals) = Kills::kept(&findings.papers)? else {
        return Ok(None);
    };
    let ours = Kills::of_record(findings)?;
    Ok(Some((ours, originals)))
}
