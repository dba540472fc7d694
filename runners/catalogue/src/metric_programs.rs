//! Metrics that are external commands, found in a subject's manifest.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use killrate_executor::{BlackBox, BlackBoxError, Program, split_command};
use killrate_statistics::Metric;
use killrate_techniques::Measured;

use crate::catalogue::CatalogueError;
use crate::manifest::{Measures, MetricEntry, SubjectManifest};
use crate::refuse::value_error;

/// A metric that is an external command, found and ready to be run.
#[derive(Debug, Clone)]
pub struct MetricProgram {
    /// What it measures.
    pub measures: Measured,
    /// What is run.
    pub program: Arc<Program>,
    /// The arguments that it is called with.
    pub arguments: Vec<String>,
}

/// The metrics that a subject brings.
pub(crate) fn resolve_metrics(
    manifest: &SubjectManifest,
    path: &Path,
) -> Result<BTreeMap<String, MetricProgram>, CatalogueError> {
    let mut programs = BTreeMap::new();
    for (name, entry) in &manifest.metrics {
        // Properties call metrics by name, so one name must not mean two of them.
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
    let measures = match entry.of {
        Measures::Run => Measured::Run,
        Measures::Pair => Measured::Pair,
    };
    // A metric of one run finds its output on standard input, as a filter does; a metric of two
    // cannot, and is given their names.
    let wrapper = match measures.files() {
        [output] => format!("exec \"$@\" < {output}"),
        _ => "exec \"$@\"".to_owned(),
    };
    // Whether the command itself is there is told now, not in the middle of a study.
    BlackBox {
        command: words.clone(),
        folder: folder.to_owned(),
        ..BlackBox::default()
    }
    .program()?;
    // The shell replaces itself by `exec`, so that the limits and the exit code are those of the
    // command. The last word is what it calls itself.
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
        arguments.extend(measures.files().iter().map(|&file| file.to_owned()));
    }
    Ok(MetricProgram {
        measures,
        program: Arc::new(black_box.program()?),
        arguments,
    })
}
