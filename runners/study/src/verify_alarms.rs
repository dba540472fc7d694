//! How often techniques that take samples give an alarm: on the original that is their rate of false
//! alarms, on a mutant their power.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_executor::{Execution, Program};
use killrate_model::{
    Case, Digest, Mutant, Observation, Request, Rng, SubjectName, TechniqueName, Variant, Verdict,
};
use killrate_mutator::weave;
use killrate_techniques::{Learner, Lesson, MetricCommands, Setting, Technique, TechniqueKind};
use rayon::prelude::*;

use crate::allowance;
use crate::design::{Design, SubjectDesign};
use crate::error::StudyError;
use crate::event::Event;
use crate::metric_programs::RunningMetrics;
use crate::program::woven_program;
use crate::session::{Surroundings, weave_options};

/// What to check.
#[derive(Debug, Clone)]
pub struct AlarmCheck {
    /// How many trials there are for each technique and number of runs.
    pub n_trials: u64,
    /// The numbers of runs to try, of the source and as many of the follow-up.
    pub n_runs: Vec<u64>,
    /// How many times the largest number of runs each side is run; trials draw from these.
    pub pool: u64,
    /// The mutant to try, by its id; the original when there is none.
    pub mutant: Option<String>,
    /// The subject to try; all when there is none.
    pub subject: Option<SubjectName>,
}

/// Which runs of the variant the two samples of a trial are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Source runs and further source runs, which nothing but chance tells apart.
    SourceWithSource,
    /// Source runs and follow-up runs, as in a study.
    SourceWithFollowUp,
}

/// How often a technique gave an alarm.
#[derive(Debug, Clone, PartialEq)]
pub struct AlarmRate {
    /// The subject.
    pub subject: SubjectName,
    /// The technique.
    pub technique: TechniqueName,
    /// What it compared.
    pub compared: Compared,
    /// Runs of one side, and as many of the other.
    pub n_runs: u64,
    /// Trials: each judges all properties on all data sets.
    pub n_trials: u64,
    /// Trials in which at least one of them was violated.
    pub n_alarms: u64,
    /// The rate of false alarms that the technique promises.
    pub promised: Option<f64>,
}

/// Tries the techniques of a study that take samples on fresh runs of one variant.
///
/// Calibrated techniques learn from the original as they do in the study. Then both sides of every
/// case are run with seeds that neither the study nor the calibration uses, and each trial draws as
/// many of these runs as the technique wants, without putting any back. Trials draw from the same
/// runs, so a small pool makes them depend on each other. The original is tried on its own source
/// runs too: there the two samples have the same distribution whatever the property says.
///
/// # Errors
/// When a subject cannot be woven or run, or the mutant does not exist.
pub fn verify_alarms(
    design: &Design,
    check: &AlarmCheck,
    surroundings: Surroundings<'_>,
) -> Result<Vec<AlarmRate>, StudyError> {
    let mut rates = Vec::new();
    for subject in &design.subjects {
        let name = &subject.manifest.name;
        let is_wanted = check.subject.as_ref().is_none_or(|wanted| wanted == name);
        let takes_samples = subject.techniques.iter().any(|kind| kind.takes_samples());
        if is_wanted && takes_samples {
            let mut trials = Trials::open(design, subject, check, surroundings)?;
            rates.extend(trials.run()?);
        }
    }
    Ok(rates)
}

/// The trials on one subject.
struct Trials<'a> {
    design: &'a Design,
    subject: &'a SubjectDesign,
    check: &'a AlarmCheck,
    surroundings: Surroundings<'a>,
    program: Arc<Program>,
    variant: Variant,
    /// Fresh runs of a request, whatever its seed.
    pools: BTreeMap<Digest, Vec<Arc<Observation>>>,
    metrics: Arc<RunningMetrics>,
}

