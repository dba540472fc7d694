//! One call of a program in daily use.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use killrate_executor::{BlackBox, Executor, Settings, Tier, outside, split_command};
use killrate_model::{Blob, DataSet, DataSetName, InputName};

use super::arguments::{Fitted, fit};
use super::report;
use super::spool::{Line, Spool, now};
use super::started::Started;
use crate::manifest::{Attached, DeployEntry, Manifest, Order};
use crate::{Finding, MtError, Spec, Surroundings, test};

/// One call of a program.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The manifest of the program.
    pub manifest: &'a Path,
    /// What somebody has typed after the name of the program.
    pub arguments: &'a [OsString],
}

/// Starts the tests of a call with this command, and becomes the program.
///
/// Whatever is wrong with the tests does not keep the program from running. Everything that can wait
/// is left to them, so that the program starts at once.
///
/// # Errors
/// When it cannot be told what the program is, or when it cannot be started; it does not return
/// otherwise.
pub fn stand_in(
    call: Call<'_>,
    tests: impl FnOnce(&Started) -> Vec<OsString>,
) -> Result<std::convert::Infallible, MtError> {
    let command = split_command(&Manifest::read_command(call.manifest)?)?;
    // What does not fit is not tested, as the tests will say.
    let fitted = fitted(command.get(1..).unwrap_or_default(), call);
    let started = Started::now(fitted.map_or_else(|_| BTreeMap::new(), |fitted| fitted.files));
    let binary = BlackBox {
        command,
        folder: folder_of(call.manifest).to_owned(),
        ..BlackBox::default()
    }
    .binary()?;
    let tests = tests(&started);
    // The user's program is what matters; without tests there is nothing in the spool.
    let _ = std::env::current_exe().and_then(|own| outside::start_in_background(&own, &tests));
    Err(MtError::Start {
        source: outside::become_program(&binary, call.arguments),
        binary,
    })
}

/// Tests a call that has started, and puts what is found into the spool; `scratch` is an empty folder
/// that is removed afterwards.
///
/// # Errors
/// When not even the spool can be written.
pub fn test_call(call: Call<'_>, started: &Started, scratch: &Path) -> Result<(), MtError> {
    let manifest = Manifest::read(call.manifest);
    let folder = folder_of(call.manifest);
    let settings = match &manifest {
        Ok(manifest) => manifest.deploy.clone(),
        Err(_) => DeployEntry::default(),
    };
    let spool = Spool::open(spool_folder(call.manifest, &settings))?;
    let blank = Line {
        time: now(),
        call: format!("{}-{}", now(), started.process()),
        ..Line::default()
    };
    let found = manifest.and_then(|manifest| {
        let tests = Tests {
            manifest: &manifest,
            folder,
            spool: &spool,
            scratch,
        };
        tests.run(call, started, &blank)
    });
    let mut lines = found.unwrap_or_else(|error| vec![of_error(&blank, &settings, &error)]);
    for line in &mut lines {
        if line.program.is_empty() {
            line.program = Manifest::read_command(call.manifest)
                .ok()
                .and_then(|command| split_command(&command).ok())
                .map_or_else(String::new, |words| words[0].clone());
        }
    }
    let lock = spool.lock()?;
    spool.append(&lines, &lock)?;
    report::send(&spool, &settings, folder, &lock).or_else(|error| {
        let line = of_error(&blank, &settings, &error);
        spool.append(&[line], &lock)
    })
}

/// What the tests of a call need.
struct Tests<'a> {
    manifest: &'a Manifest,
    folder: &'a Path,
    spool: &'a Spool,
    scratch: &'a Path,
}

