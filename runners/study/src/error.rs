//! Why a study did not finish.

use killrate_catalogue::{CatalogueError, LookupError};
use killrate_executor::{ArgumentError, Fault, RunError, StepError};
use killrate_model::{StudyName, SubjectName};
use killrate_mutator::MutatorError;
use killrate_record::RecordError;
use killrate_techniques::PlanError;

use crate::baseline::BaselineError;
use crate::shards::ShardError;

/// Why a study did not finish; each kind has its exit code in the command line.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A manifest, a name or a data file needs mending.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A mutant, a cell or a subject that there is not.
    #[error(transparent)]
    Lookup(LookupError),
    /// A subject cannot be woven.
    #[error(transparent)]
    Mutator(#[from] MutatorError),
    /// A technique does not fit its subject.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A subject is no basis for a study.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// Somebody stopped it.
    #[error(
        "interrupted with {n_finished} executions finished and {n_left} left; the same command goes on from here"
    )]
    Interrupted {
        /// Executions that are kept.
        n_finished: usize,
        /// Executions still to run.
        n_left: usize,
    },
    /// A subject does not take many inputs as it says.
    #[error(transparent)]
    AmongMany(RunError),
    /// The harness failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A subject that no study runs on anything.
    #[error(
        "no study runs subject `{subject}`, so there is no data to compare builds on; write a study that names it"
    )]
    NoData {
        /// Which subject.
        subject: SubjectName,
    },
    /// A subject without tests.
    #[error(
        "subject `{subject}` has no tests of its own to run; leave the technique `tests` out of the study"
    )]
    NoTests {
        /// Which subject.
        subject: SubjectName,
    },
    /// A subject that a study does not have.
    #[error("study `{study}` does not have subject `{subject}`; name one that has it")]
    NotInStudy {
        /// Which subject.
        subject: SubjectName,
        /// Which study.
        study: StudyName,
    },
    /// A record of another version of a subject.
    #[error(
        "the record of study `{study}` was made from another version of subject `{subject}`, its data or its mutants; run `killrate run {study}` again"
    )]
    OtherRecord {
        /// Which subject.
        subject: SubjectName,
        /// The study of the record.
        study: StudyName,
    },
    /// A request of a technique cannot be turned into a command line.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// A command before or after a program failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// Shards do not make a whole.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The record cannot be written or read.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<LookupError> for StudyError {
    fn from(error: LookupError) -> Self {
        match error {
            // Sources that cannot be read are the same error to the user wherever they were read
            // first.
            LookupError::Mutator(error) => Self::Mutator(error),
            error => Self::Lookup(error),
        }
    }
}

impl From<RunError> for StudyError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted { n_finished, n_left } => {
                Self::Interrupted { n_finished, n_left }
            }
            RunError::Arguments(error) => Self::Arguments(error),
            RunError::Step(error) => Self::Step(error),
            error @ RunError::DiffersAmongMany { .. } => Self::AmongMany(error),
            RunError::Fault(fault) => Self::Fault(fault),
        }
    }
}
