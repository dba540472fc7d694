//! Running a study: weave, observe the original, plan, execute, judge, and put the rows together.

use std::collections::BTreeMap;

use killrate_record::{
    FORMAT, LimitsPolicy, Provenance, Record, StudyProvenance, SubjectProvenance,
};

use crate::ahead::while_building;
use crate::allowance::{FUEL_FLOOR, FUEL_MULTIPLE};
use crate::assemble::{SubjectRows, assemble};
use crate::design::{Design, SubjectDesign};
use crate::error::StudyError;
use crate::event::Event;
use crate::lines::trace_lines;
use crate::matrix::Matrix;
use crate::own_tests;
use crate::preview::count_saved;
use crate::same_code::compare_code;
use crate::session::{Session, Surroundings, weave_options};

/// What must hold of a subject before its mutants are run.
type Check<'a> = &'a dyn Fn(&Session<'_>) -> Result<(), StudyError>;

/// Runs a study to its end and gives its record.
///
/// # Errors
/// When a subject cannot be woven, its original is no basis, the harness fails, or somebody stops
/// it; every finished execution is kept for the next time.
pub fn run(design: &Design, surroundings: Surroundings<'_>) -> Result<Record, StudyError> {
    run_checked(design, surroundings, &|_| Ok(()))
}

/// The same, with a check of each subject before any of its mutants is run.
pub(crate) fn run_checked(
    design: &Design,
    surroundings: Surroundings<'_>,
    check: Check<'_>,
) -> Result<Record, StudyError> {
    let mut record = Record {
        provenance: provenance(design, surroundings.executor.tier()),
        mutants: Vec::new(),
        reach: Vec::new(),
        lines: Vec::new(),
        same_code: Vec::new(),
        verdicts: Vec::new(),
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
    };
    let subjects = while_building(design, surroundings, || {
        let subjects = design.subjects.iter();
        let run = |subject| run_subject(design, subject, surroundings, check);
        subjects.map(run).collect::<Result<Vec<_>, _>>()
    })?;
    for (subject, (rows, toolchain)) in design.subjects.iter().zip(subjects) {
        let provenance = &mut record.provenance;
        provenance.toolchain = toolchain;
        let name = subject.manifest.name.clone();
        provenance
            .subjects
            .insert(name, SubjectProvenance::clone(&rows.provenance));
        provenance.properties.extend(rows.properties);
        provenance.invariants.extend(rows.invariants);
        provenance.checks.extend(rows.checks);
        record.mutants.extend(rows.mutants);
        record.reach.extend(rows.reach);
        record.lines.extend(rows.lines);
        record.same_code.extend(rows.same_code);
        record.verdicts.extend(rows.verdicts);
        record.skipped.extend(rows.skipped);
        record.costs.extend(rows.costs);
        record.check_costs.extend(rows.check_costs);
        let calibrations = &mut record.provenance.calibrations;
        calibrations.extend(rows.calibrations);
    }
    Ok(record)
}

fn run_subject(
    design: &Design,
    subject: &SubjectDesign,
    surroundings: Surroundings<'_>,
    check: Check<'_>,
) -> Result<(SubjectRows, String), StudyError> {
    let mut session = Session::open(design, subject, surroundings)?;
    check(&session)?;
    let options = weave_options(design, subject, surroundings.scratch);
    let tests = own_tests::open(&session, &options, surroundings)?;
    let name = &subject.manifest.name;
    let variants = session.variants();
    (surroundings.on_event)(Event::Executing {
        subject: name.clone(),
        n_saved: count_saved(&session, &variants),
    });
    let matrix = Matrix::observe(variants, &session.planned, &mut session.observer)?;
    (surroundings.on_event)(Event::Judging {
        subject: name.clone(),
        n_verdicts: matrix.variants.len() * session.planned.cases.len(),
    });
    let judged = matrix.judge(&session.planned);
    session.metrics.check()?;
    let lines = match design.records_lines {
        true => trace_lines(design, &session, surroundings)?,
        false => Vec::new(),
    };
    let mut rows = assemble(&session, &matrix, judged, lines);
    if design.records_same_code {
        rows.same_code = compare_code(design, &session, surroundings)?;
    }
    own_tests::run(&session, tests, surroundings, &mut rows)?;
    Ok((rows, session.woven.toolchain.clone()))
}

fn provenance(design: &Design, tier: &str) -> Provenance {
    Provenance {
        format: FORMAT,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        toolchain: String::new(),
        study: StudyProvenance {
            name: design.name.clone(),
            digest: design.digest,
        },
        seed: design.seed,
        subjects: BTreeMap::new(),
        limits: LimitsPolicy {
            fuel_multiple: FUEL_MULTIPLE,
            fuel_floor: FUEL_FLOOR,
        },
        sandbox: tier.to_owned(),
        properties: Vec::new(),
        calibrations: Vec::new(),
        invariants: Vec::new(),
        checking: design.subjects.iter().find_map(|subject| subject.checking),
        checks: Vec::new(),
    }
}
