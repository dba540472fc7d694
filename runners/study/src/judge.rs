//! The fourth phase: verdicts, as a record has them.

use std::collections::BTreeMap;

use killrate_model::{MutantId, Variant};
use killrate_record::{Basis, SkippedRow, VariantId, VerdictRow};
use killrate_rounds::Dialogue;
use killrate_techniques::Skipped;

use crate::rounds::Known;
use crate::session::Session;

/// The row of every verdict.
pub(crate) fn verdicts(
    session: &Session<'_>,
    dialogues: impl IntoIterator<Item = Dialogue<Known>>,
) -> Vec<VerdictRow> {
    let ids: BTreeMap<u32, &MutantId> = session
        .changed()
        .map(|mutant| (mutant.number, &mutant.id))
        .collect();
    let row = |dialogue: Dialogue<Known>| {
        let case = &session.planned.cases[dialogue.case].case;
        VerdictRow {
            subject: session.subject.manifest.name.clone(),
            variant: match dialogue.variant {
                Variant::Original => VariantId::Original,
                Variant::Mutant(number) => VariantId::Mutant(ids[&number].clone()),
            },
            technique: case.technique.clone(),
            property: case.property.clone(),
            data_set: case.data_set.clone(),
            seed: case.seed,
            basis: basis(&dialogue),
            verdict: dialogue.verdict,
        }
    };
    dialogues.into_iter().map(row).collect()
}

/// How a verdict is known: by running the variant if anything was run for it, else by the probe.
pub(crate) fn basis(dialogue: &Dialogue<Known>) -> Basis {
    let bases = || dialogue.how.iter().filter_map(|known| known.basis);
    // Nothing was asked of the variant where the original already stood in the way.
    let is_run = bases().next().is_none() || bases().any(|basis| basis == Basis::Run);
    if is_run {
        Basis::Run
    } else if bases().all(|basis| basis == Basis::NotReached) {
        Basis::NotReached
    } else {
        // Where some of the runs reached the mutant and some did not, only the weaker claim holds
        // of all.
        Basis::NotInfected
    }
}

/// What could not be applied.
pub(crate) fn skipped(session: &Session<'_>) -> Vec<SkippedRow> {
    let row = |skipped: &Skipped| SkippedRow {
        subject: session.subject.manifest.name.clone(),
        technique: skipped.technique.clone(),
        property: skipped.property.clone(),
        data_set: skipped.data_set.clone(),
        reason: skipped.reason.clone(),
    };
    session.planned.skipped.iter().map(row).collect()
}
