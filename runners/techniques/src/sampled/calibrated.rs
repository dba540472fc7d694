//! Calibrated: the original shows first what chance does.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSet, DataSetName, Evidence, Interface, Observation, PropertyName, Reason,
    Request, Rng, TechniqueName, Verdict,
};
use killrate_statistics::{Calibration, Family, Shown};

use crate::sampled::layout::{Layout, Pair, TwoSamples, two_samples};
use crate::sampled::reading::Side;
use crate::sampled::sampling::Purpose;
use crate::sampled::thesis::{moments, short};
use crate::sampled::{MetricCommands, SampledProperty, Sampling};
use crate::{Learner, Lesson, Plan, PlanError, Setting, Skipped, Taught, Technique, TechniqueKind};

/// Learns from runs of the original at which p-value there is an alarm, for every property and data
/// set, so that the promised rate of false alarms holds over all of them together.
///
/// Two comparisons are learnt from: the original with itself, and the original with its own
/// follow-up runs. Where pairs share runs, the runs of one side are all that may be divided anew, so
/// it is source runs with source runs, and follow-up runs with follow-up runs. A case with an early look stops there if the verdict is clear; the looks are
/// calibrated together, so that looking twice costs nothing of the promise.
#[derive(Debug)]
pub struct Calibrated {
    layout: Layout,
    data_sets: Vec<DataSet>,
}

/// What was learnt for one property and data set.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibratedCase {
    /// The property.
    pub property: PropertyName,
    /// The data set.
    pub data_set: DataSetName,
    /// The seed of the transform's random choices.
    pub seed: Option<u64>,
    /// When there is an alarm.
    pub calibration: Calibration,
}

impl Calibrated {
    /// The learner of this kind for these properties of a subject on these data sets.
    pub fn new(
        kind: TechniqueKind,
        interface: Interface,
        properties: BTreeMap<PropertyName, SampledProperty>,
        transform_seeds: Vec<u64>,
        sampling: Sampling,
        data_sets: Vec<DataSet>,
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
            data_sets,
        }
    }

    /// The pairs to learn about; what is wrong with a property is told when the technique is planned.
    fn pairs(&self) -> Vec<Pair> {
        let pairs = self.layout.pairs(&self.data_sets);
        pairs.map(|(pairs, _)| pairs).unwrap_or_default()
    }
}

/// What is shown of a pair where no run is in two values, in this order.
const LESSONS: [Purpose; 3] = [
    Purpose::SourceLesson,
    Purpose::OtherSourceLesson,
    Purpose::FollowUpLesson,
];

/// The same where pairs share runs.
const SHARED_LESSONS: [Purpose; 2] = [Purpose::SharedSourceLesson, Purpose::SharedFollowUpLesson];

impl Learner for Calibrated {
    fn name(&self) -> &TechniqueName {
        &self.layout.name
    }

    fn lessons(&self, _setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let pairs = self.pairs();
        let lessons = pairs
            .iter()
            .flat_map(|pair| self.lessons_of(pair))
            .flatten();
        lessons.collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        Taught::Ready(Box::new(self.learnt(lessons)))
    }
}

impl Calibrated {
    /// The technique that results from these lessons.
    pub fn learnt(&self, lessons: &[Lesson]) -> CalibratedSampled {
        let pairs = self.pairs();
        let level = per_case(self.layout.sampling.level, pairs.len());
        let mut learned = CalibratedSampled {
            layout: self.layout.clone(),
            calibrated: BTreeMap::new(),
            failed: BTreeMap::new(),
        };
        let mut lessons = lessons.iter().map(|lesson| lesson.observation.as_ref());
        for pair in &pairs {
            let shown: Vec<Vec<&Observation>> = self
                .lessons_of(pair)
                .map(|requests| lessons.by_ref().take(requests.len()).collect())
                .collect();
            let (property, data_set) = (pair.property.clone(), pair.data_set.clone());
            let key = (property, data_set, pair.transform_seed);
            match self.calibrate(pair, &shown, level) {
                Ok(calibration) => {
                    learned.calibrated.insert(key, calibration);
                }
                Err(reason) => {
                    learned.failed.insert(key, reason.detail().to_owned());
                }
            }
        }
        learned
    }

