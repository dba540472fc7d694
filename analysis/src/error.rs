//! Why a record cannot be analysed.

use std::path::PathBuf;

use killrate_record::RecordError;
use polars::error::PolarsError;

/// Why a record cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The record cannot be opened.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record opened, but its tables cannot be worked with.
    #[error("cannot analyse the record; `killrate verify` tells whether it is intact")]
    Frame(#[from] PolarsError),
    /// A technique that the policy is about did not judge a subject.
    #[error(
        "the policy `{policy}` needs the technique `{technique}` on `{subject}`, which the record \
         does not have; add it to the study, or use the policy `strict`"
    )]
    NeedsTechnique {
        /// The policy.
        policy: &'static str,
        /// What it needs.
        technique: &'static str,
        /// Where it is missing.
        subject: String,
    },
    /// No record is named.
    #[error("there is nothing to report on; name a study or the folder of a record")]
    NoRecord,
    /// Two records cannot be reported on together.
    #[error("cannot report on `{first}` and `{second}` together, because {why}")]
    NotTogether {
        /// The study of the one.
        first: String,
        /// The study of the other.
        second: String,
        /// What stands against it, and what to do.
        why: String,
    },
    /// There is nothing of this name.
    #[error("there is no {kind} `{name}`; {hint}")]
    Unknown {
        /// What was looked for.
        kind: &'static str,
        /// Its name.
        name: String,
        /// The nearest name, or all there are.
        hint: String,
    },
    /// Something is asked for twice.
    #[error("the {kind} `{name}` is named twice; name it once")]
    NamedTwice {
        /// What it is.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// What stands for several tables is asked for with others.
    #[error("`{name}` stands for several tables; name it alone, or the tables one by one")]
    NotAlone {
        /// Its name.
        name: String,
    },
    /// There is no folder of published tables.
    #[error(
        "there is no folder of published tables at `{}`; leave it out or name another",
        folder.display()
    )]
    NoPublished {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A published table cannot be read.
    #[error("cannot read the published table `{}`; compare it with its source", path.display())]
    BadPublished {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: csv::Error,
    },
}
