//! Keeping what needs a look.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use killrate_model::{Observation, Request};

use crate::runner::Run;
use crate::{Finding, MtError, Spec};

/// Writes inputs, outputs and commands of the runs below `folder` where the finding needs a look.
///
/// There is one folder for each property and data set, and in it `source` and `follow-up`, where
/// `run.sh` runs the program again on the same files.
pub(crate) fn keep(
    folder: &Path,
    spec: &Spec,
    finding: Finding,
    source: &Run,
    follow_ups: &[&Run],
) -> Result<Finding, MtError> {
    if !finding.outcome.needs_a_look() {
        return Ok(finding);
    }
    let mut place = folder
        .join(finding.property.as_str())
        .join(finding.data_set.as_str());
    if let Some(seed) = finding.seed {
        place = place.join(format!("seed-{seed}"));
    }
    // What an earlier finding left there would be taken for part of this one.
    if place.exists() {
        fs::remove_dir_all(&place).map_err(write_error(&place))?;
    }
    write_run(&place.join("source"), spec, source)?;
    for (index, run) in follow_ups.iter().enumerate() {
        let name = match follow_ups.len() {
            1 => "follow-up".to_owned(),
            _ => format!("follow-up-{}", index + 1),
        };
        write_run(&place.join(name), spec, run)?;
    }
    let detail = finding.outcome.detail().unwrap_or_default();
    let about = format!("{}\n{}: {detail}\n", finding.text, finding.outcome.name());
    write(&place.join("finding.txt"), about.as_bytes())?;
    Ok(Finding {
        kept: Some(place),
        ..finding
    })
}

fn write_run(folder: &Path, spec: &Spec, run: &Run) -> Result<(), MtError> {
    let n_phases = run.phases.len();
    for (index, (request, seen)) in run.phases.iter().enumerate() {
        let folder = match n_phases {
            1 => folder.to_owned(),
            _ => folder.join(format!("phase-{}", index + 1)),
        };
        fs::create_dir_all(&folder).map_err(write_error(&folder))?;
        for (name, blob) in &request.inputs {
            write(&folder.join(name.as_str()), blob.bytes())?;
        }
        write_seen(&folder, seen)?;
        let binary = &spec.phases[index].program.binary;
        let script = folder.join("run.sh");
        write(&script, command(binary, request).as_bytes())?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))
            .map_err(write_error(&script))?;
    }
    for (name, _) in &spec.derived {
        if let Some(blob) = run.seen.output(name) {
            write(&folder.join(format!("{name}.extracted")), blob.bytes())?;
        }
    }
    Ok(())
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
    let fill_in = |argument: &String| {
        let plain = crate::placeholder::fill_in(argument, |name| match (name, request.seed) {
            ("seed", Some(seed)) => seed.to_string(),
            _ => name.to_owned(),
        });
        // Arguments with a null character do not get this far.
        shlex::try_quote(&plain).map_or_else(|_| plain.clone(), |quoted| quoted.into_owned())
    };
    let words: Vec<String> = [binary.display().to_string()]
        .iter()
        .chain(&request.arguments)
        .map(fill_in)
        .collect();
    format!(
        "#!/bin/sh\ncd \"$(dirname \"$0\")\" && exec {}\n",
        words.join(" ")
    )
}

fn write(path: &Path, content: &[u8]) -> Result<(), MtError> {
    fs::write(path, content).map_err(write_error(path))
}

fn write_error(path: &Path) -> impl FnOnce(std::io::Error) -> MtError {
    |source| MtError::Write {
        path: path.to_owned(),
        source,
    }
}
