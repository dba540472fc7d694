//! Running a program, all its phases, through the executor.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Event, Execution, Executor};
use killrate_model::{Blob, InputName, Observation, OutputName, Probe, Request, Variant};

use crate::placeholder::rename;
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

/// What one run of the program, all its phases, showed.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// What was asked, phase by phase, and what was seen.
    pub(crate) phases: Vec<(Arc<Request>, Arc<Observation>)>,
    /// The observation of the last phase, with the outputs of all and those taken out of others.
    pub(crate) seen: Observation,
    /// The outputs that could not be taken out of others, and why.
    pub(crate) missing: BTreeMap<OutputName, String>,
}

/// Runs the program on every request, all phases; those of one phase together.
pub(crate) fn run_all(
    spec: &Spec,
    requests: &[Request],
    surroundings: Surroundings<'_>,
) -> Result<Vec<Run>, MtError> {
    let mut done: Vec<Vec<(Arc<Request>, Arc<Observation>)>> = vec![Vec::new(); requests.len()];
    let mut first_argument = 0;
    for phase in &spec.phases {
        let arguments = first_argument..first_argument + phase.n_arguments;
        first_argument = arguments.end;
        // A run whose last phase failed has no next one.
        let going: Vec<usize> = (0..requests.len())
            .filter(|&run| done[run].iter().all(|(_, seen)| seen.exit.is_normal()))
            .collect();
        let executions: Vec<Execution> = going
            .iter()
            .map(|&run| {
                let words = &requests[run].arguments[arguments.clone()];
                let request = phase_request(spec, phase, words, &requests[run], &done[run]);
                Execution {
                    program: Arc::clone(&phase.program),
                    variant: Variant::Original,
                    request: Arc::new(request),
                    limits: spec.limits,
                }
            })
            .collect();
        let Surroundings {
            executor,
            stop,
            on_event,
        } = surroundings;
        let outcomes = executor.run(&executions, stop, on_event)?;
        for ((run, execution), outcome) in going.into_iter().zip(executions).zip(outcomes) {
            done[run].push((execution.request, outcome.observation));
        }
    }
    Ok(done
        .into_iter()
        .map(|phases| finish(spec, phases))
        .collect())
}

/// A request that is told apart from the same request, so that the executor runs it once more.
pub(crate) fn repeated(request: &Request) -> Request {
    // A program that was not woven does not know the probe.
    request.clone().with_probe(Probe::Reach)
}

/// What a phase gets: its arguments, the inputs it needs and outputs of earlier phases.
fn phase_request(
    spec: &Spec,
    phase: &Phase,
    words: &[String],
    request: &Request,
    done: &[(Arc<Request>, Arc<Observation>)],
) -> Request {
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
        let written = done.iter().find_map(|(_, seen)| seen.outputs.get(name));
        if let (Some(blob), Ok(input)) = (written, InputName::new(name.as_str())) {
            inputs.insert(input, blob.clone());
        }
    }
    Request {
        arguments: words.iter().map(|word| rename(word, file_of)).collect(),
        inputs,
        outputs: phase.outputs.clone(),
        seed: request.seed,
        probes: request.probes.clone(),
    }
}

fn finish(spec: &Spec, phases: Vec<(Arc<Request>, Arc<Observation>)>) -> Run {
    let (_, last) = phases.last().expect("a command has at least one phase");
    let mut seen = Observation::clone(last);
    for (_, earlier) in &phases {
        for (name, blob) in &earlier.outputs {
            seen.outputs.insert(name.clone(), blob.clone());
        }
    }
    let mut missing = BTreeMap::new();
    for (name, derived) in &spec.derived {
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
        phases,
        seen,
        missing,
    }
}
