//! Studies: manifests in, records out.
//!
//! A study names subjects, data sets, techniques and seeds. The phases are weave, baseline, plan,
//! execute, judge and record; each is a module, and everything random has a seed in the manifest.

mod ahead;
mod allowance;
mod assemble;
mod bench;
mod catalogue;
mod check;
mod check_functions;
mod check_rows;
mod design;
mod error;
mod event;
mod explain;
mod frozen;
mod function_properties;
mod inputs;
mod invariants;
mod lines;
mod listing;
pub mod manifest;
mod matrix;
mod metric_programs;
mod observer;
mod own_tests;
mod parts;
mod planned;
mod preview;
mod program;
mod property_sets;
mod refuse;
mod run;
mod same_code;
mod sampled;
mod scratch;
mod second;
mod session;
mod shard;
mod shard_folder;
mod sources;
mod stale;
mod verify_alarms;
mod verify_spared;
mod verify_weave;
mod whose_mutant;

pub use allowance::{FUEL_FLOOR, FUEL_MULTIPLE};
pub use bench::{Benched, NewProperty, bench_property};
pub use catalogue::{Catalogue, CatalogueError};
pub use check::{Checked, check};
pub use check_functions::{CheckedFunctions, CheckedRun, check_functions};
pub use design::{Design, SubjectDesign};
pub use error::StudyError;
pub use event::Event;
pub use explain::{Cell, Explanation, OneVerdict, RunStory, explain};
pub use frozen::{FrozenPlan, FrozenSubject, freeze};
pub use invariants::{
    LearnedInvariants, VerifiedInvariants, learn_invariants, trace_subject, verify_invariants,
};
pub use listing::listing;
pub use metric_programs::MetricProgram;
pub use observer::BaselineError;
pub use parts::{merge, run_shard};
pub use preview::{Preview, preview};
pub use property_sets::{SAVED, saved_lines};
pub use run::run;
pub use sampled::SampledDesign;
pub use scratch::Scratch;
pub use second::{SecondError, SecondProblem};
pub use session::Surroundings;
pub use shard::{ParseShardError, Shard};
pub use shard_folder::{ShardError, ShardFolder};
pub use stale::changes_since;
pub use verify_alarms::{AlarmCheck, AlarmRate, Compared, verify_alarms};
pub use verify_weave::{WeaveCheck, WeaveFindings, verify_weave};
