//! What cannot be said of a record whose tool stopped at the first killer of a mutant.

use crate::Table;

/// The tables that take a test that is not named as a killer for one that does not kill.
const ASSUMING: [&str; 9] = [
    "comparisons",
    "contributions",
    "curve",
    "dominators",
    "effects",
    "flips",
    "overlap",
    "properties",
    "unique",
];

/// Why they are left out, in a sentence.
pub(crate) const WHY: &str = "The tool stopped at the first killer of a mutant, so which other tests kill it is not \
     known: what compares tests, such as their rates, unique kills, Shapley values and dominators, is left out, and \
     the rate of the whole suite stands.";

/// What the rates of single tests are, in a sentence.
pub(crate) const WHY_LEAST: &str = "The tool stopped at the first killer of a mutant, so a test kills at least what is \
     counted here.";

/// Whether a table assumes that every killer is known.
pub(crate) fn assumes_all_killers(table: &str) -> bool {
    ASSUMING.contains(&table)
}

/// In place of a table that was asked for: the reason.
pub(crate) fn left_out(name: &'static str, question: &'static str) -> Table {
    let mut table = Table::new(name, "Left out", question).with_columns([("reason", "reason")]);
    table.rows.push(vec![crate::Cell::text(WHY)]);
    table
}
