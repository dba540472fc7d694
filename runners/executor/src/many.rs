//! Many executions of a variant in one process, one after the other.
//!
//! A woven program that takes many inputs is started once for all of them, and what it shows for each
//! is what it shows alone. Whatever ends the process before the last input, or is not what a program
//! that ends by itself would show, is left to a run alone.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::sync::atomic::AtomicBool;

use killrate_model::protocol::{self, Answer};
use killrate_model::{Blob, Exit, Observation};

use crate::arguments::{STDOUT, expand};
use crate::black_box::PATH;
use crate::capture::Capture;
use crate::folder::{Collected, InputFolder, RunFolders};
use crate::observe::KEPT;
use crate::runner::Start;
use crate::{Cost, Execution, Fault, Kit, RunError};

/// The file that names the inputs, in the folder of the process.
const ORDERS_FILE: &str = "killrate.orders";

/// At most so many executions share a process: what starting one takes is then nothing beside what all
/// inputs take, and what is lost when one of them ends it is little.
pub(crate) const MOST: usize = 256;

/// More than as many answers take.
const LARGEST_ANSWERS: u64 = 1 << 20;

/// Whether an execution may share a process with others.
///
/// Only one that fuel can end: a limit on time would be that of all. So the original has a process of
/// its own for each input, which is what the limits of mutants are measured by.
pub(crate) fn may_share(execution: &Execution) -> bool {
    let Execution {
        program, request, ..
    } = execution;
    program.takes_many
        && program.kit == Kit::default()
        && request.probes.is_empty()
        && request.checking().is_none()
        && execution.limits.fuel.is_some()
}

/// Whether two executions may share a process.
pub(crate) fn are_alike(one: &Execution, other: &Execution) -> bool {
    one.program == other.program
        && one.variant == other.variant
        && (one.limits.memory, one.limits.output) == (other.limits.memory, other.limits.output)
}

/// Runs executions that are alike in one process; what the first of them showed, as many as finished as
/// they would have alone. `None` when `stop` came first.
pub(crate) fn observe_many(
    executions: &[Execution],
    folders: &RunFolders,
    stop: &AtomicBool,
) -> Result<Option<Vec<(Observation, Cost)>>, RunError> {
    let Some(Execution {
        program,
        variant,
        limits,
        ..
    }) = executions.first()
    else {
        return Ok(Some(Vec::new()));
    };
    let given = program.binary_of(*variant);
    let binary = std::path::absolute(given).map_err(Fault::file("find the program", given))?;
    let folder = folders.create(program)?;
    let mut inputs = Vec::with_capacity(executions.len());
    let (mut orders, mut most_arguments) = (Vec::new(), 0);
    for execution in executions {
        let request = &execution.request;
        let arguments = expand(&request.arguments, request)?;
        let input = folder.for_input()?;
        for (name, content) in &request.inputs {
            input.write(name, content)?;
        }
        order(&mut orders, execution, &input, &arguments);
        most_arguments = most_arguments.max(arguments.len());
        inputs.push(input);
    }
    folder.write_file(ORDERS_FILE, &orders)?;
    let (stdout, stderr) = (Capture::new("stdout")?, Capture::new("stderr")?);
    let (path, mutant) = (PATH.join(":"), variant.number().to_string());
    let mut environment: Vec<(&str, &OsStr)> = vec![
        ("PATH", path.as_ref()),
        ("LANG", "C".as_ref()),
        ("HOME", folder.path().as_ref()),
        ("TMPDIR", folder.path().as_ref()),
        (protocol::BATCH, ORDERS_FILE.as_ref()),
    ];
    if variant.number() != 0 {
        environment.push((protocol::MUTANT, mutant.as_ref()));
    }
    // The arguments of each input take the place of these.
    let places = vec![String::new(); most_arguments];
    let start = Start {
        binary: &binary,
        arguments: &places,
        environment: &environment,
        folder: folder.path(),
        streams: [stdout.as_fd(), stderr.as_fd()],
    };
    // All inputs together may take what one may: that is far more than they take, unless one hangs.
    let mut limits = *limits;
    for execution in executions {
        limits.cpu = limits.cpu.max(execution.limits.cpu);
        limits.wall = limits.wall.max(execution.limits.wall);
    }
    let Some(ended) = folder.run(&start, &limits, stop)? else {
        return Ok(None);
    };
    let answers = match folder.collect(protocol::ANSWERS_FILE, LARGEST_ANSWERS)? {
        Collected::Content(bytes) => Answer::parse_all(&bytes),
        Collected::Absent | Collected::TooBig => Vec::new(),
    };
    // Whose fault it is that there is no room any more cannot be told.
    if folder.is_full()? {
        return Ok(Some(Vec::new()));
    }
    let n_answers = u32::try_from(answers.len().max(1)).unwrap_or(u32::MAX);
    let cost = Cost {
        cpu: ended.cost.cpu / n_answers,
        wall: ended.cost.wall / n_answers,
    };
    let mut finished = Vec::with_capacity(answers.len());
    let (mut stdout_start, mut stderr_start) = (0, 0);
    for ((execution, input), answer) in executions.iter().zip(&inputs).zip(answers) {
        let printed = stdout_start..answer.stdout;
        let complained = stderr_start..answer.stderr;
        (stdout_start, stderr_start) = (answer.stdout, answer.stderr);
        let limit = execution.limits.output;
        let length = |range: &std::ops::Range<u64>| range.end.saturating_sub(range.start);
        if length(&printed) > limit || length(&complained) > limit {
            break;
        }
        let Some(outputs) = outputs_of(execution, input)? else {
            break;
        };
        let last = complained.end.saturating_sub(KEPT).max(complained.start);
        let observation = Observation {
            exit: Exit::Exited {
                code: i32::from(answer.code),
            },
            outputs,
            stdout: Blob::new(stdout.part(printed)?),
            stderr: Blob::new(stderr.part(last..complained.end)?),
            fuel: Some(answer.fuel),
            reach: None,
            checks: None,
        };
        finished.push((observation, cost));
    }
    Ok(Some(finished))
}

/// Adds an input to those that the program is to take.
fn order(
    orders: &mut Vec<u8>,
    execution: &Execution,
    input: &InputFolder<'_>,
    arguments: &[String],
) {
    let number = |orders: &mut Vec<u8>, number: u64| orders.extend(number.to_le_bytes());
    let text = |orders: &mut Vec<u8>, text: &[u8]| {
        number(orders, text.len() as u64);
        orders.extend(text);
    };
    let fuel = execution.limits.fuel.unwrap_or(u64::MAX);
    orders.extend(fuel.to_le_bytes());
    text(orders, input.path().as_os_str().as_bytes());
    orders.extend((arguments.len() as u64).to_le_bytes());
    for argument in arguments {
        text(orders, argument.as_bytes());
    }
}

/// The outputs of an input; `None` when one is over the limit.
fn outputs_of(
    execution: &Execution,
    input: &InputFolder<'_>,
) -> Result<Option<BTreeMap<killrate_model::OutputName, Blob>>, Fault> {
    let mut outputs = BTreeMap::new();
    for name in &execution.request.outputs {
        if name.as_str() == STDOUT {
            continue;
        }
        match input.collect(name.as_str(), execution.limits.output)? {
            Collected::Absent => {}
            Collected::TooBig => return Ok(None),
            Collected::Content(bytes) => {
                outputs.insert(name.clone(), Blob::new(bytes));
            }
        }
    }
    Ok(Some(outputs))
}
