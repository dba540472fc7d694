//! What was learned, as records and lists tell it.

use killrate_invariants::{FalseAlarms, Invariant, Panics};

/// What was learned of a subject, and how it stood the test.
#[derive(Debug, Clone, PartialEq)]
pub struct Teaching {
    /// The functions that were seen to be called.
    pub n_functions: u64,
    /// The calls that were looked at.
    pub n_calls: u64,
    /// The functions some of whose calls panicked.
    pub panics: Vec<Panics>,
    /// What was inferred, before held-out data spoke.
    pub n_candidates: u64,
    /// What was kept.
    pub kept: Vec<Invariant>,
    /// Variables that cannot be observed: function, variable and type.
    pub unseen: Vec<(String, String, String)>,
    /// The runs by which candidates were dropped.
    pub n_keeping_runs: u32,
    /// Alarms of what was kept, on data that played no part before.
    pub false_alarms: FalseAlarms,
    /// Those alarms, each with its invariant and the values.
    pub contradictions: Vec<String>,
}
