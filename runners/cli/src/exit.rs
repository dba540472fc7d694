//! Exit codes, one for each kind of failure.

use std::process::ExitCode;

use killrate_calls::CallsError;
use killrate_catalogue::CatalogueError;
use killrate_executor::{Fault, RunError};
use killrate_inference::Unsuitable;
use killrate_model::NameError;
use killrate_mt::MtError;
use killrate_mutator::MutatorError;
use killrate_record::RecordError;
use killrate_study::{ShardError, StudyError};

/// The harness itself failed.
pub(crate) const FAULT: u8 = 1;
/// What was typed does not make sense.
pub(crate) const USAGE: u8 = 2;
/// A manifest, a study, a subject or a record cannot be used.
pub(crate) const INVALID: u8 = 3;
/// The original is no basis for a study.
pub(crate) const UNSOUND: u8 = 4;
/// A record differs from its repetition or from another, or a number of a table is wrong.
pub(crate) const DIFFERS: u8 = 5;
/// A property of a program is violated.
pub(crate) const VIOLATED: u8 = 6;
/// Somebody pressed Ctrl-C or sent SIGTERM.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit code of an error.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    let of_study = |error: &StudyError| match error {
        StudyError::Catalogue(_)
        | StudyError::Plan(_)
        | StudyError::Arguments(_)
        | StudyError::Step(_)
        | StudyError::Lookup(_)
        | StudyError::NoData { .. }
        | StudyError::NoTests { .. }
        | StudyError::NotInStudy { .. }
        | StudyError::OtherRecord { .. } => INVALID,
        StudyError::Shard(error) => of_shards(error),
        StudyError::Mutator(error) => of_mutator(error),
        StudyError::Record(error) => of_record(error),
        StudyError::Baseline(_) | StudyError::AmongMany(_) => UNSOUND,
        StudyError::Interrupted { .. } => INTERRUPTED,
        StudyError::Fault(_) => FAULT,
    };
    let code = if let Some(error) = error.downcast_ref::<StudyError>() {
        of_study(error)
    } else if let Some(error) = error.downcast_ref::<MutatorError>() {
        of_mutator(error)
    } else if let Some(error) = error.downcast_ref::<RecordError>() {
        of_record(error)
    } else if let Some(error) = error.downcast_ref::<ShardError>() {
        of_shards(error)
    } else if let Some(Fault::File { source, .. }) = error.downcast_ref::<Fault>() {
        // The scratch folder cannot be opened; one that fails later is a fault of a study.
        of_io(source)
    } else if let Some(error) = error.downcast_ref::<MtError>() {
        of_mt(error)
    } else if let Some(error) = error.downcast_ref::<CallsError>() {
        of_calls(error)
    } else if error.is::<Unsuitable>() {
        UNSOUND
    } else if error.is::<Usage>() {
        USAGE
    } else if let Some(code) = of_analysis(error) {
        code
    } else if error.is::<CatalogueError>() || error.is::<Invalid>() || error.is::<NameError>() {
        INVALID
    } else if let Some(error) = error.downcast_ref::<std::io::Error>() {
        of_io(error)
    } else {
        // What has no kind of its own is no mistake that the user could mend.
        FAULT
    };
    ExitCode::from(code)
}

#[cfg(feature = "analysis")]
fn of_analysis(error: &anyhow::Error) -> Option<u8> {
    use killrate_analysis::AnalysisError;
    use killrate_reproduction::AuditError;

    if error.is::<AuditError>() {
        // Whatever an audit cannot do, another file can mend.
        return Some(INVALID);
    }
    error
        .downcast_ref::<AnalysisError>()
        .map(|error| match error {
            AnalysisError::Record(error) => of_record(error),
            AnalysisError::Frame(_) => FAULT,
            AnalysisError::Unknown { .. }
            | AnalysisError::NamedTwice { .. }
            | AnalysisError::NoRecord
            | AnalysisError::NotAlone { .. } => USAGE,
            AnalysisError::NeedsTechnique { .. }
            | AnalysisError::NotTogether { .. }
            | AnalysisError::NoPublished { .. }
            | AnalysisError::BadPublished { .. } => INVALID,
        })
}

