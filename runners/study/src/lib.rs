//! Studies: a design in, a record out.
//!
//! A subject goes through the phases in the order of the modules: [`weave`] makes its programs,
//! [`baseline`] runs the originals, [`plan`] makes and teaches the techniques, [`rounds`] answers what
//! they ask, [`judge`] and [`assemble`] turn their verdicts into rows. [`session`] is a subject on its
//! way, `run` takes all subjects of a study along it. The other modules are verbs that go a part of the
//! way. Everything random has a seed in the study's manifest.

mod assemble;
mod baseline;
mod bench;
mod bench_chains;
mod check_functions;
mod error;
mod event;
mod explain;
mod invariants;
mod judge;
mod lines;
mod plan;
mod rounds;
mod run;
mod same_code;
mod scratch;
mod session;
mod shards;
mod surroundings;
mod verify;
mod weave;

pub use baseline::{
    BaselineError, Difference, FUEL_FLOOR, FUEL_MULTIPLE, SLOW_MULTIPLE, SecondError, SecondProblem,
};
pub use bench::{Benched, NewProperty, bench_property};
pub use bench_chains::{BenchedChains, LONGEST_CHAINS, bench_chains};
pub use check_functions::{CheckedFunctions, CheckedRun, check_functions};
pub use error::StudyError;
pub use event::Event;
pub use explain::{Explanation, OneVerdict, RunStory, explain};
pub use invariants::{
    LearnedInvariants, VerifiedInvariants, learn_invariants, trace_subject, verify_invariants,
};
pub use plan::{Preview, preview};
pub use run::run;
pub use scratch::Scratch;
pub use shards::{
    FrozenPlan, FrozenSubject, MOST_SHARDS, ParseShardError, ParseShardsError, Shard, ShardError,
    ShardFolder, freeze, merge, parse_shards, run_shard,
};
pub use surroundings::Surroundings;
pub use verify::{AlarmRate, AlarmTrials, WeaveFindings, WeaveSample, verify_alarms, verify_weave};
