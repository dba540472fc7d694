//! How many executions per second, against a bare loop of spawns in the same run.
//!
//! `cargo bench -p killrate-executor --bench throughput [-- PROGRAM]` prints one line for each number
//! of threads; the program is `true` unless another is named.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark starts programs bare, measures them and prints"
)]

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use killrate_executor::{Execution, Executor, Program, Settings};
use killrate_model::{Blob, Digest, InputName, Limits, Request, Variant};

const N_EXECUTIONS: u32 = 1000;
/// The two ways alternate, so that a busy moment of the machine hits both.
const N_ROUNDS: u32 = 5;
/// What an execution must stay below, as a multiple of a bare spawn.
const MOST_TIMES: f64 = 2.0;
/// How many executions per second there must be with two threads on two cores.
const LEAST_RATE: f64 = 600.0;

fn main() {
    // Cargo adds flags of its own.
    let given = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let binary = given.unwrap_or_else(|| "/bin/true".to_owned());
    let binary = Path::new(&binary);
    for n_threads in [1, 2] {
        let n_threads = NonZeroUsize::new(n_threads).expect("one and two are not zero");
        let [mut bare, mut executed, mut cached] = [Spent::MOST; 3];
        for round in 0..N_ROUNDS {
            bare = bare.min(measure(|| start_bare(binary, n_threads)));
            let scratch = tempfile::tempdir().expect("the temporary folder is writable");
            let executions = executions(binary, round);
            // From opening to closing: the runners' own processor time is known when they have ended.
            executed = executed.min(measure(|| {
                run(&open(scratch.path(), n_threads), &executions)
            }));
            let executor = open(scratch.path(), n_threads);
            cached = cached.min(measure(|| run(&executor, &executions)));
        }
        let rate = |spent: Spent| f64::from(N_EXECUTIONS) / spent.wall.as_secs_f64();
        let ratio = |of: fn(Spent) -> Duration| of(executed).div_duration_f64(of(bare));
        println!(
            "{n_threads} threads, best of {N_ROUNDS}: bare {:.0}/s, executor {:.0}/s, \
             {:.2} times the wall time and {:.2} times the processor time; from the log {:.0}/s",
            rate(bare),
            rate(executed),
            ratio(|spent| spent.wall),
            ratio(|spent| spent.cpu),
            rate(cached),
        );
        let is_met = ratio(|spent| spent.wall) < MOST_TIMES
            && (n_threads.get() < 2 || rate(executed) >= LEAST_RATE);
        println!(
            "  below {MOST_TIMES} times, and at least {LEAST_RATE}/s with two threads: {}",
            if is_met { "met" } else { "missed" }
        );
    }
}

#[derive(Clone, Copy)]
struct Spent {
    wall: Duration,
    /// Of this process and all it waited for; a busy machine disturbs it less.
    cpu: Duration,
}

impl Spent {
    const MOST: Self = Self {
        wall: Duration::MAX,
        cpu: Duration::MAX,
    };

    fn min(self, other: Self) -> Self {
        Self {
            wall: self.wall.min(other.wall),
            cpu: self.cpu.min(other.cpu),
        }
    }
}

fn measure(work: impl FnOnce()) -> Spent {
    let (start, cpu) = (Instant::now(), cpu());
    work();
    Spent {
        wall: start.elapsed(),
        cpu: self::cpu() - cpu,
    }
}

fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has it");
    let (_, fields) = stat.rsplit_once(')').expect("the name is in parentheses");
    let times = fields.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = times
        .map(|time| time.parse::<u64>().expect("a number"))
        .sum();
    // proc(5) counts in hundredths of a second.
    Duration::from_millis(ticks * 10)
}

fn start_bare(binary: &Path, n_threads: NonZeroUsize) {
    thread::scope(|scope| {
        for _ in 0..n_threads.get() {
            scope.spawn(|| {
                for _ in 0..N_EXECUTIONS as usize / n_threads {
                    let status = Command::new(binary)
                        .stdin(Stdio::null())
                        .stdout(Stdio::null())
                        .stderr(Stdio::null())
                        .status();
                    assert!(status.expect("the program is there").success());
                }
            });
        }
    });
}

fn open(scratch: &Path, threads: NonZeroUsize) -> Executor {
    let settings = Settings {
        scratch: scratch.to_owned(),
        threads,
    };
    Executor::open(settings).expect("a new scratch folder opens")
}

fn executions(binary: &Path, round: u32) -> Vec<Execution> {
    let digest = Digest::of(&round.to_le_bytes());
    let program = Arc::new(Program::new(binary.to_owned(), digest));
    let train = InputName::new("train").expect("a plain name");
    let request = Arc::new(Request {
        arguments: vec!["{train}".into()],
        inputs: [(train, Blob::new(vec![b'x'; 4096]))].into(),
        outputs: [].into(),
        seed: None,
        ..Request::default()
    });
    let limits = Limits {
        fuel: Some(1_000_000),
        cpu: Duration::from_secs(1),
        wall: Duration::from_secs(10),
        memory: 1 << 30,
        output: 16 << 20,
    };
    (1..=N_EXECUTIONS)
        .map(|number| Execution {
            program: Arc::clone(&program),
            variant: Variant::Mutant(number),
            request: Arc::clone(&request),
            limits,
            repetition: 0,
        })
        .collect()
}

fn run(executor: &Executor, executions: &[Execution]) {
    let outcomes = executor
        .run(executions, &AtomicBool::new(false), &|_| {})
        .expect("the program runs");
    assert!(outcomes.iter().all(|o| o.observation.exit.is_normal()));
}
