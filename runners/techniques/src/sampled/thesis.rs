//! As in the thesis: one t-test, significant below 0.05.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, Cause, Evidence, Interface, Observation, PropertyName, TechniqueName, Verdict,
};
use killrate_statistics::{TwoSampleTest, mean, variance};

use crate::sampled::layout::{Layout, two_samples};
use crate::sampled::{MetricCommands, SampledProperty, Sampling};
use crate::{Plan, PlanError, Setting, Technique, TechniqueKind};

/// A p-value below this is called significant.
const SIGNIFICANT: f64 = 0.05;

/// Judges samples by Student's t-test of their means, as the thesis does.
///
/// It promises no rate of false alarms: every property and data set has its own chance of one, values
/// of pairs that share runs count as independent, and means are all it sees.
#[derive(Debug)]
pub struct ThesisSampled {
    layout: Layout,
    student: &'static TwoSampleTest,
}

impl ThesisSampled {
    /// The technique of this kind for these properties of a subject.
    pub fn new(
        kind: TechniqueKind,
        interface: Interface,
        properties: BTreeMap<PropertyName, SampledProperty>,
        transform_seeds: Vec<u64>,
        sampling: Sampling,
        commands: Arc<dyn MetricCommands>,
    ) -> Self {
        Self {
            layout: Layout {
                name: kind.technique_name(),
                interface,
                properties,
                transform_seeds,
                sampling,
                commands,
                is_control: false,
            },
            student: TwoSampleTest::from_name("student").expect("it is in the list of tests"),
        }
    }

    /// The same with further source runs in place of follow-up runs: every alarm is a false one.
    #[must_use]
    pub fn control(self) -> Self {
        Self {
            layout: self.layout.control(),
            ..self
        }
    }
}

impl Technique for ThesisSampled {
    fn name(&self) -> &TechniqueName {
        &self.layout.name
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

    /// A source run that failed can be compared with nothing.
    fn needs_rest(&self, _case: &Case, first: &Observation) -> bool {
        first.exit.is_normal()
    }

    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict {
        let samples = match two_samples(&self.layout, case, observed) {
            Ok(samples) => samples,
            Err(reason) => return Verdict::Inconclusive(reason),
        };
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
