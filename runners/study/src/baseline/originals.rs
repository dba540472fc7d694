//! What the originals of a subject's programs show.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_executor::{Execution, Outcome, RunError};
use killrate_model::{
    Blob, Digest, InputName, Limits, Observation, Probe, ProgramName, Reason, Request, Variant,
};
use killrate_record::Basis;

use super::allowance;
use super::difference::Difference;
use crate::surroundings::Surroundings;
use crate::weave::{Programs, Repetition};

/// The originals of a subject's programs, and everything that they have shown so far.
pub(crate) struct Originals<'a> {
    surroundings: Surroundings<'a>,
    is_deterministic: bool,
    fuel_multiple: u64,
    programs: Programs,
    baselines: BTreeMap<Digest, Baseline>,
    /// The inputs and arguments on which the original is known to end normally.
    sources: BTreeSet<Digest>,
}

/// What the original showed for a request.
#[derive(Debug, Clone)]
pub(crate) struct Baseline {
    /// What the first run showed, and what it took.
    pub(crate) outcome: Outcome,
    /// The key of the first run.
    pub(crate) execution: Digest,
    /// What a mutant may use.
    pub(crate) limits: Limits,
    /// In what the second run differs; nothing where runs of a random program may.
    pub(crate) difference: Option<Difference>,
    /// The second run, where there was one.
    again: Option<Arc<Observation>>,
}

impl<'a> Originals<'a> {
    pub(crate) fn new(
        programs: Programs,
        is_deterministic: bool,
        surroundings: Surroundings<'a>,
    ) -> Self {
        Self {
            surroundings,
            is_deterministic,
            fuel_multiple: allowance::FUEL_MULTIPLE,
            programs,
            baselines: BTreeMap::new(),
            sources: BTreeSet::new(),
        }
    }

    /// Mutants may burn this many times the original's fuel, and not the usual many.
    #[must_use]
    pub(crate) fn with_fuel_multiple(mut self, fuel_multiple: u64) -> Self {
        self.fuel_multiple = fuel_multiple;
        self
    }

