//! What the verdicts of each technique took.

use killrate_record::CostRow;
use killrate_rounds::Dialogue;

use crate::rounds::{Known, Ledger};
use crate::session::Session;

/// One row per technique; an execution that several techniques share counts once for each of them.
///
/// What placebos took is no cost of finding mutants, and left out.
pub(crate) fn costs(session: &Session<'_>, dialogues: &[Dialogue<Known>]) -> Vec<CostRow> {
    let planned = &session.planned;
    let row = |index: usize| {
        let is_own = |one: &&Dialogue<Known>| {
            planned.cases[one.case].technique == index && !session.is_placebo(one.variant)
        };
        let ledger = Ledger::of(dialogues.iter().filter(is_own));
        CostRow {
            subject: session.subject.manifest.name.clone(),
            technique: planned.techniques[index].name().clone(),
            n_asked: ledger.n_asked,
            n_distinct: ledger.n_distinct,
            n_saved: ledger.n_saved,
            n_cached: ledger.n_cached,
            n_run: ledger.n_run,
            cpu_seconds: ledger.cpu.as_secs_f64(),
        }
    };
    (0..planned.techniques.len()).map(row).collect()
}