impl Tests<'_> {
    fn run(&self, call: Call<'_>, started: &Started, blank: &Line) -> Result<Vec<Line>, MtError> {
        let mut spec = Spec::resolve(self.manifest, self.folder, call.manifest)?;
        let prepared = fitted(spec.arguments(), call).and_then(|fitted| {
            let inputs = read_inputs(&spec, &fitted, started)?;
            Ok((fitted, inputs))
        });
        let (fitted, inputs) = match prepared {
            Ok(prepared) => prepared,
            Err(reason) => {
                return Ok(vec![Line {
                    outcome: "not applicable".to_owned(),
                    detail: Some(reason),
                    ..blank.clone()
                }]);
            }
        };
        spec.set_arguments(fitted.arguments);
        // The program has its processors for itself first.
        if spec.order == Order::Sequential {
            outside::wait_for_end(started.process());
        }
        let data_set = DataSet {
            name: DataSetName::new("call").expect("it consists of letters"),
            inputs,
        };
        let keeps = self.manifest.deploy.attach == Attached::Files;
        let keep = match keeps {
            true => self.spool.runs(&blank.call),
            false => self.scratch.join("runs"),
        };
        let executor = self.executor(&spec)?;
        let surroundings = Surroundings {
            executor: &executor,
            stop: &AtomicBool::new(false),
            on_event: &|_| {},
        };
        let findings = test(&spec, &[data_set], &keep, surroundings)?;
        let (mut inputs, mut outputs) = (BTreeMap::new(), BTreeMap::new());
        for (name, file) in fitted.files {
            let is_input = spec.interface.inputs.keys().any(|i| i.as_str() == name);
            let files = if is_input { &mut inputs } else { &mut outputs };
            let path = std::path::absolute(&file).unwrap_or_else(|_| PathBuf::from(&file));
            files.insert(name, path);
        }
        let line = |finding: &Finding| Line {
            property: Some(finding.property.to_string()),
            text: Some(finding.text.clone()),
            seed: finding.seed,
            outcome: finding.outcome.name().to_owned(),
            // Evidence is out of the files.
            detail: keeps
                .then(|| finding.outcome.detail().map(str::to_owned))
                .flatten(),
            inputs: inputs.clone(),
            outputs: outputs.clone(),
            kept: finding.kept.clone().filter(|_| keeps),
            ..blank.clone()
        };
        Ok(findings.iter().map(line).collect())
    }

    /// Runs programs on all processors but one, which is left to the program.
    fn executor(&self, spec: &Spec) -> Result<Executor, MtError> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let n_threads = match spec.order {
            Order::Sequential => 1,
            Order::Parallel => cores.saturating_sub(1),
        };
        let tiers: &[Tier] = match spec.sandbox {
            true => &Tier::ALL,
            false => &[Tier::ProcessGroup],
        };
        let settings = Settings {
            scratch: self.scratch.join("executions"),
            threads: NonZeroUsize::new(n_threads).unwrap_or(NonZeroUsize::MIN),
        };
        Ok(Executor::open_within(settings, tiers)?)
    }
}

/// The typed arguments in the words of the command, or why the properties say nothing about them.
fn fitted(command: &[String], call: Call<'_>) -> Result<Fitted, String> {
    let typed: Option<Vec<String>> = call
        .arguments
        .iter()
        .map(|word| word.to_str().map(str::to_owned))
        .collect();
    let typed = typed.ok_or("the arguments are not UTF-8 text")?;
    fit(command, &typed)
        .map_err(|problem| format!("the arguments do not fit the command: {problem}"))
}

/// The inputs as the program has got them, or why they cannot be had.
fn read_inputs(
    spec: &Spec,
    fitted: &Fitted,
    started: &Started,
) -> Result<BTreeMap<InputName, Blob>, String> {
    let mut inputs = BTreeMap::new();
    for name in spec.interface.inputs.keys() {
        let file = fitted.files.get(name.as_str());
        let file = file.ok_or_else(|| format!("the command names no file for `{name}`"))?;
        let content = started.read(name.as_str(), Path::new(file));
        inputs.insert(
            name.clone(),
            Blob::new(content.map_err(|problem| format!("`{name}`: {problem}"))?),
        );
    }
    Ok(inputs)
}

/// A line for what kept a call from being tested.
fn of_error(blank: &Line, settings: &DeployEntry, error: &MtError) -> Line {
    let mut detail = error.to_string();
    // What the program says of its input is out of the input.
    let is_private = matches!(error, MtError::SourceFails { .. } | MtError::Data { .. });
    if is_private && settings.attach == Attached::Names {
        detail = match error {
            MtError::Data { property, .. } => {
                format!("property `{property}` cannot be used on this input")
            }
            _ => "the program does not end normally on this input".to_owned(),
        };
    } else {
        let mut cause = std::error::Error::source(error);
        while let Some(error) = cause {
            let text = error.to_string();
            if !detail.contains(&text) {
                detail = format!("{detail}: {text}");
            }
            cause = error.source();
        }
    }
    Line {
        outcome: "error".to_owned(),
        detail: Some(detail),
        ..blank.clone()
    }
}

fn folder_of(manifest: &Path) -> &Path {
    match manifest.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The named folder, or else one beside the manifest that is called after it.
fn spool_folder(manifest: &Path, settings: &DeployEntry) -> PathBuf {
    let folder = folder_of(manifest);
    match &settings.spool {
        Some(spool) => folder.join(spool),
        None => {
            let name = manifest.file_name().unwrap_or_default().to_string_lossy();
            let stem = name.split('.').find(|part| !part.is_empty());
            folder.join(format!("{}.spool", stem.unwrap_or("program")))
        }
    }
}