    pub(crate) fn surroundings(&self) -> Surroundings<'a> {
        self.surroundings
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.programs
    }

    pub(crate) fn is_deterministic(&self) -> bool {
        self.is_deterministic
    }

    /// Runs the originals on requests that they were not run on yet, twice each.
    pub(crate) fn run(&mut self, requests: &[Arc<Request>]) -> Result<(), RunError> {
        let is_new = |request: &&Arc<Request>| !self.baselines.contains_key(&request.digest());
        let new: Vec<&Arc<Request>> = requests.iter().filter(is_new).collect();
        // Both runs of all requests go to the executor as one batch, because it shares its workers
        // among whatever is asked at once. One request may be there for several variants; equal
        // executions are run once.
        let pairs: Vec<Vec<Execution>> = new
            .iter()
            .map(|request| self.first_and_again(request))
            .collect();
        let mut outcomes = self.surroundings.run(&pairs.concat())?.into_iter();
        for (request, executions) in new.into_iter().zip(pairs) {
            let of_request = outcomes.by_ref().take(executions.len()).collect();
            let baseline = self.baseline(request, &executions[0], of_request);
            self.baselines.insert(request.digest(), baseline);
        }
        Ok(())
    }

    /// Notes that the original is known to end normally on the inputs of these requests.
    pub(crate) fn vouch_for(&mut self, sources: &[Arc<Request>]) {
        let digests = sources.iter().map(|request| content(request));
        self.sources.extend(digests);
    }

    /// What the original shows for requests, run once each.
    pub(crate) fn show(
        &self,
        requests: &[Arc<Request>],
    ) -> Result<Vec<Arc<Observation>>, RunError> {
        let execution = |request: &Arc<Request>| self.execution_of_original(request);
        let executions: Vec<Execution> = requests.iter().map(execution).collect();
        let outcomes = self.surroundings.run(&executions)?.into_iter();
        Ok(outcomes.map(|outcome| outcome.observation).collect())
    }

    /// What is known of a request that the original was run on.
    pub(crate) fn known(&self, request: &Request) -> &Baseline {
        let baseline = self.baselines.get(&request.digest());
        baseline.expect("the original is run on a request first")
    }

    /// Why nothing follows from this request, whichever variant it is put to.
    ///
    /// What an input that somebody made up does to the original may be what it does to every variant;
    /// on the data of a study it must end normally, or there is no study.
    pub(crate) fn obstacle(&self, request: &Request) -> Option<Reason> {
        let baseline = self.known(request);
        // A difference is looked for first: where two runs differ, the end of one of them is
        // chance.
        if let Some(difference) = &baseline.difference {
            return Some(Reason::UnusableOutput {
                detail: format!("two runs of the original differ: {difference}"),
            });
        }
        let exit = baseline.outcome.observation.exit;
        // A test program fails by its exit code, and a run of a random program by chance.
        let may_fail = request.program != ProgramName::Subject || !self.is_deterministic;
        if exit.is_normal() || may_fail || self.sources.contains(&content(request)) {
            return None;
        }
        Some(Reason::AbnormalEnd {
            detail: format!("the original on this input: {exit}"),
        })
    }

    /// How it is known what a variant shows for a request; `None` where it has to be run.
    pub(crate) fn spared(&self, variant: Variant, request: &Request) -> Option<Basis> {
        let Variant::Mutant(number) = variant else {
            return Some(Basis::Run);
        };
        // Another run of a random program may well reach what this one did not, and the probe knows
        // nothing of what is not in the program that it is a part of.
        let program = &self.programs.get(&request.program).program;
        let is_apart = program.alone.contains_key(&number)
            || self.programs.placebo(&request.program, variant).is_some();
        if !self.is_deterministic || is_apart {
            return None;
        }
        // A probed run that did not live to report says nothing.
        let reach = self.known(request).again.as_ref()?.reach.as_ref()?;
        if !reach.is_reached(number) {
            Some(Basis::NotReached)
        } else if !reach.is_infected(number) {
            Some(Basis::NotInfected)
        } else {
            None
        }
    }

    /// The execution that shows what a variant does for a request, whether or not it ran.
    pub(crate) fn execution_of(&self, variant: Variant, request: &Arc<Request>) -> Execution {
        let limits = match variant {
            Variant::Original => allowance::of_original(),
            Variant::Mutant(_) => self.known(request).limits,
        };
        let (program, variant) = self.programs.of_variant(&request.program, variant);
        Execution::new(program, variant, request, limits)
    }

    fn execution_of_original(&self, request: &Arc<Request>) -> Execution {
        self.execution_of(Variant::Original, request)
    }

    fn first_and_again(&self, request: &Arc<Request>) -> Vec<Execution> {
        let first = self.execution_of_original(request);
        let again = match self.programs.get(&request.program).repetition {
            // One run tells two things: whether the original repeats itself, and what it reached.
            Repetition::Probed(_) => Some(Execution {
                request: Arc::new(Request::clone(request).with_probe(Probe::Reach)),
                ..first.clone()
            }),
            // Without a number of its own this would be the same execution, and the log would
            // answer with the first run.
            Repetition::Plain(_) => Some(Execution {
                repetition: 1,
                ..first.clone()
            }),
            Repetition::None => None,
        };
        [first].into_iter().chain(again).collect()
    }

    fn baseline(&self, request: &Request, first: &Execution, outcomes: Vec<Outcome>) -> Baseline {
        let mut outcomes = outcomes.into_iter();
        let outcome = outcomes.next().expect("the first execution has an outcome");
        let again = outcomes.next().map(|outcome| outcome.observation);
        let repetition = &self.programs.get(&request.program).repetition;
        // A second implementation has to repeat itself even where the subject need not.
        let must_repeat = self.is_deterministic || matches!(repetition, Repetition::Plain(_));
        let difference = again
            .as_ref()
            .filter(|_| must_repeat)
            .and_then(|again| Difference::find(repetition, &outcome.observation, again));
        Baseline {
            execution: self.surroundings.executor.key(first),
            // Mutants run without the probe, so the plain run is what theirs are measured by.
            limits: allowance::of_mutants(
                outcome.observation.fuel,
                outcome.cost.cpu,
                self.fuel_multiple,
            ),
            outcome,
            difference,
            again,
        }
    }
}

impl Baseline {
    /// What the reach probe reported, if the probed run lived to report.
    pub(crate) fn reach(&self) -> Option<&killrate_model::Reach> {
        self.again.as_ref()?.reach.as_ref()
    }
}

/// What makes two requests the same input: everything but the seed and the probes with their files,
/// which add to what is reported and change nothing that the program is given to work on.
fn content(request: &Request) -> Digest {
    let is_of_probe = |name: &InputName| {
        let mut files = request.probes.iter().filter_map(|probe| probe.input_file());
        files.any(|file| file == name.as_str())
    };
    let inputs: BTreeMap<InputName, Blob> = request
        .inputs
        .iter()
        .filter(|(name, _)| !is_of_probe(name))
        .map(|(name, blob)| (name.clone(), blob.clone()))
        .collect();
    let plain = Request {
        program: request.program.clone(),
        arguments: request.arguments.clone(),
        inputs,
        numbers: request.numbers.clone(),
        ..Request::default()
    };
    plain.digest()
}
