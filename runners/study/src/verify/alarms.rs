//! How often techniques that take samples give an alarm: on the original that is their rate of false
//! alarms, on a mutant their power.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_catalogue::{Design, LookupError, SubjectDesign, weave_options};
use killrate_executor::{Execution, RunError};
use killrate_model::{
    Digest, Mutant, Observation, ProgramName, Request, Rng, SubjectName, TechniqueName, Variant,
    Verdict,
};
use killrate_rounds::{Answer, Planned, Question, Shown, converse, teach};
use killrate_techniques::{
    Calibrated, Compared, Layout, Setting, Technique, TechniqueKind, ThesisSampled,
};
use rayon::prelude::*;

use crate::baseline::{Originals, of_original};
use crate::error::StudyError;
use crate::plan::layout;
use crate::surroundings::Surroundings;
use crate::weave::Programs;

/// Which trials to make.
#[derive(Debug, Clone)]
pub struct AlarmTrials {
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
    wanted: &AlarmTrials,
    surroundings: Surroundings<'_>,
) -> Result<Vec<AlarmRate>, StudyError> {
    let mut rates = Vec::new();
    for subject in &design.subjects {
        let name = &subject.manifest.name;
        let is_wanted = wanted.subject.as_ref().is_none_or(|wanted| wanted == name);
        let takes_samples = subject.techniques.iter().any(|kind| kind.takes_samples());
        if is_wanted && takes_samples {
            let mut trials = Trials::open(design, subject, wanted, surroundings)?;
            rates.extend(trials.run()?);
        }
    }
    Ok(rates)
}

/// The trials on one subject.
struct Trials<'a> {
    design: &'a Design,
    subject: &'a SubjectDesign,
    wanted: &'a AlarmTrials,
    originals: Originals<'a>,
    variant: Variant,
    /// Fresh runs of a request, whatever its seed.
    pools: BTreeMap<Digest, Vec<Arc<Observation>>>,
}

/// The requests of the two samples of a case, by their pools.
type Sides = (Digest, Digest);

