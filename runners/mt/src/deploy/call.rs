//! One call of a program in daily use.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use killrate_executor::{outside, split_command};
use killrate_model::{ArgumentNumber, Blob, DataSet, DataSetName, InputName};
use killrate_techniques::PlanError;

use super::arguments::{Fitted, fit};
use super::program::{self, Fixed};
use super::report;
use super::spool::{Line, Spool, now};
use super::started::Started;
use crate::{Finding, MtError, Spec, Surroundings, test};
use crate::{folder_of, read_command, read_manifest};
use killrate_catalogue::manifest::{Attached, DeployEntry, Order, ProgramManifest};

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
    // Nothing but the command is read, so that a mistake elsewhere in a manifest does not keep a
    // program from running.
    let command = split_command(&read_command(call.manifest)?)?;
    let folder = folder_of(call.manifest);
    let binary = program::binary(&command, folder)?;
    let fixed = Fixed::of(&command, folder, call.manifest)?;
    let arguments = fixed.arguments(call.arguments)?;
    // What does not fit is not tested, as the tests will say.
    let fitted = fitted(&command[1..], &fixed, call);
    let started = Started::now(fitted.map_or_else(|_| BTreeMap::new(), |fitted| fitted.files));
    let tests = tests(&started);
    // The user's program is what matters; without tests there is nothing in the spool.
    let _ = std::env::current_exe().and_then(|own| outside::start_in_background(&own, &tests));
    Err(MtError::Start {
        source: outside::become_program(&binary, &arguments),
        binary,
    })
}

/// Tests a call that has started, and puts what is found into the spool; `scratch` is an empty folder
/// that is removed afterwards.
///
/// # Errors
/// When not even the spool can be written.
pub fn test_call(call: Call<'_>, started: &Started, scratch: &Path) -> Result<(), MtError> {
    let manifest = read_manifest(call.manifest);
    let folder = folder_of(call.manifest);
    // A manifest that cannot be used has a spool all the same, for there it will be told.
    let settings = match &manifest {
        Ok(manifest) => manifest.deploy.clone(),
        Err(_) => DeployEntry::default(),
    };
    let spool = Spool::open(spool_folder(call.manifest, &settings))?;
    let blank = Line {
        time: now(),
        call: format!("{}-{}", now(), started.process()),
        program: first_word(call.manifest).unwrap_or_default(),
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
    let lines = found.unwrap_or_else(|error| vec![of_error(&blank, &settings, &error)]);
    // The lock is taken when the tests are over, so that those of several calls run side by side.
    let lock = spool.lock()?;
    spool.append(&lines, &lock)?;
    // Nobody looks at this process, so that sending failed is told in the spool, and by the next
    // report.
    report::send(&spool, &settings, folder, &lock).or_else(|error| {
        let line = of_error(&blank, &settings, &error);
        spool.append(&[line], &lock)
    })
}

/// The first word of a manifest's command.
fn first_word(manifest: &Path) -> Result<String, MtError> {
    let command = split_command(&read_command(manifest)?)?;
    Ok(command[0].clone())
}

/// What the tests of a call need.
struct Tests<'a> {
    manifest: &'a ProgramManifest,
    folder: &'a Path,
    spool: &'a Spool,
    scratch: &'a Path,
}

