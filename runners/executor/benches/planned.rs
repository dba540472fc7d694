//! How much memory a million planned executions take, of which the log answers some.
//!
//! `cargo bench -p killrate-executor --bench planned` prints the most that the process had resident.

#![expect(clippy::print_stdout, reason = "a benchmark measures and prints")]

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Program, RunError, Settings};
use killrate_model::{Blob, Digest, InputName, Limits, Request, Variant};

const N_REQUESTS: u32 = 1000;
const N_VARIANTS: u32 = 1000;
/// What the memory must stay below, in megabytes of a million bytes.
const MOST_MEMORY: u64 = 300;

fn main() {
    let scratch = tempfile::tempdir().expect("the temporary folder is writable");
    let settings = Settings {
        scratch: scratch.path().to_owned(),
        threads: NonZeroUsize::MIN,
    };
    let executor = Executor::open(settings).expect("a new scratch folder opens");
    let before = peak();
    let executions = executions();
    let with_executions = peak();
    // Everything is planned, and nothing run.
    let stopped = executor.run(&executions, &AtomicBool::new(true), &|_| {});
    let n_planned = match stopped {
        Err(RunError::Interrupted {
            n_finished: 0,
            n_left,
        }) => n_left,
        _ => panic!("a run that is stopped from the start is interrupted"),
    };
    let most = peak();
    println!(
        "{n_planned} executions planned: {most} MB at most ({before} before, {with_executions} with the executions); the limit is {MOST_MEMORY}"
    );
    assert!(most < MOST_MEMORY, "planning takes too much memory");
}

/// The most memory that was resident so far, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_ascii_whitespace().next());
    let kibibytes: u64 = kibibytes.and_then(|n| n.parse().ok()).expect("a number");
    kibibytes * 1024 / 1_000_000
}

fn executions() -> Vec<Execution> {
    let program = Arc::new(Program::new("/bin/true".into(), Digest::of(b"true")));
    let requests: Vec<Arc<Request>> = (0..N_REQUESTS)
        .map(|number| {
            let train = InputName::new("train").expect("a plain name");
            Arc::new(Request {
                arguments: vec!["{train}".into()],
                inputs: [(train, Blob::new(number.to_le_bytes()))].into(),
                outputs: [].into(),
                seed: None,
                ..Request::default()
            })
        })
        .collect();
    let limits = Limits {
        fuel: Some(1_000_000),
        cpu: Duration::from_secs(1),
        wall: Duration::from_secs(10),
        memory: 1 << 30,
        output: 16 << 20,
    };
    let of_variant = |number| {
        let program = &program;
        requests.iter().map(move |request| Execution {
            program: Arc::clone(program),
            variant: Variant::Mutant(number),
            request: Arc::clone(request),
            limits,
            repetition: 0,
        })
    };
    (1..=N_VARIANTS).flat_map(of_variant).collect()
}