impl<'a> Trials<'a> {
    fn open(
        design: &'a Design,
        subject: &'a SubjectDesign,
        check: &'a AlarmCheck,
        surroundings: Surroundings<'a>,
    ) -> Result<Self, StudyError> {
        let name = &subject.manifest.name;
        let options = weave_options(design, subject, surroundings.scratch);
        let woven = weave(&options, &|event| {
            (surroundings.on_event)(Event::Weaving {
                subject: name.clone(),
                event,
            });
        })?;
        let variant = match &check.mutant {
            None => Variant::Original,
            Some(id) => {
                let is_it = |mutant: &&Mutant| mutant.id.0 == *id;
                let mutant = woven.mutants.iter().find(is_it);
                let mutant = mutant.ok_or_else(|| StudyError::NoSuchMutant {
                    subject: name.clone(),
                    text: id.clone(),
                })?;
                Variant::Mutant(mutant.number)
            }
        };
        Ok(Self {
            design,
            subject,
            check,
            surroundings,
            program: Arc::new(woven_program(&woven)),
            variant,
            pools: BTreeMap::new(),
            metrics: Arc::new(RunningMetrics::new(
                subject.sampled.metrics.clone(),
                surroundings.executor,
                surroundings.stop,
            )),
        })
    }

    fn run(&mut self) -> Result<Vec<AlarmRate>, StudyError> {
        let mut rates = Vec::new();
        let sampled = self.subject.techniques.iter();
        // A mutant is tried as a study tries it.
        let comparisons = match self.variant {
            Variant::Original => vec![Compared::SourceWithSource, Compared::SourceWithFollowUp],
            Variant::Mutant(_) => vec![Compared::SourceWithFollowUp],
        };
        for &kind in sampled.filter(|kind| kind.takes_samples()) {
            for &n_runs in &self.check.n_runs {
                for &compared in &comparisons {
                    rates.push(self.rate(kind, n_runs, compared)?);
                }
            }
        }
        Ok(rates)
    }

    fn rate(
        &mut self,
        kind: TechniqueKind,
        n_runs: u64,
        compared: Compared,
    ) -> Result<AlarmRate, StudyError> {
        let setting = Setting {
            interface: &self.subject.manifest.interface,
            data_sets: &self.subject.data_sets,
        };
        let (technique, promised) = self.technique(kind, n_runs, compared, &setting)?;
        let cases = technique.plan(&setting)?.cases;
        let mut sides = Vec::new();
        for case in &cases {
            let middle = case.requests.len() / 2;
            let source = self.pool(&case.requests[0])?;
            sides.push((source, self.pool(&case.requests[middle])?));
        }
        let n_alarms = (0..self.check.n_trials)
            .into_par_iter()
            .filter(|trial| {
                let mut all = cases.iter().zip(&sides);
                all.any(|(case, sides)| {
                    let purpose =
                        format!("trial {trial} of {} on {}", case.property, case.data_set);
                    let mut rng = Rng::for_purpose(self.design.seed, &purpose);
                    let (source, follow_up) = self.draw(sides, n_runs, &mut rng);
                    is_alarm(technique.as_ref(), case, &source, &follow_up)
                })
            })
            .count();
        self.metrics.check()?;
        Ok(AlarmRate {
            subject: self.subject.manifest.name.clone(),
            technique: technique.name().clone(),
            compared,
            n_runs,
            n_trials: self.check.n_trials,
            n_alarms: n_alarms as u64,
            promised,
        })
    }

    /// The technique as the study has it, but for the number of runs, and the rate it promises.
    fn technique(
        &self,
        kind: TechniqueKind,
        n_runs: u64,
        compared: Compared,
        setting: &Setting<'_>,
    ) -> Result<(Box<dyn Technique>, Option<f64>), StudyError> {
        let mut sampled = self.subject.sampled.clone();
        if let Some(sampling) = &mut sampled.sampling {
            sampling.n_runs = n_runs;
            sampling.first_look = sampling.first_look.filter(|look| *look < n_runs);
        }
        let seeds = &self.design.transform_seeds;
        let commands: Arc<dyn MetricCommands> = Arc::<RunningMetrics>::clone(&self.metrics);
        if !matches!(kind, TechniqueKind::Statistical | TechniqueKind::Heuristic) {
            let technique = sampled.thesis(kind, self.subject, seeds, commands);
            return Ok(match compared {
                Compared::SourceWithFollowUp => (Box::new(technique), None),
                Compared::SourceWithSource => (Box::new(technique.control()), None),
            });
        }
        let learner = sampled.calibrated(kind, self.subject, seeds, commands);
        let requests = learner.lessons(setting);
        let seen = self.observe(Variant::Original, &requests)?;
        let lessons: Vec<Lesson> = requests
            .into_iter()
            .zip(seen)
            .map(|(request, observation)| Lesson {
                request,
                observation,
            })
            .collect();
        let technique = learner.learnt(&lessons);
        self.metrics.check()?;
        let promised = sampled.sampling.map(|sampling| sampling.level);
        Ok(match compared {
            Compared::SourceWithFollowUp => (Box::new(technique), promised),
            Compared::SourceWithSource => (Box::new(technique.control()), promised),
        })
    }

