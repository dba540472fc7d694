//! The techniques under comparison: they plan and judge, and never run anything.
//!
//! A technique asks for runs by way of [`Case`](killrate_model::Case)s and judges what was
//! observed. It cannot tell a mutant from the original: neither a request nor an observation names
//! a variant, and planning takes none. What must know the original declares itself a [`Learner`].

/// The worked example of the folder's README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod assertions;
mod commands;
mod dependent;
mod dialogue;
mod difference;
mod facts;
mod functions;
mod implicit;
mod iterative;
mod kinds;
mod learner;
mod metamorphic;
mod own_tests;
mod partial_oracle;
pub mod placeholder;
mod pseudo_oracle;
mod reference;
mod runtime_checking;
mod sampled;
mod sources;
mod technique;
mod test_results;
#[cfg(test)]
mod testing;

pub use assertions::{Assertions, Teaching, VerifyingRuns, is_alarmed};
pub use commands::complaint;
pub use dependent::DependentProperty;
pub use dialogue::{Exchange, Step, Transcript};
pub use facts::{CalibratedCase, Fact};
pub use functions::OwnFunctions;
pub use implicit::Implicit;
pub use iterative::{
    Chaining, ChainingError, Chains, Counting, Depth, Explored, FailingChain, Iterative, MAX_DEPTH,
    Until,
};
pub use kinds::{TECHNIQUES, TechniqueKind};
pub use learner::Learner;
pub use metamorphic::Metamorphic;
pub use own_tests::{OwnTests, same_results};
pub use partial_oracle::PartialOracle;
pub use pseudo_oracle::PseudoOracle;
pub use reference::Reference;
pub use runtime_checking::RuntimeChecking;
pub use sampled::{
    Calibrated, Compared, Labels, Layout, Measured, MetricCommand, ProfileMetric, Reading,
    SampledProperty, Sampling, ThesisSampled,
};
pub use technique::{Plan, PlanError, Setting, Skipped, Technique};
