//! Running a program, all its phases, and the commands that properties call.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Event, Execution, Executor};
use killrate_model::{Blob, InputName, Observation, OutputName, ProgramName, Request, Variant};
use killrate_techniques::Exchange;
use killrate_techniques::placeholder::rename;

use crate::spec::Phase;
use crate::{MtError, Spec};

/// What running needs besides a spec.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Who runs programs.
    pub executor: &'a Executor,
    /// Set when somebody wants to stop.
    pub stop: &'a AtomicBool,
    /// Who wants to know how it goes on.
    pub on_event: &'a (dyn Fn(Event) + Sync),
}

/// A run that is wanted.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) request: Arc<Request>,
    /// Which repetition of the same run, from 0.
    pub(crate) repetition: u32,
}

/// What one run of the program, all its phases, showed; a command has one phase.
#[derive(Debug)]
pub(crate) struct Run {
    /// Which program was asked.
    pub(crate) asked: ProgramName,
    /// What was asked of each phase, and what was seen.
    pub(crate) phases: Vec<Exchange>,
    /// The observation of the last phase, with the outputs of all and those taken out of others.
    pub(crate) seen: Arc<Observation>,
    /// The outputs that could not be taken out of others, and why.
    pub(crate) missing: BTreeMap<OutputName, String>,
}

/// Runs whatever is wanted; the same phase of all of them together.
pub(crate) fn run_all(
    spec: &Spec,
    wanted: &[Wanted],
    surroundings: Surroundings<'_>,
) -> Result<Vec<Arc<Run>>, MtError> {
    let Surroundings {
        executor,
        stop,
        on_event,
    } = surroundings;
    let mut done: Vec<Vec<Exchange>> = vec![Vec::new(); wanted.len()];
    // All runs go through a phase together, because the executor shares work among what it is asked
    // at once.
    loop {
        let (going, executions): (Vec<usize>, Vec<Execution>) = (0..wanted.len())
            .filter_map(|run| Some((run, next(spec, &wanted[run], &done[run])?)))
            .unzip();
        if going.is_empty() {
            break;
        }
        let outcomes = executor.run(&executions, stop, on_event)?;
        for ((run, execution), outcome) in going.into_iter().zip(executions).zip(outcomes) {
            done[run].push(Exchange {
                request: execution.request,
                observation: outcome.observation,
            });
        }
    }
    let runs = wanted.iter().zip(done);
    Ok(runs
        .map(|(wanted, phases)| Arc::new(finish(spec, &wanted.request, phases)))
        .collect())
}

/// The next phase of a run, if there is one.
fn next(spec: &Spec, wanted: &Wanted, done: &[Exchange]) -> Option<Execution> {
    let has_failed = |phase: &Exchange| !phase.observation.exit.is_normal();
    // What a phase that failed has written is not for the next one.
    if done.last().is_some_and(has_failed) {
        return None;
    }
    let (program, request) = match &wanted.request.program {
        ProgramName::Command(name) if done.is_empty() => {
            let program = &spec.functions.programs[name];
            (program, Arc::clone(&wanted.request))
        }
        ProgramName::Command(_) => return None,
        program => {
            let phases = spec.phases_of(program);
            let phase = phases.get(done.len())?;
            let request = phase_request(spec, phases, &wanted.request, done);
            (&phase.program, Arc::new(request))
        }
    };
    Some(Execution {
        repetition: wanted.repetition,
        ..Execution::new(program, Variant::Original, &request, spec.limits)
    })
}

/// What a phase gets: its arguments, the inputs it needs and outputs of earlier phases.
fn phase_request(spec: &Spec, phases: &[Phase], request: &Request, done: &[Exchange]) -> Request {
    let (earlier_phases, phase) = (&phases[..done.len()], &phases[done.len()]);
    let n_before: usize = earlier_phases.iter().map(|phase| phase.n_arguments).sum();
    let words = &request.arguments[n_before..n_before + phase.n_arguments];
    let file_of = |name: &str| {
        let mut files = spec.files.iter();
        let file = files.find(|(input, _)| input.as_str() == name);
        file.map_or_else(|| name.to_owned(), |(_, file)| file.to_string())
    };
    let mut inputs: BTreeMap<InputName, Blob> = BTreeMap::new();
    for name in &phase.inputs {
        if let Some(blob) = request.inputs.get(name) {
            inputs.insert(spec.files[name].clone(), blob.clone());
        }
    }
    for name in &phase.earlier {
        let mut phases = done.iter();
        let written = phases.find_map(|phase| phase.observation.outputs.get(name));
        if let (Some(blob), Ok(input)) = (written, InputName::new(name.as_str())) {
            inputs.insert(input, blob.clone());
        }
    }
    Request {
        arguments: words.iter().map(|word| rename(word, file_of)).collect(),
        inputs,
        numbers: request.numbers.clone(),
        outputs: phase.outputs.clone(),
        seed: request.seed,
        ..Request::default()
    }
}

fn finish(spec: &Spec, request: &Request, phases: Vec<Exchange>) -> Run {
    let last = phases.last().expect("a command has at least one phase");
    // The end is that of the last phase, but properties may look at what any phase wrote.
    let mut seen = Observation::clone(&last.observation);
    for phase in &phases {
        let outputs = &phase.observation.outputs;
        seen.outputs.extend(outputs.clone());
    }
    let mut missing = BTreeMap::new();
    let is_of_program = !matches!(request.program, ProgramName::Command(_));
    for (name, derived) in spec.derived.iter().filter(|_| is_of_program) {
        let taken = match (seen.output(&derived.from), &derived.extraction) {
            (None, _) => Err(format!("there is no `{}`", derived.from)),
            (Some(blob), None) => Ok(blob.clone()),
            (Some(blob), Some(extraction)) => extraction
                .extract(blob.bytes())
                .map(|text| Blob::new(text.into_bytes()))
                .map_err(|error| error.to_string()),
        };
        match taken {
            Ok(blob) => drop(seen.outputs.insert(name.clone(), blob)),
            Err(problem) => drop(missing.insert(name.clone(), problem)),
        }
    }
    Run {
        asked: request.program.clone(),
        phases,
        seen: Arc::new(seen),
        missing,
    }
}
