//! Calibrated: the original shows first what chance does.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSet, DataSetName, Evidence, Observation, PropertyName, Reason, Request, Rng,
    TechniqueName, Verdict,
};
use killrate_statistics::{Calibration, Family, Shown};

use crate::commands::Commands;
use crate::sampled::layout::{Compared, Layout, Pair, TwoSamples, first_runs, two_samples};
use crate::sampled::reading::Side;
use crate::sampled::sampling::Purpose;
use crate::sampled::thesis::{moments, short};
use crate::{
    CalibratedCase, Exchange, Fact, Learner, Plan, PlanError, Setting, Skipped, Step, Technique,
    Transcript,
};

/// Learns from runs of the original at which p-value there is an alarm, for every property and data
/// set, so that the promised rate of false alarms holds over all of them together.
///
/// Two comparisons are learnt from: the original with itself, and the original with its own
/// follow-up runs. Where pairs share runs, the runs of one side are all that may be divided anew, so
/// it is source runs with source runs, and follow-up runs with follow-up runs. A case with an early
/// look stops there if the verdict is clear; the looks are calibrated together, so that looking twice
/// costs nothing of the promise.
#[derive(Debug)]
pub struct Calibrated {
    name: TechniqueName,
    /// What is judged; what is learnt from are source and follow-up runs, whatever that compares.
    layout: Layout,
}

impl Calibrated {
    /// The learner of this layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            name: layout.name(),
            layout,
        }
    }

    /// The layout of what is learnt from.
    fn lessons_layout(&self) -> Layout {
        Layout {
            compared: Compared::SourceWithFollowUp,
            ..self.layout.clone()
        }
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
        &self.name
    }

    fn step(&mut self, setting: &Setting<'_>, transcript: &Transcript) -> Step<Box<dyn Technique>> {
        let layout = self.lessons_layout();
        let pairs = pairs(&layout, setting.data_sets);
        // Where no property applies there is nothing to learn, and a step never asks for nothing.
        if transcript.is_empty() && !pairs.is_empty() {
            let lessons = pairs.iter().flat_map(|pair| lessons_of(&layout, pair));
            return Step::Ask(lessons.flatten().collect());
        }
        let commands = Commands::new(transcript);
        let lessons = match transcript.n_rounds() {
            0 => &[],
            // All lessons are asked for in one round; later rounds hold the answers of commands.
            _ => transcript.round(0),
        };
        let technique = CalibratedSampled {
            name: self.name.clone(),
            layout: self.layout.clone(),
            learnt: learn(&layout, &pairs, lessons, &commands),
        };
        commands.then(Step::Conclude(Box::new(technique)))
    }
}

/// The pairs to learn about; what is wrong with a property is told when the technique is planned.
fn pairs(layout: &Layout, data_sets: &[DataSet]) -> Vec<Pair> {
    let pairs = layout.pairs(data_sets);
    pairs.map(|(pairs, _)| pairs).unwrap_or_default()
}

/// The runs of the original that are learnt from, by what they are for.
fn lessons_of(layout: &Layout, pair: &Pair) -> Vec<Vec<Arc<Request>>> {
    let purposes = match layout.reading(&pair.property).sharing() {
        None => &LESSONS[..],
        Some(_) => &SHARED_LESSONS[..],
    };
    let runs = purposes.iter().map(|&purpose| layout.runs(pair, purpose));
    runs.collect()
}

/// What these lessons, in the order in which they were asked for, show of every pair: when there is an
/// alarm, or why that cannot be told.
fn learn(
    layout: &Layout,
    pairs: &[Pair],
    lessons: &[Exchange],
    commands: &Commands<'_>,
) -> BTreeMap<Key, Result<Calibration, String>> {
    let level = per_case(layout.sampling.level, pairs.len());
    let mut observations = lessons.iter().map(|lesson| lesson.observation.as_ref());
    let mut learnt = BTreeMap::new();
    for pair in pairs {
        let shown: Vec<Vec<&Observation>> = lessons_of(layout, pair)
            .into_iter()
            .map(|requests| observations.by_ref().take(requests.len()).collect())
            .collect();
        let calibration = calibrate(layout, pair, &shown, level, commands)
            .map_err(|reason| reason.detail().to_owned());
        learnt.insert(key_of_pair(pair), calibration);
    }
    learnt
}

fn calibrate(
    layout: &Layout,
    pair: &Pair,
    shown: &[Vec<&Observation>],
    level: f64,
    commands: &Commands<'_>,
) -> Result<Calibration, Reason> {
    if let Some(run) = shown.iter().flatten().find(|run| !run.exit.is_normal()) {
        return Err(Reason::AbnormalEnd {
            detail: format!("a run of the original to learn from: {}", run.exit),
        });
    }
    let reading = layout.reading(&pair.property);
    let purpose = format!("calibration of {} on {}", pair.property, pair.data_set);
    let mut rng = Rng::for_purpose(layout.sampling.seed, &purpose);
    let family = family(layout, &pair.property);
    let Some(pairing) = reading.sharing() else {
        // All values are read before any error is looked at, so that the commands of all are asked
        // for in one round.
        let source = reading.values(&pair.source, Side::Source, &shown[0], commands);
        let other = reading.values(&pair.source, Side::Source, &shown[1], commands);
        let follow_up = reading.values(&pair.follow_up, Side::FollowUp, &shown[2], commands);
        let (source, other, follow_up) = (source?, other?, follow_up?);
        let shown = [&other, &follow_up].map(|b| Shown::Values { a: &source, b });
        return Ok(Calibration::learn(&family, &shown, level, &mut rng));
    };
    let all_pairs = reading.of_all_pairs();
    let n_runs = usize::try_from(layout.sampling.n_runs).expect("lessons fit into memory");
    let source = all_pairs.values(&pair.source, Side::Source, &shown[0], commands);
    let follow_up = all_pairs.values(&pair.follow_up, Side::FollowUp, &shown[1], commands);
    let (source, follow_up) = (source?, follow_up?);
    let shown = [&source, &follow_up].map(|values| Shown::Runs {
        pairing,
        n_runs,
        values,
    });
    Ok(Calibration::learn(&family, &shown, level, &mut rng))
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
    let reading = layout.reading(property);
    let looks = layout.sampling.looks();
    Family {
        tests: layout.sampling.tests.clone(),
        looks: looks.iter().map(|&n| reading.n_values(n)).collect(),
    }
}

