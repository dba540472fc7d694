//! What trying chains came to, depth by depth.

use killrate_model::PropertyName;

/// What trying chains on one variant and data set came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explored {
    /// The tests of chains of one property, then of two, and so on; as far as they were tried.
    pub depths: Vec<Depth>,
    /// The shortest failing chain that was found in the first one that failed.
    pub failing: Option<FailingChain>,
}

/// A chain whose last test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingChain {
    /// The properties, the one that is applied to the source first.
    pub sequence: Vec<PropertyName>,
    /// The runs of the source and of every test of the chain, by their places in the transcript.
    pub runs: Vec<usize>,
}

/// The tests that chains of one length led to.
///
/// Of the candidates some were left out, some infeasible, some repeated, and the others were tests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Depth {
    /// How many properties the chains have.
    pub depth: u32,
    /// The tests of the depth before that passed, times the properties to apply to them.
    pub n_candidates: u64,
    /// Candidates that were not drawn, because there were more than the cap.
    pub n_left_out: u64,
    /// Candidates whose property says nothing about the test before.
    pub n_infeasible: u64,
    /// Candidates whose content a shorter chain has led to; none where repeated tests count.
    pub n_repeated: u64,
    /// Tests.
    pub n_tests: u64,
    /// Tests that nothing follows from, such as those that the original cannot take.
    pub n_unanswered: u64,
    /// Tests that break the relation of the last property.
    pub n_violated: u64,
    /// Tests that end abnormally or without an output that can be compared.
    pub n_failed: u64,
    /// The first [`Self::MAX_FAILING`] sequences whose tests were violated or failed.
    pub failing: Vec<String>,
}

impl Depth {
    /// How many failing sequences of one depth are kept; the counts have all of them.
    pub const MAX_FAILING: usize = 100;
}
