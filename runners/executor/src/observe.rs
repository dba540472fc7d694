//! One execution, from its request to its observation.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::fd::AsFd as _;
use std::os::unix::process::ExitStatusExt as _;
use std::sync::atomic::AtomicBool;

use killrate_model::protocol::{self, Report};
use killrate_model::{Blob, Exit, Limit, Observation};
use rustix::process::Signal;

use crate::arguments::{REPORT_FILE, STDOUT, expand};
use crate::black_box::PATH;
use crate::capture::Capture;
use crate::folder::{Collected, RunFolder, RunFolders};
use crate::runner::{Ended, Start};
use crate::step::{self, StepKind};
use crate::{Cost, Execution, Fault, RunError};

/// How much of a stream is kept where it is only for people: the end of standard error, the
/// beginning of a standard output that is over its limit.
pub(crate) const KEPT: u64 = 4096;
/// More than any woven program reports: two bits for each mutant.
const LARGEST_REPORT: u64 = 16 << 20;

/// Runs an execution in a folder of its own; `None` when `stop` came first.
pub(crate) fn observe(
    execution: &Execution,
    folders: &RunFolders,
    stop: &AtomicBool,
) -> Result<Option<(Observation, Cost)>, RunError> {
    let (request, program) = (&execution.request, &execution.program);
    let arguments = expand(&request.arguments, request)?;
    let given = program.binary_of(execution.variant);
    // The program starts in its folder, so a relative path would lead elsewhere.
    let binary = std::path::absolute(given).map_err(Fault::file("find the program", given))?;
    let folder = folders.create(program)?;
    for (path, file) in &program.kit.files {
        folder.write_kit(path, file)?;
    }
    for (name, content) in &request.inputs {
        folder.write(name, content)?;
    }
    let (stdout, stderr) = (Capture::new("stdout")?, Capture::new("stderr")?);
    let path = PATH.join(":");
    let mutant = execution.variant.number().to_string();
    let fuel = execution.limits.fuel.map(|fuel| fuel.to_string());
    let mut environment: Vec<(&str, &OsStr)> = vec![
        ("PATH", path.as_ref()),
        ("LANG", "C".as_ref()),
        ("HOME", folder.path().as_ref()),
        ("TMPDIR", folder.path().as_ref()),
        (protocol::REPORT, REPORT_FILE.as_ref()),
    ];
    let declared = program.kit.environment.iter();
    environment.extend(declared.map(|(name, value)| (name.as_str(), OsStr::new(value))));
    let of_steps = environment.clone();
    let context = step::StepContext {
        folder: &folder,
        environment: &of_steps,
        request,
        limits: &execution.limits,
    };
    let steps = |kind, steps| step::run_all(kind, steps, &context, stop);
    if steps(StepKind::BuildUp, &program.kit.build_up)?.is_none() {
        return Ok(None);
    }
    if execution.variant.number() != 0 {
        environment.push((protocol::MUTANT, mutant.as_ref()));
    }
    if let Some(fuel) = &fuel {
        environment.push((protocol::FUEL, fuel.as_ref()));
    }
    let probes = request
        .probes
        .iter()
        .filter_map(|probe| probe.name())
        .collect::<Vec<&str>>()
        .join("+");
    if !probes.is_empty() {
        environment.push((protocol::PROBE, probes.as_ref()));
    }
    let checks = request.checking().map(|checking| checking.words());
    if let Some(checks) = &checks {
        environment.push((protocol::CHECKS, checks.as_ref()));
    }
    let start = Start {
        binary: &binary,
        arguments: &arguments,
        environment: &environment,
        folder: folder.path(),
        streams: [stdout.as_fd(), stderr.as_fd()],
    };
    let Some(ended) = folder.run(&start, &execution.limits, stop)? else {
        return Ok(None);
    };
    let observation = collect(execution, &folder, &stdout, &stderr, &ended)?;
    if steps(StepKind::TearDown, &program.kit.tear_down)?.is_none() {
        return Ok(None);
    }
    Ok(Some((observation, ended.cost)))
}

