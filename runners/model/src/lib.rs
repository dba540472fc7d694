//! The words of killrate, as types.
//!
//! Every other crate speaks in these: a *subject* has an *original* and *mutants*, techniques ask
//! for *executions* by way of *requests*, the executor answers with *observations*, and techniques
//! turn those into *verdicts*. Nothing here reads a file, starts a program or looks at a clock.

mod argument_number;
mod blob;
mod case;
mod check_tally;
mod checking;
mod complaint;
mod data_set;
mod digest;
mod function_test;
mod interface;
mod limits;
mod looks;
mod mutant;
mod name;
mod nearest;
mod observation;
mod program_name;
pub mod protocol;
mod reach;
mod request;
mod rng;
mod soundness;
mod spreadsheet;
mod verdict;

pub use argument_number::{ArgumentNumber, ArgumentNumberError};
pub use blob::Blob;
pub use case::Case;
pub use check_tally::CheckTally;
pub use checking::Checking;
pub use complaint::complaint;
pub use data_set::{DataSet, KnownCase};
pub use digest::{Digest, DigestBuilder, ParseDigestError};
pub use function_test::{CallOrder, Sandbox};
pub use interface::{FormatName, InputSpec, Interface, OutputSpec, Shows};
pub use limits::{Limit, Limits};
pub use looks::Looks;
pub use mutant::{Mutant, MutantClass, MutantId, MutantStatus, OperatorName, SiteKind, Variant};
pub use name::{
    DataSetName, InputName, NEUTRAL_POLICY, NameError, OutputName, PlaceboName, PolicyName,
    PropertyName, StudyName, SubjectName, TechniqueName,
};
pub use nearest::{hint, nearest};
pub use observation::{Exit, Observation};
pub use program_name::ProgramName;
pub use reach::Reach;
pub use request::{Probe, Request};
pub use rng::Rng;
pub use soundness::Soundness;
pub use spreadsheet::{guarded, unguarded};
pub use verdict::{Cause, Evidence, Reason, Verdict};