    /// The runs of the original that are learnt from, by what they are for.
    fn lessons_of(&self, pair: &Pair) -> impl Iterator<Item = Vec<Arc<Request>>> {
        let reading = &self.layout.properties[&pair.property].reading;
        let purposes = match reading.sharing() {
            None => &LESSONS[..],
            Some(_) => &SHARED_LESSONS[..],
        };
        purposes
            .iter()
            .map(move |&purpose| self.layout.runs(pair, purpose))
    }

    fn calibrate(
        &self,
        pair: &Pair,
        shown: &[Vec<&Observation>],
        level: f64,
    ) -> Result<Calibration, Reason> {
        if let Some(run) = shown.iter().flatten().find(|run| !run.exit.is_normal()) {
            return Err(Reason::AbnormalEnd {
                detail: format!("a run of the original to learn from: {}", run.exit),
            });
        }
        let reading = &self.layout.properties[&pair.property].reading;
        let commands = self.layout.commands.as_ref();
        let purpose = format!("calibration of {} on {}", pair.property, pair.data_set);
        let mut rng = Rng::for_purpose(self.layout.sampling.seed, &purpose);
        let family = family(&self.layout, &pair.property);
        if let Some(pairing) = reading.sharing() {
            let reading = reading.of_all_pairs();
            let n_runs = self.layout.sampling.n_runs;
            let n_runs = usize::try_from(n_runs).expect("lessons fit into memory");
            let source = reading.values(&pair.source, Side::Source, &shown[0], commands)?;
            let follow_up = reading.values(&pair.follow_up, Side::FollowUp, &shown[1], commands)?;
            let shown = [&source, &follow_up].map(|values| Shown::Runs {
                pairing,
                n_runs,
                values,
            });
            return Ok(Calibration::learn(&family, &shown, level, &mut rng));
        }
        let source = reading.values(&pair.source, Side::Source, &shown[0], commands)?;
        let other = reading.values(&pair.source, Side::Source, &shown[1], commands)?;
        let follow_up = reading.values(&pair.follow_up, Side::FollowUp, &shown[2], commands)?;
        let shown = [&other, &follow_up].map(|b| Shown::Values { a: &source, b });
        Ok(Calibration::learn(&family, &shown, level, &mut rng))
    }
}

/// The level of each of so many independent cases at which one of them gives an alarm with the
/// probability `level` (Z. Šidák, 1967).
///
/// Cases on different data sets have different seeds and are independent; several properties on one
/// data set share its source runs, which makes alarms rarer, not more frequent.
///
/// A variant is accused as soon as one case is violated, so step-down procedures such as Holm's, whose
/// first step this is, would accuse the same variants.
fn per_case(level: f64, n_cases: usize) -> f64 {
    1.0 - (1.0 - level).powf(1.0 / n_cases.max(1) as f64)
}

fn family(layout: &Layout, property: &PropertyName) -> Family {
    let reading = &layout.properties[property].reading;
    let looks = layout.sampling.looks();
    Family {
        tests: layout.sampling.tests.clone(),
        looks: looks.iter().map(|&n| reading.n_values(n)).collect(),
    }
}

type Key = (PropertyName, DataSetName, Option<u64>);

/// Judges samples by the thresholds that the original taught.
#[derive(Debug)]
pub struct CalibratedSampled {
    layout: Layout,
    calibrated: BTreeMap<Key, Calibration>,
    /// Why a case cannot be calibrated.
    failed: BTreeMap<Key, String>,
}

impl CalibratedSampled {
    /// The same with further source runs in place of follow-up runs: every alarm is a false one.
    #[must_use]
    pub fn control(self) -> Self {
        Self {
            layout: self.layout.control(),
            ..self
        }
    }

    fn calibration(&self, case: &Case) -> &Calibration {
        let key = (case.property.clone(), case.data_set.clone(), case.seed);
        self.calibrated
            .get(&key)
            .expect("only calibrated cases are planned")
    }

    /// How many runs of each a case begins with.
    fn n_first(&self) -> u64 {
        let sampling = &self.layout.sampling;
        sampling.first_look.unwrap_or(sampling.n_runs)
    }