fn collect(
    execution: &Execution,
    folder: &RunFolder<'_>,
    stdout: &Capture,
    stderr: &Capture,
    ended: &Ended,
) -> Result<Observation, Fault> {
    let limit = execution.limits.output;
    let report = match folder.collect(REPORT_FILE, LARGEST_REPORT)? {
        Collected::Content(bytes) => Report::parse(&bytes),
        Collected::Absent | Collected::TooBig => None,
    };
    let mut outputs = BTreeMap::new();
    let mut is_too_big = stdout.len()? > limit || stderr.len()? > limit;
    for name in &execution.request.outputs {
        if name.as_str() == STDOUT {
            continue;
        }
        match folder.collect(name.as_str(), limit)? {
            Collected::Absent => {}
            Collected::TooBig => is_too_big = true,
            Collected::Content(bytes) => {
                outputs.insert(name.clone(), Blob::new(bytes));
            }
        }
    }
    let is_out_of_fuel = report.as_ref().is_some_and(|report| report.is_out_of_fuel);
    let excess = if is_too_big {
        Some(Limit::Output)
    } else {
        folder.is_full()?.then_some(Limit::Folder)
    };
    let exit = exit_of(ended, is_out_of_fuel, excess);
    let mut observation = Observation {
        exit,
        outputs,
        stdout: Blob::new(stdout.head(if is_too_big { limit.min(KEPT) } else { limit })?),
        stderr: Blob::new(stderr.tail(KEPT)?),
        fuel: report.as_ref().map(|report| report.fuel),
        reach: report.as_ref().and_then(|report| report.reach.clone()),
        checks: report.and_then(|report| report.checks),
    };
    if is_stopped_by_clock(ended) {
        // How far it got by then is chance; only that it was stopped is worth comparing.
        observation.outputs.clear();
        observation.stdout = Blob::new([]);
        observation.fuel = None;
        observation.reach = None;
        observation.checks = None;
    }
    Ok(observation)
}

fn is_stopped_by_clock(ended: &Ended) -> bool {
    ended.stopped_by.is_some() || ended.status.signal() == Some(Signal::XCPU.as_raw())
}

/// What ended the program; the cause that is the same on every machine goes first.
pub(crate) fn exit_of(ended: &Ended, is_out_of_fuel: bool, excess: Option<Limit>) -> Exit {
    if is_out_of_fuel {
        return Exit::OutOfFuel;
    }
    if let Some(limit) = ended.stopped_by {
        return Exit::Exceeded { limit };
    }
    let signal = ended.status.signal();
    if signal == Some(Signal::XCPU.as_raw()) {
        Exit::Exceeded { limit: Limit::Cpu }
    } else if let Some(limit) = excess {
        Exit::Exceeded { limit }
    } else if signal == Some(Signal::XFSZ.as_raw()) {
        Exit::Exceeded {
            limit: Limit::Output,
        }
    } else if let Some(signal) = signal {
        Exit::Killed { signal }
    } else {
        let code = ended.status.code();
        Exit::Exited {
            code: code.expect("a program that no signal ended has an exit code"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::ExitStatus;

    #[track_caller]
    fn check_exit(
        raw_status: i32,
        limits: [Option<Limit>; 2],
        is_out_of_fuel: bool,
        expected: Exit,
    ) {
        let [stopped_by, excess] = limits;
        let ended = Ended {
            status: ExitStatus::from_raw(raw_status),
            stopped_by,
            cost: Cost::default(),
        };
        assert_eq!(exit_of(&ended, is_out_of_fuel, excess), expected);
    }

    #[test]
    fn the_exit_names_the_cause() {
        let exceeded = |limit| Exit::Exceeded { limit };
        // wait(2): the exit code is in the second byte, the signal in the first.
        let (kill, xcpu, xfsz, abort, code_3) = (9, 24, 25, 6, 3 << 8);
        let (cpu, wall) = (Some(Limit::Cpu), Some(Limit::Wall));
        let (output, folder) = (Some(Limit::Output), Some(Limit::Folder));
        check_exit(code_3, [None; 2], false, Exit::Exited { code: 3 });
        check_exit(abort, [None; 2], false, Exit::Killed { signal: 6 });
        check_exit(kill, [None; 2], false, Exit::Killed { signal: 9 });
        for limit in [Limit::Cpu, Limit::Wall, Limit::Processes] {
            check_exit(kill, [Some(limit), None], false, exceeded(limit));
        }
        check_exit(kill, [cpu, output], false, exceeded(Limit::Cpu));
        check_exit(xcpu, [None, folder], false, exceeded(Limit::Cpu));
        check_exit(xfsz, [None; 2], false, exceeded(Limit::Output));
        check_exit(0, [None, output], false, exceeded(Limit::Output));
        check_exit(code_3, [None, folder], false, exceeded(Limit::Folder));
        check_exit(code_3, [None, output], true, Exit::OutOfFuel);
        check_exit(kill, [wall, None], true, Exit::OutOfFuel);
    }
}
