//! Running a study: every subject through all phases, and its rows into the record.

use killrate_catalogue::{Design, SubjectDesign};
use killrate_record::Record;

use crate::assemble::{Extra, add_subject, empty_record};
use crate::error::StudyError;
use crate::lines::trace_lines;
use crate::same_code::compare_code;
use crate::session::Session;
use crate::surroundings::Surroundings;
use crate::weave::while_building;

/// What must hold of a subject before its mutants are judged.
type Precondition<'a> = &'a dyn Fn(&mut Session<'_>) -> Result<(), StudyError>;

/// Runs a study to its end and gives its record.
///
/// # Errors
/// When a subject cannot be woven, its original is no basis, the harness fails, or somebody stops
/// it; every finished execution is kept for the next time.
pub fn run(design: &Design, surroundings: Surroundings<'_>) -> Result<Record, StudyError> {
    run_when(design, surroundings, &|_| Ok(()))
}

/// The same, where something must hold of each subject before any of its mutants is judged.
pub(crate) fn run_when(
    design: &Design,
    surroundings: Surroundings<'_>,
    precondition: Precondition<'_>,
) -> Result<Record, StudyError> {
    let mut record = empty_record(design, surroundings.executor.tier());
    while_building(design, surroundings, || {
        let mut subjects = design.subjects.iter();
        subjects.try_for_each(|subject| {
            run_subject(&mut record, design, subject, surroundings, precondition)
        })
    })?;
    Ok(record)
}

fn run_subject(
    record: &mut Record,
    design: &Design,
    subject: &SubjectDesign,
    surroundings: Surroundings<'_>,
    precondition: Precondition<'_>,
) -> Result<(), StudyError> {
    let mut session = Session::open(design, subject, surroundings)?;
    precondition(&mut session)?;
    let (cases, variants) = (session.all_cases(), session.variants());
    let of_mutants = session.judge(&cases, &variants)?;
    // These take builds of their own that no verdict needs, so the mutants come first.
    let mut extra = Extra::default();
    if design.records_lines {
        extra.lines = trace_lines(&session)?;
    }
    if design.records_same_code {
        extra.same_code = compare_code(&session)?;
    }
    add_subject(record, &mut session, of_mutants, extra);
    Ok(())
}