impl<'a> Trials<'a> {
    fn open(
        design: &'a Design,
        subject: &'a SubjectDesign,
        wanted: &'a AlarmTrials,
        surroundings: Surroundings<'a>,
    ) -> Result<Self, StudyError> {
        let name = &subject.manifest.name;
        let options = weave_options(design, subject, surroundings.scratch.woven());
        let woven = surroundings.weave(name, &options)?;
        let variant = match &wanted.mutant {
            None => Variant::Original,
            Some(id) => {
                let is_it = |mutant: &&Mutant| mutant.id.0 == *id;
                let mutant =
                    woven
                        .mutants
                        .iter()
                        .find(is_it)
                        .ok_or_else(|| LookupError::Mutant {
                            subject: name.clone(),
                            text: id.clone(),
                        })?;
                Variant::Mutant(mutant.number)
            }
        };
        let programs = Programs::of_woven(&woven).with_commands(&subject.sampled.metrics);
        let is_deterministic = subject.manifest.is_deterministic;
        Ok(Self {
            design,
            subject,
            wanted,
            originals: Originals::new(programs, is_deterministic, surroundings),
            variant,
            pools: BTreeMap::new(),
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
            for &n_runs in &self.wanted.n_runs {
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
        let layout = self.layout(kind, n_runs, compared);
        let level = layout.sampling.level;
        let is_calibrated = matches!(kind, TechniqueKind::Statistical | TechniqueKind::Heuristic);
        let setting = Setting {
            interface: &self.subject.manifest.interface,
            data_sets: &self.subject.data_sets,
        };
        let technique: Box<dyn Technique> = if is_calibrated {
            let learner = Box::new(Calibrated::new(layout));
            teach(learner, &setting, |asked| self.originals.show(asked))?
        } else {
            Box::new(ThesisSampled::new(layout))
        };
        let planned = Planned::new(vec![technique], &setting)?;
        let mut sides: Vec<Sides> = Vec::new();
        for planned_case in &planned.cases {
            let requests = &planned_case.case.requests;
            let source = self.pool(&requests[0])?;
            // A case has the runs of the source in its first half and those of the follow-up in its
            // second.
            sides.push((source, self.pool(&requests[requests.len() / 2])?));
        }
        let trials = (0..self.wanted.n_trials).into_par_iter();
        let alarms: Vec<bool> = trials
            .map(|trial| self.is_alarm(&planned, &sides, n_runs, trial))
            .collect::<Result<_, RunError>>()?;
        Ok(AlarmRate {
            subject: self.subject.manifest.name.clone(),
            technique: kind.technique_name(),
            compared,
            n_runs,
            n_trials: self.wanted.n_trials,
            n_alarms: alarms.into_iter().filter(|is_alarm| *is_alarm).count() as u64,
            promised: is_calibrated.then_some(level),
        })
    }

    /// The technique as the study has it, but for the number of runs.
    fn layout(&self, kind: TechniqueKind, n_runs: u64, compared: Compared) -> Layout {
        let mut layout = layout(kind, self.design, self.subject, compared);
        layout.sampling.n_runs = n_runs;
        let first_look = layout.sampling.first_look;
        // A first look at all runs there are, or at more, would be no early one.
        layout.sampling.first_look = first_look.filter(|look| *look < n_runs);
        layout
    }

    /// Whether any case is violated in this trial.
    fn is_alarm(
        &self,
        planned: &Planned,
        sides: &[Sides],
        n_runs: u64,
        trial: u64,
    ) -> Result<bool, RunError> {
        for (place, sides) in sides.iter().enumerate() {
            let case = &planned.cases[place].case;
            // Every trial and case draws with a generator of its own, so the order of threads plays
            // no part.
            let purpose = format!("trial {trial} of {} on {}", case.property, case.data_set);
            let mut rng = Rng::for_purpose(self.design.seed, &purpose);
            let mut drawn = self.draw(sides, n_runs, &mut rng);
            let answer = |questions: &[Question]| self.answer(&mut drawn, questions);
            let dialogues = converse(planned, &[place], &[self.variant], answer)?;
            if matches!(dialogues[0].verdict, Verdict::Violated(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs of the subject are those that were drawn, as many of the source as of the follow-up by the
    /// end of each round; the commands of metrics are run.
    fn answer(
        &self,
        drawn: &mut Drawn<'_>,
        questions: &[Question],
    ) -> Result<Vec<Answer<()>>, RunError> {
        let is_command = |one: &Question| matches!(one.request.program, ProgramName::Command(_));
        // Commands are asked for in rounds of their own, after the runs whose outputs they measure.
        let shown = if questions.iter().any(is_command) {
            let requests = questions.iter().map(|one| Arc::clone(&one.request));
            self.originals
                .show(&requests.collect::<Vec<Arc<Request>>>())?
        } else {
            drawn.next_runs(questions.len())
        };
        let shown = shown.into_iter().map(|observation| {
            Ok(Shown {
                observation,
                how: (),
            })
        });
        Ok(shown.collect())
    }

    /// So many runs of each side, none twice.
    fn draw(&self, (source, follow_up): &Sides, n_runs: u64, rng: &mut Rng) -> Drawn<'_> {
        // Drawn apart, one run could be in both samples, which would then be too much alike.
        let (source, follow_up) = if source == follow_up {
            let mut both = draw(&self.pools[source], 2 * n_runs, rng);
            let other = both.split_off(both.len() / 2);
            (both, other)
        } else {
            let source = draw(&self.pools[source], n_runs, rng);
            (source, draw(&self.pools[follow_up], n_runs, rng))
        };
        Drawn {
            source: source.into_iter(),
            follow_up: follow_up.into_iter(),
            n_shown: 0,
        }
    }

    /// Runs a request with many fresh seeds, unless that was done; gives the key of its pool.
    fn pool(&mut self, request: &Request) -> Result<Digest, StudyError> {
        let key = request.clone().with_seed(0).digest();
        if !self.pools.contains_key(&key) {
            let n_runs = self.wanted.n_runs.iter().max().copied().unwrap_or_default();
            let purpose = format!("fresh runs of {key}");
            let mut rng = Rng::for_purpose(self.design.seed, &purpose);
            // Two samples of one side need two pools' worth.
            let n_runs = n_runs * self.wanted.pool.max(2);
            let program = &self.originals.programs().get(&request.program).program;
            let execution = |_| {
                // Seeds come from the lower half of all numbers, as those of a study do.
                let request = Arc::new(request.clone().with_seed(rng.next_u64() >> 1));
                Execution::new(program, self.variant, &request, of_original())
            };
            let executions: Vec<Execution> = (0..n_runs).map(execution).collect();
            let outcomes = self.originals.surroundings().run(&executions)?;
            let seen = outcomes.into_iter().map(|outcome| outcome.observation);
            self.pools.insert(key, seen.collect());
        }
        Ok(key)
    }
}

/// The runs of one case in one trial.
struct Drawn<'a> {
    source: std::vec::IntoIter<&'a Arc<Observation>>,
    follow_up: std::vec::IntoIter<&'a Arc<Observation>>,
    n_shown: usize,
}

impl Drawn<'_> {
    /// The runs that are shown next: a technique asks for one source run first, and from then on for
    /// source runs before follow-up runs, so that it has seen as many of both.
    fn next_runs(&mut self, n: usize) -> Vec<Arc<Observation>> {
        let n_of_source = |n_shown: usize| n_shown.div_ceil(2);
        let n_source = n_of_source(self.n_shown + n) - n_of_source(self.n_shown);
        self.n_shown += n;
        let source = self.source.by_ref().take(n_source);
        let mut runs: Vec<Arc<Observation>> = source.cloned().collect();
        let n_follow_up = n - runs.len();
        runs.extend(self.follow_up.by_ref().take(n_follow_up).cloned());
        runs
    }
}

/// So many runs of a pool, none twice.
fn draw<'a>(pool: &'a [Arc<Observation>], n_runs: u64, rng: &mut Rng) -> Vec<&'a Arc<Observation>> {
    let mut places: Vec<usize> = (0..pool.len()).collect();
    (0..n_runs)
        .map(|_| {
            let place = rng.below(places.len() as u64) as usize;
            &pool[places.swap_remove(place)]
        })
        .collect()
}
