//! Observations of every variant: the original's first, then the mutants' as far as they can differ.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Cost, Execution, Executor, Outcome, Program, RunError};
use killrate_model::{
    DataSetName, Digest, Exit, Limits, Observation, Probe, Reach, Request, SubjectName, Variant,
};
use killrate_record::Basis;

use crate::allowance;
use crate::event::Event;
use crate::second::SecondError;

/// Observes one subject's variants.
pub(crate) struct Observer<'a> {
    pub(crate) executor: &'a Executor,
    pub(crate) subject: &'a SubjectName,
    pub(crate) is_deterministic: bool,
    pub(crate) program: Arc<Program>,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) on_event: &'a (dyn Fn(Event) + Sync),
    /// Whether two runs of the original show the same.
    pub(crate) shows_same: fn(&Observation, &Observation) -> bool,
    baselines: BTreeMap<Digest, Baseline>,
}

/// What is known of a request from running the original on it.
#[derive(Debug, Clone)]
pub(crate) struct Baseline {
    pub(crate) observation: Arc<Observation>,
    /// `None` when the run did not live to report it; then nothing may be concluded.
    pub(crate) reach: Option<Reach>,
    pub(crate) limits: Limits,
    seen: Seen,
}

/// What one variant showed for one request, and how we know.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) observation: Arc<Observation>,
    pub(crate) basis: Basis,
    pub(crate) cost: Cost,
    pub(crate) was_cached: bool,
}

impl Seen {
    /// What the same run shows without checking invariants, if that is known.
    fn without_alarms(&self) -> Option<Self> {
        Some(Self {
            observation: Arc::new(self.observation.without_alarms()?),
            ..self.clone()
        })
    }
}

/// Why a subject is no basis for a study.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It fails on a data set.
    #[error(
        "the original of `{subject}` does not end normally on `{data_set}`: {exit}; mend the subject or take the data set out of the study{complaint}"
    )]
    Fails {
        /// Which subject.
        subject: SubjectName,
        /// On which data set.
        data_set: DataSetName,
        /// How it ended.
        exit: Exit,
        /// The last line of its complaint, if it made one.
        complaint: String,
    },
    /// It gave two different outputs for the same request.
    #[error(
        "the original of `{subject}` is not deterministic: two runs of one request differ ({difference}); mend the subject, or write `is-deterministic = false` in its manifest"
    )]
    NotDeterministic {
        /// Which subject.
        subject: SubjectName,
        /// What differs.
        difference: String,
    },
    /// What it should be compared with is no use.
    #[error(transparent)]
    Second(#[from] SecondError),
}

/// Why there are no observations.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ObserveError {
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    #[error(transparent)]
    Run(#[from] RunError),
}

impl<'a> Observer<'a> {
    pub(crate) fn new(
        executor: &'a Executor,
        subject: &'a SubjectName,
        is_deterministic: bool,
        program: Program,
        stop: &'a AtomicBool,
        on_event: &'a (dyn Fn(Event) + Sync),
    ) -> Self {
        let program = Arc::new(program);
        let baselines = BTreeMap::new();
        Self {
            executor,
            subject,
            is_deterministic,
            program,
            stop,
            on_event,
            shows_same: Observation::shows_same,
            baselines,
        }
    }

    /// Runs the original on requests it was not run on yet: once as it is, once with the reach
    /// probe. The two runs must show the same, which also tests determinism.
    pub(crate) fn learn(&mut self, requests: &[Arc<Request>]) -> Result<(), ObserveError> {
        let new: Vec<&Arc<Request>> = requests
            .iter()
            .filter(|request| !self.baselines.contains_key(&request.digest()))
            .collect();
        let executions: Vec<Execution> = new
            .iter()
            .flat_map(|request| {
                let probed = Arc::new(Request::clone(request).with_probe(Probe::Reach));
                [Arc::clone(request), probed]
            })
            .map(|request| self.execution(Variant::Original, request, allowance::of_original()))
            .collect();
        let outcomes = self.run(&executions)?;
        for (request, pair) in new.iter().zip(outcomes.chunks_exact(2)) {
            let baseline = self.baseline(&pair[0], &pair[1])?;
            self.baselines.insert(request.digest(), baseline);
        }
        Ok(())
    }

    fn baseline(&self, plain: &Outcome, probed: &Outcome) -> Result<Baseline, BaselineError> {
        let (seen, again) = (&plain.observation, &probed.observation);
        if self.is_deterministic && !(self.shows_same)(seen, again) {
            return Err(BaselineError::NotDeterministic {
                subject: self.subject.clone(),
                difference: difference(seen, again),
            });
        }
        Ok(Baseline {
            observation: Arc::clone(seen),
            reach: again.reach.clone(),
            limits: allowance::of_mutants(seen.fuel, plain.cost.cpu),
            seen: Seen {
                observation: Arc::clone(seen),
                basis: Basis::Run,
                cost: plain.cost,
                was_cached: plain.was_cached,
            },
        })
    }

    /// What the original shows for requests, run once each.
    pub(crate) fn show(
        &self,
        requests: &[Arc<Request>],
    ) -> Result<Vec<Arc<Observation>>, ObserveError> {
        let executions: Vec<Execution> = requests
            .iter()
            .map(|request| {
                let request = Arc::clone(request);
                self.execution(Variant::Original, request, allowance::of_original())
            })
            .collect();
        let outcomes = self.run(&executions)?.into_iter();
        Ok(outcomes.map(|outcome| outcome.observation).collect())
    }

    /// What is known of a request that the original was run on.
    pub(crate) fn known(&self, request: &Request) -> &Baseline {
        self.baselines
            .get(&request.digest())
            .expect("the original is run on a request first")
    }