    /// So many runs of each side, none twice.
    fn draw(
        &self,
        (source, follow_up): &(Digest, Digest),
        n_runs: u64,
        rng: &mut Rng,
    ) -> (Vec<&Observation>, Vec<&Observation>) {
        if source != follow_up {
            let source = draw(&self.pools[source], n_runs, rng);
            return (source, draw(&self.pools[follow_up], n_runs, rng));
        }
        let mut both = draw(&self.pools[source], 2 * n_runs, rng);
        let other = both.split_off(both.len() / 2);
        (both, other)
    }

    /// Runs a request with many fresh seeds, unless that was done; gives the key of its pool.
    fn pool(&mut self, request: &Request) -> Result<Digest, StudyError> {
        let key = request.clone().with_seed(0).digest();
        if !self.pools.contains_key(&key) {
            let n_runs = self.check.n_runs.iter().max().copied().unwrap_or_default();
            let purpose = format!("fresh runs of {key}");
            let mut rng = Rng::for_purpose(self.design.seed, &purpose);
            // Two samples of one side need two pools' worth.
            let n_runs = n_runs * self.check.pool.max(2);
            let requests: Vec<Arc<Request>> = (0..n_runs)
                .map(|_| Arc::new(request.clone().with_seed(rng.next_u64() >> 1)))
                .collect();
            let seen = self.observe(self.variant, &requests)?;
            self.pools.insert(key, seen);
        }
        Ok(key)
    }

    fn observe(
        &self,
        variant: Variant,
        requests: &[Arc<Request>],
    ) -> Result<Vec<Arc<Observation>>, StudyError> {
        let execution = |request: &Arc<Request>| Execution {
            program: Arc::clone(&self.program),
            variant,
            request: Arc::clone(request),
            limits: allowance::of_original(),
        };
        let executions: Vec<Execution> = requests.iter().map(execution).collect();
        let Surroundings {
            executor,
            stop,
            on_event,
            ..
        } = self.surroundings;
        let outcomes = executor.run(&executions, stop, &|event| {
            on_event(Event::Execution(event));
        })?;
        let seen = outcomes.into_iter().map(|outcome| outcome.observation);
        Ok(seen.collect())
    }
}

/// So many runs of a pool, none twice.
fn draw<'a>(pool: &'a [Arc<Observation>], n_runs: u64, rng: &mut Rng) -> Vec<&'a Observation> {
    let mut places: Vec<usize> = (0..pool.len()).collect();
    (0..n_runs)
        .map(|_| {
            let place = rng.below(places.len() as u64) as usize;
            pool[places.swap_remove(place)].as_ref()
        })
        .collect()
}

/// Whether a case is violated by these runs, looked at as the technique asks for them.
fn is_alarm(
    technique: &dyn Technique,
    case: &Case,
    source: &[&Observation],
    follow_up: &[&Observation],
) -> bool {
    let n_first = case.requests.len() / 2;
    let mut observed = [&source[..n_first], &follow_up[..n_first]].concat();
    if !technique.follow_up(case, &observed).is_empty() {
        observed.extend([&source[n_first..], &follow_up[n_first..]].concat());
    }
    matches!(technique.judge(case, &observed), Verdict::Violated(_))
}
