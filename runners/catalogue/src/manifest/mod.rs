//! The files people write: subjects, data sets and studies, as TOML.

mod data_set;
mod load;
mod study;
mod subject;

pub use data_set::{DataSetManifest, FileEntry};
pub use load::{ManifestError, load};
pub use study::{Changes, CheckingEntry, SamplingEntry, StudyManifest, StudySubject};
pub use subject::{
    BuildEntry, HeuristicEntry, KnownCaseEntry, Measures, MetricEntry, SecondEntry,
    StatisticalEntry, SubjectManifest,
};