    /// The samples of the first look, then of all runs if they were made.
    fn samples(&self, case: &Case, observed: &[&Observation]) -> Result<Vec<TwoSamples>, Reason> {
        let n_first = case.requests.len();
        if observed.len() <= n_first {
            return Ok(vec![two_samples(&self.layout, case, observed)?]);
        }
        let (first, rest) = observed.split_at(n_first);
        let (sources, follow_ups) = first.split_at(first.len() / 2);
        let (more_sources, more_follow_ups) = rest.split_at(rest.len() / 2);
        let all = [sources, more_sources, follow_ups, more_follow_ups].concat();
        Ok(vec![
            two_samples(&self.layout, case, first)?,
            two_samples(&self.layout, case, &all)?,
        ])
    }

    /// The evidence of the first look with an alarm.
    fn alarm(&self, case: &Case, samples: &[TwoSamples]) -> Option<Evidence> {
        let (calibration, family) = (self.calibration(case), family(&self.layout, &case.property));
        samples.iter().find_map(|samples| {
            let TwoSamples { source, follow_up } = samples;
            let p = family.p_at(source.len(), source, follow_up);
            calibration.is_alarm(p).then(|| Evidence {
                cause: Cause::RelationBroken,
                detail: format!(
                    "p {} up to the calibrated {}; {}",
                    short(p),
                    short(calibration.threshold),
                    moments(source, follow_up)
                ),
            })
        })
    }
}

impl Technique for CalibratedSampled {
    fn name(&self) -> &TechniqueName {
        &self.layout.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let (pairs, skipped) = self.layout.pairs(setting.data_sets)?;
        let mut plan = Plan {
            cases: Vec::new(),
            skipped,
        };
        for pair in &pairs {
            let (property, data_set) = (pair.property.clone(), pair.data_set.clone());
            let key = (property, data_set, pair.transform_seed);
            match self.failed.get(&key) {
                None => plan.cases.push(self.layout.case(pair, self.n_first())),
                Some(problem) => plan.skipped.push(Skipped {
                    technique: self.layout.name.clone(),
                    property: pair.property.clone(),
                    data_set: pair.data_set.clone(),
                    reason: format!("it cannot be calibrated: {problem}"),
                }),
            }
        }
        Ok(plan)
    }

    /// A source run that failed can be compared with nothing.
    fn needs_rest(&self, _case: &Case, first: &Observation) -> bool {
        first.exit.is_normal()
    }

    /// The other runs, unless the first look is clear or can tell nothing.
    fn follow_up(&self, case: &Case, observed: &[&Observation]) -> Vec<Request> {
        let (n_first, n_runs) = (self.n_first(), self.layout.sampling.n_runs);
        let is_open = |samples: Vec<TwoSamples>| self.alarm(case, &samples).is_none();
        let goes_on = n_first < n_runs
            && observed.len() == case.requests.len()
            && self.samples(case, observed).is_ok_and(is_open);
        if !goes_on {
            return Vec::new();
        }
        let n_first = usize::try_from(n_first).expect("so many runs fit into memory");
        let more = |request: &Arc<Request>, purpose| {
            let request = Request::clone(request);
            let seeds = self
                .layout
                .sampling
                .seeds(&case.data_set, purpose)
                .skip(n_first);
            seeds.map(move |seed| request.clone().with_seed(seed))
        };
        more(&case.requests[0], Purpose::Source)
            .chain(more(&case.requests[n_first], Purpose::FollowUp))
            .collect()
    }

    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict {
        match self.samples(case, observed) {
            Err(reason) => Verdict::Inconclusive(reason),
            Ok(samples) => match self.alarm(case, &samples) {
                Some(evidence) => Verdict::Violated(evidence),
                None => Verdict::Satisfied,
            },
        }
    }

    fn calibrations(&self) -> Vec<CalibratedCase> {
        let case =
            |((property, data_set, seed), calibration): (&Key, &Calibration)| CalibratedCase {
                property: property.clone(),
                data_set: data_set.clone(),
                seed: *seed,
                calibration: calibration.clone(),
            };
        self.calibrated.iter().map(case).collect()
    }
}