    /// What the original took for a request.
    pub(crate) fn cost_of_original(&self, request: &Request) -> Cost {
        self.known(request).seen.cost
    }

    /// Whether a mutant's outputs on a request are known to be the original's.
    pub(crate) fn basis(&self, variant: Variant, request: &Request) -> Basis {
        // Another run of a random program may well reach what this one did not.
        if !self.is_deterministic {
            return Basis::Run;
        }
        // The probe knows nothing of what is not in the program that it is a part of.
        if self.program.alone.contains_key(&variant.number()) {
            return Basis::Run;
        }
        match (variant, &self.known(request).reach) {
            (Variant::Mutant(number), Some(reach)) if !reach.is_reached(number) => {
                Basis::NotReached
            }
            (Variant::Mutant(number), Some(reach)) if !reach.is_infected(number) => {
                Basis::NotInfected
            }
            _ => Basis::Run,
        }
    }

    /// What each variant shows for each request, in the order asked.
    ///
    /// A run that checks invariants also shows what the same run shows without them, which is then not
    /// run again.
    pub(crate) fn observe(
        &self,
        pairs: &[(Variant, Arc<Request>)],
    ) -> Result<Vec<Seen>, ObserveError> {
        let mut seen: Vec<Option<Seen>> = pairs.iter().map(|pair| self.spared(pair)).collect();
        let stand_ins = self.stand_ins(pairs, &seen);
        self.fill(pairs, &mut seen, |place| !stand_ins.contains_key(&place))?;
        for (place, stand_in) in stand_ins {
            seen[place] = seen[stand_in].as_ref().and_then(Seen::without_alarms);
        }
        self.fill(pairs, &mut seen, |_| true)?;
        let known = |seen: Option<Seen>| seen.expect("every execution has an outcome");
        Ok(seen.into_iter().map(known).collect())
    }

    /// What is known without a run, because the original was run on everything.
    fn spared(&self, (variant, request): &(Variant, Arc<Request>)) -> Option<Seen> {
        let baseline = self.known(request);
        if *variant == Variant::Original {
            return Some(baseline.seen.clone());
        }
        match self.basis(*variant, request) {
            Basis::Run => None,
            basis => Some(Seen {
                observation: Arc::clone(&baseline.observation),
                basis,
                cost: Cost::default(),
                was_cached: false,
            }),
        }
    }

    /// The places of pairs that need no run of their own, each with that of the same run with
    /// invariants checked.
    fn stand_ins(
        &self,
        pairs: &[(Variant, Arc<Request>)],
        seen: &[Option<Seen>],
    ) -> BTreeMap<usize, usize> {
        // Of a random program every run is another one.
        if !self.is_deterministic {
            return BTreeMap::new();
        }
        let to_run = || (0..pairs.len()).filter(|&place| seen[place].is_none());
        let mut checked = BTreeMap::new();
        for place in to_run() {
            let (variant, request) = &pairs[place];
            if let Some(plain) = request.without_invariants() {
                checked.insert((*variant, plain.digest()), place);
            }
        }
        if checked.is_empty() {
            return BTreeMap::new();
        }
        let mut stand_ins = BTreeMap::new();
        for place in to_run() {
            let (variant, request) = &pairs[place];
            let fuel = |place: usize| self.known(&pairs[place].1).limits.fuel;
            let stand_in = checked.get(&(*variant, request.digest())).copied();
            // With other fuel a run could end elsewhere.
            if let Some(stand_in) = stand_in.filter(|&other| fuel(other) == fuel(place)) {
                stand_ins.insert(place, stand_in);
            }
        }
        stand_ins
    }

    /// Runs what was not seen yet, as far as it is wanted.
    fn fill(
        &self,
        pairs: &[(Variant, Arc<Request>)],
        seen: &mut [Option<Seen>],
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<(), RunError> {
        let is_missing = |place: &usize| seen[*place].is_none() && is_wanted(*place);
        let places: Vec<usize> = (0..pairs.len()).filter(is_missing).collect();
        let execution = |&place: &usize| self.execution_of(pairs[place].0, &pairs[place].1);
        let executions: Vec<Execution> = places.iter().map(execution).collect();
        if executions.is_empty() {
            return Ok(());
        }
        let outcomes = self.run(&executions)?;
        for (place, outcome) in places.into_iter().zip(outcomes) {
            seen[place] = Some(Seen {
                observation: outcome.observation,
                basis: Basis::Run,
                cost: outcome.cost,
                was_cached: outcome.was_cached,
            });
        }
        Ok(())
    }

    /// The execution that observing this variant on this request needs, whether or not it ran.
    pub(crate) fn execution_of(&self, variant: Variant, request: &Arc<Request>) -> Execution {
        let limits = match variant {
            Variant::Original => allowance::of_original(),
            Variant::Mutant(_) => self.known(request).limits,
        };
        self.execution(variant, Arc::clone(request), limits)
    }

    fn execution(&self, variant: Variant, request: Arc<Request>, limits: Limits) -> Execution {
        Execution {
            program: Arc::clone(&self.program),
            variant,
            request,
            limits,
        }
    }

    fn run(&self, executions: &[Execution]) -> Result<Vec<Outcome>, RunError> {
        let forward = |event| (self.on_event)(Event::Execution(event));
        self.executor.run(executions, self.stop, &forward)
    }
}

fn difference(seen: &Observation, again: &Observation) -> String {
    if seen.exit != again.exit {
        return format!("{} and {}", seen.exit, again.exit);
    }
    let differing = seen
        .outputs
        .iter()
        .find(|(name, blob)| again.outputs.get(*name) != Some(*blob));
    match differing {
        Some((name, _)) => format!("in output `{name}`"),
        None => "in what they print".to_owned(),
    }
}
