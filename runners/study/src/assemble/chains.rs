//! How far techniques have tried chains of properties.

use std::collections::BTreeMap;

use killrate_model::{MutantId, Variant};
use killrate_record::{ChainRow, VariantId};
use killrate_rounds::Dialogue;
use killrate_techniques::Depth;
use rayon::prelude::*;

use crate::rounds::Known;
use crate::session::Session;

/// A row for every depth that a dialogue tried.
pub(crate) fn chains(session: &Session<'_>, dialogues: &[Dialogue<Known>]) -> Vec<ChainRow> {
    let changed = session.changed();
    let ids: BTreeMap<u32, &MutantId> = changed.map(|mutant| (mutant.number, &mutant.id)).collect();
    let planned = &session.planned;
    let rows = |dialogue: &Dialogue<Known>| -> Vec<ChainRow> {
        let case = &planned.cases[dialogue.case].case;
        let technique = planned.technique_of(dialogue.case);
        let explored = technique.explored(case, &dialogue.transcript);
        let depths = explored.unwrap_or_default().depths.into_iter();
        let row = |depth: Depth| ChainRow {
            subject: session.subject.manifest.name.clone(),
            variant: match dialogue.variant {
                Variant::Original => VariantId::Original,
                Variant::Mutant(number) => VariantId::Mutant(ids[&number].clone()),
            },
            technique: case.technique.clone(),
            property: case.property.clone(),
            data_set: case.data_set.clone(),
            seed: case.seed,
            depth: depth.depth,
            n_candidates: depth.n_candidates,
            n_left_out: depth.n_left_out,
            n_infeasible: depth.n_infeasible,
            n_repeated: depth.n_repeated,
            n_tests: depth.n_tests,
            n_unanswered: depth.n_unanswered,
            n_violated: depth.n_violated,
            n_failed: depth.n_failed,
            failing: (!depth.failing.is_empty()).then(|| depth.failing.join(ChainRow::BETWEEN)),
        };
        depths.map(row).collect()
    };
    // Every relation is judged once more, which is worth all threads.
    dialogues.par_iter().flat_map_iter(rows).collect()
}