#[cfg(not(feature = "analysis"))]
fn of_analysis(_error: &anyhow::Error) -> Option<u8> {
    None
}

fn of_mt(error: &MtError) -> u8 {
    match error {
        MtError::SourceFails { .. }
        | MtError::NoOutput { .. }
        | MtError::NotDeterministic { .. } => UNSOUND,
        // Why a placebo cannot be tested decides, as it would for the program.
        MtError::Placebo { source, .. } => of_mt(source),
        MtError::Run(RunError::Interrupted { .. }) => INTERRUPTED,
        MtError::Write { source, .. } => of_io(source),
        MtError::Fault(_) | MtError::Run(RunError::Fault(_)) => FAULT,
        // All others are about what somebody wrote, in a manifest or on the command line.
        _ => INVALID,
    }
}

fn of_calls(error: &CallsError) -> u8 {
    match error {
        CallsError::NotAFunction { .. }
        | CallsError::EndsTooOften { .. }
        | CallsError::DoesNotReturn { .. }
        | CallsError::Silent { .. } => UNSOUND,
        CallsError::Mutator(error) => of_mutator(error),
        CallsError::File { source, .. } => of_io(source),
        CallsError::Run(RunError::Interrupted { .. }) => INTERRUPTED,
        CallsError::Run(RunError::Fault(_)) => FAULT,
        // All others are about what somebody wrote.
        _ => INVALID,
    }
}

/// A path that somebody named may lead nowhere, or to what is not theirs, which is for them to mend; a
/// disk that is full or broken is not.
fn of_io(error: &std::io::Error) -> u8 {
    use std::io::ErrorKind;

    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::PermissionDenied
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::AlreadyExists
        | ErrorKind::NotADirectory
        | ErrorKind::IsADirectory
        | ErrorKind::InvalidFilename
        | ErrorKind::InvalidInput
        | ErrorKind::FileTooLarge => INVALID,
        _ => FAULT,
    }
}

fn of_record(error: &RecordError) -> u8 {
    match error {
        RecordError::Absent { .. }
        | RecordError::MissingFile { .. }
        | RecordError::Format { .. }
        | RecordError::Damaged { .. }
        | RecordError::NoName { .. }
        | RecordError::Foreign { .. } => INVALID,
        RecordError::Io { source, .. } => of_io(source),
        _ => FAULT,
    }
}

fn of_shards(error: &ShardError) -> u8 {
    match error {
        ShardError::Write { source, .. } => of_io(source),
        ShardError::NoPlan { .. }
        | ShardError::Unreadable { .. }
        | ShardError::OtherPlan { .. }
        | ShardError::Foreign { .. }
        | ShardError::Missing { .. }
        | ShardError::Damaged { .. } => INVALID,
    }
}

fn of_mutator(error: &MutatorError) -> u8 {
    match error {
        MutatorError::Copy(_) | MutatorError::Start(_) | MutatorError::Unattributed { .. } => FAULT,
        MutatorError::Package(_)
        | MutatorError::Placebo(_)
        | MutatorError::Check(_)
        | MutatorError::Module(_)
        | MutatorError::DoesNotCompile { .. }
        | MutatorError::TestsDoNotCompile { .. }
        | MutatorError::Cargo { .. }
        | MutatorError::KeepsState { .. }
        | MutatorError::NoMain { .. }
        | MutatorError::NoStandardLibrary { .. }
        | MutatorError::TooMany { .. }
        | MutatorError::Stale { .. }
        | MutatorError::MutantDoesNotCompile { .. } => INVALID,
    }
}

/// Something the user can mend that no library has an error for.
#[derive(Debug)]
pub(crate) struct Invalid(pub(crate) String);

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

/// What was typed does not make sense, in a way that the parser of arguments cannot know.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
