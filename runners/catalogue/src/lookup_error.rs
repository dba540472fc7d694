//! Why something that somebody wrote names nothing.

use killrate_model::SubjectName;
use killrate_mutator::MutatorError;

/// Why something that somebody wrote names nothing.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A mutant that there is not.
    #[error(
        "subject `{subject}` has no mutant whose id contains `{text}`; correct the key `only` of the study, `killrate mutants {subject}` lists the ids"
    )]
    Mutant {
        /// Of which subject.
        subject: SubjectName,
        /// What was written.
        text: String,
    },
    /// A cell of a record that is not there.
    #[error("{0}")]
    Cell(String),
    /// The sources of a subject cannot be read.
    #[error(transparent)]
    Mutator(#[from] MutatorError),
}