impl Tests<'_> {
    fn run(&self, call: Call<'_>, started: &Started, blank: &Line) -> Result<Vec<Line>, MtError> {
        // The second program is for comparing versions, and would double what daily use costs.
        let manifest = ProgramManifest {
            other: None,
            relations: Vec::new(),
            ..self.manifest.clone()
        };
        let mut spec = Spec::resolve(&manifest, self.folder, call.manifest)?;
        let command = split_command(&self.manifest.command)?;
        let fixed = Fixed::of(&command, self.folder, call.manifest)?;
        let prepared = fitted(spec.arguments(), &fixed, call).and_then(|fitted| {
            let inputs = read_inputs(&spec, &fitted, started)?;
            let numbers = numbers(&spec, &fitted)?;
            Ok((fitted, inputs, numbers))
        });
        let (fitted, inputs, numbers) = match prepared {
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
            numbers,
        };
        let keeps = self.manifest.deploy.attach == Attached::Files;
        let keep = if keeps {
            self.spool.runs(&blank.call)
        } else {
            self.scratch.join("runs")
        };
        // One processor is left to the program.
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let n_threads = NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN);
        let executor = spec.executor(self.scratch.join("executions"), n_threads)?;
        let surroundings = Surroundings {
            executor: &executor,
            stop: &AtomicBool::new(false),
            on_event: &|_| {},
        };
        let findings = test(&spec, &[data_set], &keep, surroundings)?;
        let (mut inputs, mut outputs) = (BTreeMap::new(), BTreeMap::new());
        let is_number = |name: &str| spec.interface.numbers.keys().any(|n| n.as_str() == name);
        for (name, file) in fitted.files {
            if is_number(&name) {
                continue;
            }
            let is_input = spec.interface.inputs.keys().any(|i| i.as_str() == name);
            let files = if is_input { &mut inputs } else { &mut outputs };
            // Whoever reads the spool is in another folder than whoever typed the path.
            let path = std::path::absolute(&file).unwrap_or_else(|_| PathBuf::from(&file));
            files.insert(name, path);
        }
        let line = |finding: &Finding| Line {
            property: Some(finding.property.to_string()),
            text: Some(finding.text.clone()),
            seed: finding.seed,
            outcome: finding.found.name().to_owned(),
            // Evidence is out of the files.
            detail: finding.found.detail().filter(|_| keeps).map(str::to_owned),
            inputs: inputs.clone(),
            outputs: outputs.clone(),
            kept: finding.kept.clone().filter(|_| keeps),
            ..blank.clone()
        };
        Ok(findings.iter().map(line).collect())
    }
}

/// The typed arguments in the words of the command, or why the properties say nothing about them.
fn fitted(command: &[String], fixed: &Fixed, call: Call<'_>) -> Result<Fitted, String> {
    let words = call.arguments.iter();
    let typed: Option<Vec<String>> = words.map(|word| word.to_str().map(str::to_owned)).collect();
    let typed = typed.ok_or("the arguments are not UTF-8 text")?;
    fit(command, &fixed.with(&typed))
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
        let no_file = || format!("the command names no file for `{name}`");
        let file = fitted.files.get(name.as_str()).ok_or_else(no_file)?;
        let content = started
            .read(name.as_str(), Path::new(file))
            .map_err(|problem| format!("`{name}`: {problem}"))?;
        inputs.insert(name.clone(), Blob::new(content));
    }
    Ok(inputs)
}

/// The numbers that were typed, or why one is none.
fn numbers(spec: &Spec, fitted: &Fitted) -> Result<BTreeMap<InputName, ArgumentNumber>, String> {
    let names = spec.interface.numbers.keys();
    let typed = names.filter_map(|name| Some((name, fitted.files.get(name.as_str())?)));
    typed
        .map(|(name, text)| {
            let number = ArgumentNumber::new(text);
            let number = number.map_err(|error| format!("number `{name}`: {error}"))?;
            Ok((name.clone(), number))
        })
        .collect()
}

/// A line for what kept a call from being tested.
fn of_error(blank: &Line, settings: &DeployEntry, error: &MtError) -> Line {
    let may_tell = settings.attach == Attached::Files;
    let detail = match error {
        // What the program and its functions say of the input is out of the input.
        MtError::SourceFails { .. } if !may_tell => {
            "the program does not end normally on this input".to_owned()
        }
        MtError::Plan(
            PlanError::Property { property, .. } | PlanError::FitsNone { property, .. },
        )
        | MtError::NoFollowUp { property, .. }
            if !may_tell =>
        {
            format!("property `{property}` cannot be used on this input")
        }
        _ => {
            let mut detail = error.to_string();
            let mut cause = std::error::Error::source(error);
            while let Some(error) = cause {
                detail = format!("{detail}: {error}");
                cause = error.source();
            }
            detail
        }
    };
    Line {
        outcome: "error".to_owned(),
        detail: Some(detail),
        ..blank.clone()
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
