//! From one subject's session to the rows of a record.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{DataSet, Mutant, MutantId, MutantStatus, PropertyName, Request, Variant};
use killrate_record::{
    Basis, CalibrationProvenance, CheckCostRow, CheckProvenance, CostRow, InvariantsProvenance,
    LineRow, MutantRow, PropertyProvenance, ReachRow, SameCodeRow, SkippedRow, SubjectProvenance,
    VariantId, VerdictRow,
};
use killrate_statistics::{Calibration, clopper_pearson};
use killrate_techniques::TechniqueKind;

use crate::check_rows::{check_costs, checks};
use crate::matrix::{Judged, Matrix};
use crate::observer::Seen;
use crate::planned::Planned;
use crate::session::Session;

/// The rows of one subject.
pub(crate) struct SubjectRows {
    pub(crate) provenance: SubjectProvenance,
    pub(crate) properties: Vec<PropertyProvenance>,
    pub(crate) invariants: Vec<InvariantsProvenance>,
    pub(crate) checks: Vec<CheckProvenance>,
    pub(crate) mutants: Vec<MutantRow>,
    pub(crate) reach: Vec<ReachRow>,
    pub(crate) lines: Vec<LineRow>,
    pub(crate) same_code: Vec<SameCodeRow>,
    pub(crate) verdicts: Vec<VerdictRow>,
    pub(crate) skipped: Vec<SkippedRow>,
    pub(crate) costs: Vec<CostRow>,
    pub(crate) check_costs: Vec<CheckCostRow>,
    pub(crate) calibrations: Vec<CalibrationProvenance>,
}

/// All rows of one subject.
pub(crate) fn assemble(
    session: &Session<'_>,
    matrix: &Matrix,
    judged: Vec<Judged>,
    lines: Vec<LineRow>,
) -> SubjectRows {
    let subject = &session.subject.manifest.name;
    SubjectRows {
        provenance: provenance(session),
        properties: properties(session),
        invariants: invariants(session),
        checks: checks(session),
        mutants: session
            .mutants
            .iter()
            .map(|mutant| MutantRow::new(subject.clone(), mutant))
            .collect(),
        reach: reach(session),
        lines,
        same_code: Vec::new(),
        verdicts: verdicts(session, &session.planned, matrix, judged),
        skipped: skipped(session, &session.planned),
        costs: costs(session, &session.planned, matrix),
        check_costs: check_costs(session),
        calibrations: calibrations(session),
    }
}

fn provenance(session: &Session<'_>) -> SubjectProvenance {
    let digests = |data_set: &DataSet| {
        let inputs = data_set.inputs.iter();
        let inputs = inputs
            .map(|(name, blob)| (name.clone(), blob.digest()))
            .collect();
        (data_set.name.clone(), inputs)
    };
    let known = session
        .subject
        .known_cases
        .iter()
        .map(|known_case| &known_case.data_set);
    let n_woven = session
        .mutants
        .iter()
        .filter(|m| m.status == MutantStatus::Woven)
        .count();
    SubjectProvenance {
        source: session.source_digest,
        woven: session.woven.digest,
        n_made: count(session.mutants.len()),
        n_woven: count(n_woven),
        n_alone: count(session.woven.alone.len()),
        data_sets: session
            .subject
            .data_sets
            .iter()
            .chain(known)
            .map(digests)
            .collect(),
    }
}

fn properties(session: &Session<'_>) -> Vec<PropertyProvenance> {
    let subject = session.subject;
    let row = |kind: TechniqueKind, name: &PropertyName, text: String| PropertyProvenance {
        subject: subject.manifest.name.clone(),
        technique: kind.technique_name(),
        name: name.clone(),
        text,
    };
    let metamorphic = subject.properties.iter();
    let mut rows: Vec<PropertyProvenance> = metamorphic
        .map(|(name, property)| row(TechniqueKind::Metamorphic, name, property.to_string()))
        .collect();
    let sampled = subject
        .techniques
        .iter()
        .filter(|kind| kind.takes_samples());
    rows.extend(sampled.flat_map(|&kind| {
        let properties = subject.sampled.properties(kind).iter();
        properties.map(move |(name, property)| row(kind, name, property.to_string()))
    }));
    if subject.checking.is_some() {
        let checked = session.woven.function_properties.iter();
        rows.extend(checked.map(|property| {
            let text = property.text.clone();
            row(
                TechniqueKind::RuntimeChecking,
                &property.property_name(),
                text,
            )
        }));
    }
    rows
}

/// What calibrated techniques learnt from the original.
fn calibrations(session: &Session<'_>) -> Vec<CalibrationProvenance> {
    let subject = &session.subject.manifest.name;
    let techniques = session.planned.techniques.iter();
    let learnt = techniques.flat_map(|technique| {
        let cases = technique.calibrations();
        cases
            .into_iter()
            .map(|case| (technique.name().clone(), case))
    });
    learnt
        .map(|(technique, case)| {
            let Calibration {
                level,
                threshold,
                n_trials,
                n_alarms,
            } = case.calibration;
            CalibrationProvenance {
                subject: subject.clone(),
                technique,
                property: case.property,
                data_set: case.data_set,
                seed: case.seed,
                level,
                threshold,
                n_trials,
                n_alarms,
                rate_bound: clopper_pearson(n_alarms, n_trials)
                    .map_or(1.0, |interval| interval.high),
            }
        })
        .collect()
}

