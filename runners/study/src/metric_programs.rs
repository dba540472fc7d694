//! Metrics that are external commands.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use killrate_executor::{
    BlackBox, BlackBoxError, Execution, Executor, Program, RunError, split_command,
};
use killrate_model::{Blob, InputName, Observation, Request, Variant};
use killrate_statistics::Metric;
use killrate_techniques::{Measured, MetricCommands};

use crate::allowance;
use crate::catalogue::CatalogueError;
use crate::manifest::{Measures, MetricEntry, SubjectManifest};
use crate::refuse::value_error;

/// The files that a metric of a run, and one of two runs, find outputs in.
const OF_RUN: [&str; 1] = ["output"];
const OF_PAIR: [&str; 2] = ["first", "second"];

/// A metric that is an external command, found and ready to be run.
#[derive(Debug, Clone)]
pub struct MetricProgram {
    pub(crate) measures: Measured,
    program: Arc<Program>,
    arguments: Vec<String>,
}

/// Runs the metrics of a subject where a technique asks for their numbers.
///
/// A metric that gives no number is the technique's to judge. A harness that fails is neither that
/// nor a verdict: the failure is kept until somebody [asks](Self::check).
pub(crate) struct RunningMetrics {
    programs: BTreeMap<String, MetricProgram>,
    executor: Arc<Executor>,
    stop: Arc<AtomicBool>,
    failure: Mutex<Option<RunError>>,
}

/// The metrics that a subject brings.
pub(crate) fn resolve(
    manifest: &SubjectManifest,
    path: &Path,
) -> Result<BTreeMap<String, MetricProgram>, CatalogueError> {
    let mut programs = BTreeMap::new();
    for (name, entry) in &manifest.metrics {
        if Metric::from_name(name).is_some() {
            let problem = "the harness has one of that name; choose another".to_owned();
            return Err(value_error(path, format!("metrics.{name}"), problem));
        }
        let folder = path.parent().unwrap_or(path);
        let program = program(entry, folder).map_err(|error| {
            let key = format!("metrics.{name}.command");
            value_error(path, key, error.to_string())
        })?;
        programs.insert(name.clone(), program);
    }
    Ok(programs)
}

fn program(entry: &MetricEntry, folder: &Path) -> Result<MetricProgram, BlackBoxError> {
    let words = split_command(&entry.command)?;
    // A program of the subject's is copied into the run folder, since a sandbox may hide it.
    let is_relative = words[0].contains('/') && !words[0].starts_with('/');
    let files = is_relative.then(|| words[0].clone().into());
    let (measures, wrapper) = match entry.of {
        Measures::Run => (Measured::Run, format!("exec \"$@\" < {}", OF_RUN[0])),
        Measures::Pair => (Measured::Pair, "exec \"$@\"".to_owned()),
    };
    // Whether the command itself is there is told now, not in the middle of a study.
    BlackBox {
        command: words.clone(),
        folder: folder.to_owned(),
        ..BlackBox::default()
    }
    .program()?;
    let shell = ["sh", "-c", &wrapper, "sh"].map(str::to_owned);
    let black_box = BlackBox {
        command: shell.into_iter().chain(words).collect(),
        folder: folder.to_owned(),
        files: files.into_iter().collect(),
        ..BlackBox::default()
    };
    // A brace of a command is a brace, not a placeholder.
    let literal = |word: String| word.replace('{', "{{").replace('}', "}}");
    let mut arguments: Vec<String> = black_box.arguments().into_iter().map(literal).collect();
    if measures == Measured::Pair {
        arguments.extend(OF_PAIR.map(str::to_owned));
    }
    Ok(MetricProgram {
        measures,
        program: Arc::new(black_box.program()?),
        arguments,
    })
}

impl RunningMetrics {
    pub(crate) fn new(
        programs: BTreeMap<String, MetricProgram>,
        executor: &Arc<Executor>,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        Self {
            programs,
            executor: Arc::clone(executor),
            stop: Arc::clone(stop),
            failure: Mutex::default(),
        }
    }

    /// Tells of the first failure of the harness since the last call.
    pub(crate) fn check(&self) -> Result<(), RunError> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    fn keep(&self, error: RunError) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
    }
}

impl MetricCommands for RunningMetrics {
    fn measure(&self, metric: &str, outputs: &[Vec<Blob>]) -> Result<Vec<f64>, String> {
        let program = self.programs.get(metric);
        let program = program.ok_or_else(|| format!("there is no metric `{metric}`"))?;
        let executions: Vec<Execution> = outputs.iter().map(|group| program.on(group)).collect();
        let outcomes = match self.executor.run(&executions, &self.stop, &|_| {}) {
            Ok(outcomes) => outcomes,
            Err(error) => {
                self.keep(error);
                return Err(format!("`{metric}` could not be run"));
            }
        };
        outcomes
            .iter()
            .map(|outcome| number(metric, &outcome.observation))
            .collect()
    }
}

impl fmt::Debug for RunningMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.programs.keys()).finish()
    }
}

impl MetricProgram {
    /// What measuring these outputs runs.
    fn on(&self, outputs: &[Blob]) -> Execution {
        let files = match self.measures {
            Measured::Run => &OF_RUN[..],
            Measured::Pair => &OF_PAIR[..],
        };
        let input = |(name, blob): (&&str, &Blob)| {
            let name = InputName::new(*name).expect("it consists of letters");
            (name, blob.clone())
        };
        let request = Request {
            arguments: self.arguments.clone(),
            inputs: files.iter().zip(outputs).map(input).collect(),
            outputs: [].into(),
            seed: None,
            probes: [].into(),
        };
        Execution {
            program: Arc::clone(&self.program),
            variant: Variant::Original,
            request: Arc::new(request),
            limits: allowance::of_original(),
        }
    }
}

/// The one number that a metric wrote.
fn number(metric: &str, seen: &Observation) -> Result<f64, String> {
    if !seen.exit.is_normal() {
        let stderr = seen.stderr.to_text();
        let complaint = stderr.trim().lines().last();
        let complaint = complaint.map_or(String::new(), |line| format!(": {line}"));
        return Err(format!("`{metric}` fails: {}{complaint}", seen.exit));
    }
    let text = seen.stdout.to_text();
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => {
            let line = text.trim().lines().next().unwrap_or_default();
            Err(format!(
                "`{metric}` says `{line}`, which is not one finite number"
            ))
        }
    }
}
