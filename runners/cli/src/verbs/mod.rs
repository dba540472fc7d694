//! The verbs, one file each.

#[cfg(feature = "analysis")]
pub(crate) mod audit;
#[cfg(feature = "analysis")]
pub(crate) mod bench_property;
pub(crate) mod check;
pub(crate) mod check_functions;
pub(crate) mod cluster;
#[cfg(feature = "analysis")]
pub(crate) mod diff;
pub(crate) mod explain;
mod explain_short;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod infer;
pub(crate) mod init;
mod init_files;
pub(crate) mod invariants;
pub(crate) mod list;
pub(crate) mod merge;
pub(crate) mod mt;
pub(crate) mod mutants;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod run;
mod run_functions;
pub(crate) mod verify;