/// What each technique of the session learned of the original.
fn invariants(session: &Session<'_>) -> Vec<InvariantsProvenance> {
    let techniques = session.planned.techniques.iter();
    techniques
        .filter_map(|technique| {
            let teaching = technique.teaching()?;
            let bound = teaching.false_alarms.upper_bound();
            Some(InvariantsProvenance {
                subject: session.subject.manifest.name.clone(),
                technique: technique.name().clone(),
                n_functions: teaching.n_functions,
                n_calls: teaching.n_calls,
                n_candidates: teaching.n_candidates,
                n_kept: teaching.kept.len() as u64,
                n_keeping_runs: teaching.n_keeping_runs,
                n_held_out_runs: teaching.false_alarms.n_runs,
                n_held_out_alarmed: teaching.false_alarms.n_alarmed,
                held_out_bound_ppm: bound.map(|bound| (bound * 1e6).ceil() as u32),
            })
        })
        .collect()
}

fn reach(session: &Session<'_>) -> Vec<ReachRow> {
    let subject = &session.subject.manifest;
    let known = session
        .subject
        .known_cases
        .iter()
        .map(|known_case| &known_case.data_set);
    let mut rows = Vec::new();
    for data_set in session.subject.data_sets.iter().chain(known) {
        let request = Request::source(&subject.interface, data_set);
        let Some(reach) = &session.observer.known(&request).reach else {
            continue;
        };
        let is_probed = |mutant: &&Mutant| !session.woven.alone.contains_key(&mutant.number);
        for mutant in woven(&session.mutants).filter(is_probed) {
            rows.push(ReachRow {
                subject: subject.name.clone(),
                mutant: mutant.id.clone(),
                data_set: data_set.name.clone(),
                reached: reach.is_reached(mutant.number),
                infected: reach.is_infected(mutant.number),
            });
        }
    }
    rows
}

/// What was concluded of every case of a plan on every variant.
pub(crate) fn verdicts(
    session: &Session<'_>,
    planned: &Planned,
    matrix: &Matrix,
    judged: Vec<Judged>,
) -> Vec<VerdictRow> {
    let ids: BTreeMap<u32, &MutantId> = session
        .mutants
        .iter()
        .map(|mutant| (mutant.number, &mutant.id))
        .collect();
    let row = |judged: Judged| {
        let case = &planned.cases[judged.case].case;
        VerdictRow {
            subject: session.subject.manifest.name.clone(),
            variant: match matrix.variants[judged.variant] {
                Variant::Original => VariantId::Original,
                Variant::Mutant(number) => VariantId::Mutant(ids[&number].clone()),
            },
            technique: case.technique.clone(),
            property: case.property.clone(),
            data_set: case.data_set.clone(),
            seed: case.seed,
            verdict: judged.verdict,
            basis: judged.basis,
        }
    };
    judged.into_iter().map(row).collect()
}

/// What a plan could not apply.
pub(crate) fn skipped(session: &Session<'_>, planned: &Planned) -> Vec<SkippedRow> {
    let row = |skipped: &killrate_techniques::Skipped| SkippedRow {
        subject: session.subject.manifest.name.clone(),
        technique: skipped.technique.clone(),
        property: skipped.property.clone(),
        data_set: skipped.data_set.clone(),
        reason: skipped.reason.clone(),
    };
    planned.skipped.iter().map(row).collect()
}

/// The ledger: what each technique's cases asked for, and what became of it.
///
/// An execution that several techniques share counts once for each of them.
pub(crate) fn costs(session: &Session<'_>, planned: &Planned, matrix: &Matrix) -> Vec<CostRow> {
    let n_variants = matrix.variants.len() as u64;
    let mut rows = Vec::new();
    for (index, technique) in planned.techniques.iter().enumerate() {
        let cases = || planned.cases.iter().filter(|case| case.technique == index);
        let n_asked: usize = cases().map(|case| case.requests.len()).sum();
        let distinct: BTreeSet<usize> = cases().flat_map(|case| case.requests.clone()).collect();
        let mut row = CostRow {
            subject: session.subject.manifest.name.clone(),
            technique: technique.name().clone(),
            n_asked: n_asked as u64 * n_variants,
            n_distinct: distinct.len() as u64 * n_variants,
            n_saved: 0,
            n_cached: 0,
            n_run: 0,
            cpu_seconds: 0.0,
        };
        let rounds: Vec<&Seen> = matrix
            .rounds(|case| planned.cases[case].technique == index)
            .collect();
        row.n_asked += rounds.len() as u64;
        row.n_distinct += rounds.len() as u64;
        let planned_runs = (0..matrix.variants.len()).flat_map(|variant| {
            distinct
                .iter()
                .map(move |&request| matrix.seen(variant, request))
        });
        for seen in planned_runs.chain(rounds.into_iter().map(Some)) {
            let Some(seen) = seen else {
                row.n_saved += 1;
                continue;
            };
            match (seen.basis, seen.was_cached) {
                (Basis::NotReached | Basis::NotInfected, _) => row.n_saved += 1,
                (Basis::Run, true) => row.n_cached += 1,
                (Basis::Run, false) => {
                    row.n_run += 1;
                    row.cpu_seconds += seen.cost.cpu.as_secs_f64();
                }
            }
        }
        rows.push(row);
    }
    rows
}

fn woven(mutants: &[Mutant]) -> impl Iterator<Item = &Mutant> {
    mutants
        .iter()
        .filter(|mutant| mutant.status == MutantStatus::Woven)
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("mutants are numbered by u32")
}
