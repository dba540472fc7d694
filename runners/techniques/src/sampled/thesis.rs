//! As in the thesis: one t-test, significant below 0.05.

use killrate_model::{Case, Cause, Evidence, TechniqueName, Verdict};
use killrate_statistics::{TwoSampleTest, mean, variance};

use crate::commands::Commands;
use crate::sampled::layout::{Layout, TwoSamples, first_runs, two_samples};
use crate::{Plan, PlanError, Setting, Step, Technique, Transcript};

/// A p-value below this is called significant.
const SIGNIFICANT: f64 = 0.05;

/// Judges samples by Student's t-test of their means, as the thesis does.
///
/// It promises no rate of false alarms: every property and data set has its own chance of one, values
/// of pairs that share runs count as independent, and means are all it sees.
#[derive(Debug)]
pub struct ThesisSampled {
    name: TechniqueName,
    layout: Layout,
    student: &'static TwoSampleTest,
}

impl ThesisSampled {
    /// The technique of this layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            name: layout.name(),
            layout,
            student: TwoSampleTest::from_name("student").expect("it is in the list of tests"),
        }
    }

    fn judge(&self, samples: &TwoSamples) -> Verdict {
        let outcome = self.student.compare(&samples.source, &samples.follow_up);
        if outcome.p >= SIGNIFICANT {
            return Verdict::Satisfied;
        }
        Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail: format!(
                "student p {} below {SIGNIFICANT}; {}",
                short(outcome.p),
                moments(&samples.source, &samples.follow_up)
            ),
        })
    }
}

impl Technique for ThesisSampled {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let (pairs, skipped) = self.layout.pairs(setting.data_sets)?;
        let n_runs = self.layout.sampling.n_runs;
        let cases = pairs.iter().map(|pair| self.layout.case(pair, n_runs));
        Ok(Plan {
            cases: cases.collect(),
            skipped,
        })
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        if let Some(step) = first_runs(case, &runs) {
            return step;
        }
        let commands = Commands::new(transcript);
        let verdict = match two_samples(&self.layout, case, &runs, &commands) {
            Ok(samples) => self.judge(&samples),
            Err(reason) => Verdict::Inconclusive(reason),
        };
        commands.then(Step::Conclude(verdict))
    }
}

/// A p-value with three digits.
pub(super) fn short(p: f64) -> String {
    format!("{p:.2e}")
}

/// Both samples in a few numbers.
pub(super) fn moments(source: &[f64], follow_up: &[f64]) -> String {
    format!(
        "mean {:.6} (sd {:.6}) of {} against {:.6} (sd {:.6})",
        mean(source),
        variance(source).sqrt(),
        source.len(),
        mean(follow_up),
        variance(follow_up).sqrt()
    )
}
