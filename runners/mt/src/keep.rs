//! Keeping what needs a look.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use killrate_model::{Observation, Request};
use killrate_techniques::Exchange;
use killrate_techniques::placeholder::fill_in;

use crate::error::write_error;
use crate::runner::Run;
use crate::{Finding, MtError, Spec};

/// Writes inputs, outputs and commands of the runs below `folder` where the finding needs a look.
///
/// There is one folder for each property and data set, and in it `source` and `follow-up`, where
/// `run.sh` runs the program again on the same files.
pub(crate) fn keep_runs(
    folder: &Path,
    spec: &Spec,
    finding: Finding,
    runs: &[&Run],
) -> Result<Finding, MtError> {
    if !finding.found.needs_a_look() {
        return Ok(finding);
    }
    let of_property = folder.join(finding.property.as_str());
    let of_data_set = of_property.join(finding.data_set.as_str());
    let place = match finding.seed {
        Some(seed) => of_data_set.join(format!("seed-{seed}")),
        None => of_data_set,
    };
    // What an earlier finding left there would be taken for part of this one.
    if place.exists() {
        fs::remove_dir_all(&place).map_err(write_error(&place))?;
    }
    for (index, run) in runs.iter().enumerate() {
        let name = match (index, runs.len()) {
            (0, _) => "source".to_owned(),
            _ if spec.is_of_other(&finding.property) => "other".to_owned(),
            (_, 2) => "follow-up".to_owned(),
            _ => format!("follow-up-{index}"),
        };
        write_run(&place.join(name), spec, run)?;
    }
    let detail = finding.found.detail().unwrap_or_default();
    let about = format!("{}\n{}: {detail}\n", finding.text, finding.found.name());
    write(&place.join("finding.txt"), about.as_bytes())?;
    Ok(Finding {
        kept: Some(place),
        ..finding
    })
}

fn write_run(folder: &Path, spec: &Spec, run: &Run) -> Result<(), MtError> {
    let n_phases = run.phases.len();
    for (index, phase) in run.phases.iter().enumerate() {
        let of_phase = match n_phases {
            1 => folder.to_owned(),
            _ => folder.join(format!("phase-{}", index + 1)),
        };
        let binary = &spec.phases_of(&run.asked)[index].program.binary;
        write_phase(&of_phase, binary, phase)?;
    }
    // An extracted output is no file of the program's; the ending keeps it apart from those that
    // are.
    for (name, _) in &spec.derived {
        if let Some(blob) = run.seen.output(name) {
            write(&folder.join(format!("{name}.extracted")), blob.bytes())?;
        }
    }
    Ok(())
}

fn write_phase(folder: &Path, binary: &Path, phase: &Exchange) -> Result<(), MtError> {
    let Exchange {
        request,
        observation,
    } = phase;
    fs::create_dir_all(folder).map_err(write_error(folder))?;
    for (name, blob) in &request.inputs {
        write(&folder.join(name.as_str()), blob.bytes())?;
    }
    write_seen(folder, observation)?;
    let script = folder.join("run.sh");
    write(&script, command(binary, request).as_bytes())?;
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&script, executable).map_err(write_error(&script))
}

fn write_seen(folder: &Path, seen: &Observation) -> Result<(), MtError> {
    for (name, blob) in &seen.outputs {
        write(&folder.join(name.as_str()), blob.bytes())?;
    }
    write(&folder.join("stdout"), seen.stdout.bytes())?;
    write(&folder.join("stderr"), seen.stderr.bytes())
}

/// A script that runs the program once more, beside its files.
fn command(binary: &Path, request: &Request) -> String {
    let filled_in = |argument: &String| {
        let number_of = |name: &str| {
            let mut numbers = request.numbers.iter();
            Some(numbers.find(|(known, _)| known.as_str() == name)?.1)
        };
        let plain = fill_in(argument, |name| match (name, request.seed) {
            ("seed", Some(seed)) => seed.to_string(),
            _ => number_of(name).map_or_else(|| name.to_owned(), ToString::to_string),
        });
        // Arguments with a null character do not get this far.
        shlex::try_quote(&plain).map_or_else(|_| plain.clone(), |quoted| quoted.into_owned())
    };
    let words: Vec<String> = [binary.display().to_string()]
        .iter()
        .chain(&request.arguments)
        .map(filled_in)
        .collect();
    format!(
        "#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec {}\n",
        words.join(" ")
    )
}

fn write(path: &Path, content: &[u8]) -> Result<(), MtError> {
    fs::write(path, content).map_err(write_error(path))
}