/// A property, a data set, and the seed of the transform's random choices.
type Key = (PropertyName, DataSetName, Option<u64>);

fn key_of_pair(pair: &Pair) -> Key {
    let (property, data_set) = (pair.property.clone(), pair.data_set.clone());
    (property, data_set, pair.transform_seed)
}

/// Judges samples by the thresholds that the original taught.
#[derive(Debug)]
struct CalibratedSampled {
    name: TechniqueName,
    layout: Layout,
    /// When there is an alarm, or why a case cannot be calibrated.
    learnt: BTreeMap<Key, Result<Calibration, String>>,
}

impl CalibratedSampled {
    fn calibration(&self, case: &Case) -> &Calibration {
        let key = (case.property.clone(), case.data_set.clone(), case.seed);
        let learnt = self
            .learnt
            .get(&key)
            .and_then(|learnt| learnt.as_ref().ok());
        learnt.expect("only calibrated cases are planned")
    }

    /// How many runs of each a case begins with.
    fn n_first(&self) -> u64 {
        let sampling = &self.layout.sampling;
        sampling.first_look.unwrap_or(sampling.n_runs)
    }

    /// The samples of the last look: of the first runs, or of all if more were made.
    fn last_look(
        &self,
        case: &Case,
        runs: &[&Observation],
        commands: &Commands<'_>,
    ) -> Result<TwoSamples, Reason> {
        let n_first = case.requests.len();
        if runs.len() <= n_first {
            return two_samples(&self.layout, case, runs, commands);
        }
        let (first, rest) = runs.split_at(n_first);
        // Each ask has source runs before follow-up runs, so either side is put together from two
        // pieces.
        let (sources, follow_ups) = first.split_at(first.len() / 2);
        let (more_sources, more_follow_ups) = rest.split_at(rest.len() / 2);
        let all = [sources, more_sources, follow_ups, more_follow_ups].concat();
        two_samples(&self.layout, case, &all, commands)
    }

    fn alarm(&self, case: &Case, samples: &TwoSamples) -> Option<Evidence> {
        let TwoSamples { source, follow_up } = samples;
        let calibration = self.calibration(case);
        let family = family(&self.layout, &case.property);
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
    }

    /// The runs that the first look left out.
    fn other_runs(&self, case: &Case) -> Vec<Arc<Request>> {
        // The runs of a case are the first of their seeds, so the others are those that come after.
        let n_first = usize::try_from(self.n_first()).expect("so many runs fit into memory");
        let more = |request: &Arc<Request>, purpose| {
            let request = Request::clone(request);
            let seeds = self.layout.sampling.seeds(&case.data_set, purpose);
            seeds
                .skip(n_first)
                .map(move |seed| Arc::new(request.clone().with_seed(seed)))
        };
        more(&case.requests[0], Purpose::Source)
            .chain(more(&case.requests[n_first], Purpose::FollowUp))
            .collect()
    }
}

impl Technique for CalibratedSampled {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let (pairs, skipped) = self.layout.pairs(setting.data_sets)?;
        let mut plan = Plan {
            cases: Vec::new(),
            skipped,
        };
        for pair in &pairs {
            match self.learnt.get(&key_of_pair(pair)) {
                Some(Err(problem)) => plan.skipped.push(Skipped {
                    technique: self.name.clone(),
                    property: pair.property.clone(),
                    data_set: pair.data_set.clone(),
                    reason: format!("it cannot be calibrated: {problem}"),
                }),
                //  None|Everything that applies was learnt, so there is always an entry here.
                Some(Ok(_)) | None => plan.cases.push(self.layout.case(pair, self.n_first())),
            }
        }
        Ok(plan)
    }

    /// An early look ends the case where it is clear or can tell nothing.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        if let Some(step) = first_runs(case, &runs) {
            return step;
        }
        let commands = Commands::new(transcript);
        let is_early = self.n_first() < self.layout.sampling.n_runs;
        let step = match self.last_look(case, &runs, &commands) {
            Err(reason) => Step::Conclude(Verdict::Inconclusive(reason)),
            Ok(samples) => match self.alarm(case, &samples) {
                Some(evidence) => Step::Conclude(Verdict::Violated(evidence)),
                None if is_early && runs.len() == case.requests.len() => {
                    Step::Ask(self.other_runs(case))
                }
                None => Step::Conclude(Verdict::Satisfied),
            },
        };
        commands.then(step)
    }

    fn facts(&self) -> Vec<Fact> {
        let calibrated = self.learnt.iter().filter_map(|(key, learnt)| {
            let (property, data_set, seed) = key.clone();
            Some(Fact::Calibrated(CalibratedCase {
                property,
                data_set,
                seed,
                calibration: learnt.clone().ok()?,
            }))
        });
        calibrated.collect()
    }
}
