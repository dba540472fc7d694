//! The record of a study, subject by subject.

use std::collections::BTreeMap;

use killrate_catalogue::Design;
use killrate_record::{
    FORMAT, LimitsPolicy, LineRow, MutantRow, Provenance, Record, SameCodeRow, StudyProvenance,
};
use killrate_rounds::Dialogue;

use super::burnt::burnt;
use super::chains::chains;
use super::checks::{check_costs, checks};
use super::costs::costs;
use super::facts::{calibrations, invariants};
use super::outputs::outputs;
use super::reach::reach;
use super::subject::{properties, provenance};
use crate::baseline::{FUEL_FLOOR, SLOW_MULTIPLE, fuel_multiple};
use crate::judge::{skipped, verdicts};
use crate::rounds::Known;
use crate::session::Session;

/// What a study may want to know of a subject besides verdicts.
#[derive(Default)]
pub(crate) struct Extra {
    pub(crate) lines: Vec<LineRow>,
    pub(crate) same_code: Vec<SameCodeRow>,
}

/// The record of a study before any subject is in it.
pub(crate) fn empty_record(design: &Design, tier: &str) -> Record {
    let provenance = Provenance {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        // No compiler was called yet; the toolchain is filled in when the first subject is added.
        toolchain: String::new(),
        study: StudyProvenance {
            name: design.name.clone(),
            digest: design.digest,
            policy: Some(design.policy.clone()),
        },
        seed: design.seed,
        subjects: BTreeMap::new(),
        limits: LimitsPolicy {
            fuel_multiple: fuel_multiple(design),
            fuel_floor: FUEL_FLOOR,
            slow_multiple: Some(SLOW_MULTIPLE),
        },
        sandbox: tier.to_owned(),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        // The setting is one of the study, so every subject that has it has the same.
        checking: design.subjects.iter().find_map(|subject| subject.checking),
        checks: Vec::new(),
    };
    Record {
        provenance,
        mutants: Vec::new(),
        reach: Vec::new(),
        fuel: Vec::new(),
        outputs: Vec::new(),
        lines: Vec::new(),
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts: Vec::new(),
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
    }
}

/// Adds everything about a subject to a record: its dialogues with the mutants become verdicts beside
/// those with the original.
pub(crate) fn add_subject(
    record: &mut Record,
    session: &mut Session<'_>,
    of_mutants: Vec<Dialogue<Known>>,
    extra: Extra,
) {
    let name = session.subject.manifest.name.clone();
    let mut dialogues = std::mem::take(&mut session.of_original);
    dialogues.extend(of_mutants);
    let session = &*session;
    record.fuel.extend(burnt(session, &dialogues));
    record.outputs.extend(outputs(session, &dialogues));
    record.chains.extend(chains(session, &dialogues));
    // Costs are counted before the verdicts, which consume the dialogues.
    record.costs.extend(costs(session, &dialogues));
    record.verdicts.extend(verdicts(session, dialogues));
    record.skipped.extend(skipped(session));
    let mutants = session
        .changed()
        .map(|mutant| MutantRow::new(name.clone(), mutant));
    record.mutants.extend(mutants);
    record.reach.extend(reach(session));
    record.lines.extend(extra.lines);
    record.same_code.extend(extra.same_code);
    record.check_costs.extend(check_costs(session));
    let told = &mut record.provenance;
    told.toolchain.clone_from(&session.woven.toolchain);
    told.subjects.insert(name, provenance(session));
    told.properties.extend(properties(session));
    told.invariants.extend(invariants(session));
    told.checks.extend(checks(session));
    told.calibrations.extend(calibrations(session));
}
