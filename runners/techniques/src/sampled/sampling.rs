//! How many runs there are, and how sure a verdict must be.

use killrate_model::{DataSetName, Rng};
use killrate_statistics::TwoSampleTest;

/// How samples are taken and compared.
#[derive(Debug, Clone)]
pub struct Sampling {
    /// How many runs of the source there are, and as many of the follow-up.
    pub n_runs: u64,
    /// After how many runs of each to look first, and to stop if the verdict is clear; calibrated
    /// techniques only.
    pub first_look: Option<u64>,
    /// The rate of false alarms that calibrated techniques promise, over all their cases on a subject.
    pub level: f64,
    /// The tests of calibrated techniques.
    pub tests: Vec<&'static TwoSampleTest>,
    /// What the seeds of all runs follow from.
    pub seed: u64,
}

/// What a run is for; no two runs for different purposes share a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A source run to be judged.
    Source,
    /// A follow-up run to be judged.
    FollowUp,
    /// A source run of the original, one half of those to learn from.
    SourceLesson,
    /// The other half.
    OtherSourceLesson,
    /// A follow-up run of the original, to learn from.
    FollowUpLesson,
    /// A source run of the original, to learn from where pairs share runs.
    SharedSourceLesson,
    /// A follow-up run of the original, to learn from where pairs share runs.
    SharedFollowUpLesson,
}

/// Where pairs share runs, chance is learnt from at least so many of each side: with fewer, one odd
/// run moves the threshold.
const FEWEST_SHARED: u64 = 200;

impl Sampling {
    /// The seeds of the runs on a data set for a purpose.
    ///
    /// Runs on different data sets have different seeds, so that chance does not strike all of them
    /// at once.
    pub(super) fn seeds(
        &self,
        data_set: &DataSetName,
        purpose: Purpose,
    ) -> impl Iterator<Item = u64> + use<> {
        let n_shared = (2 * self.n_runs).max(FEWEST_SHARED);
        let (offset, n) = match purpose {
            Purpose::Source => (0, self.n_runs),
            Purpose::FollowUp => (self.n_runs, self.n_runs),
            Purpose::SourceLesson => (2 * self.n_runs, self.n_runs),
            Purpose::OtherSourceLesson => (3 * self.n_runs, self.n_runs),
            Purpose::FollowUpLesson => (4 * self.n_runs, self.n_runs),
            Purpose::SharedSourceLesson => (5 * self.n_runs, n_shared),
            Purpose::SharedFollowUpLesson => (5 * self.n_runs + n_shared, n_shared),
        };
        let start = Rng::for_purpose(self.seed, &format!("runs on {data_set}")).next_u64();
        // Far enough from the largest seed that none of them is beyond it.
        let first = (start >> 1) + offset;
        first..first + n
    }

    /// How many runs of each there are at each look.
    pub(super) fn looks(&self) -> Vec<u64> {
        self.first_look.into_iter().chain([self.n_runs]).collect()
    }
}
