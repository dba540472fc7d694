//! The files people write: subjects, data sets, studies, and programs for `mt`, as TOML.

mod data_set;
mod load;
mod program;
mod study;
mod subject;

pub use data_set::{DataSetManifest, FileEntry};
pub use load::{ManifestError, load};
pub use program::{
    Attached, CommandPlacebo, DataEntry, DeployEntry, FunctionEntry, FunctionKind, InputEntry,
    LimitsEntry, Order, OutputEntry, PhaseEntry, ProgramManifest, Sent,
};
pub use study::{
    Changes, CheckingEntry, IterativeEntry, SamplingEntry, StudyManifest, StudySubject,
};
pub use subject::{
    BuildEntry, HeuristicEntry, KnownCaseEntry, Measures, MetricEntry, PlaceboEntry, SecondEntry,
    StatisticalEntry, SubjectManifest,
};
