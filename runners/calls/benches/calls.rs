//! How long a million calls of a woven function take in one request, beside the function's own time.
//!
//! `cargo bench -p killrate-calls --bench calls` prints one line for the original and one for a mutant.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark measures time and prints"
)]

use std::fs;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use killrate_calls::{Caller, Surroundings, of_crate};
use killrate_executor::{Executor, Settings};
use killrate_inference::Function as _;
use killrate_model::{MutantClass, MutantStatus};
use killrate_mutator::Dependency;

const N_CALLS: u32 = 1_000_000;
/// What a request may take beyond the function's own time.
const MOST: Duration = Duration::from_secs(1);
/// A busy moment of the machine must not decide.
const N_ROUNDS: u32 = 3;

const SOURCE: &str = "
pub fn series(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut term = 1.0;
    for n in 1..20 {
        sum += term;
        term *= x / n as f64;
    }
    sum
}
";

/// The same function here, compiled without weaving.
fn series(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut term = 1.0;
    for n in 1..20 {
        sum += term;
        term *= x / f64::from(n);
    }
    sum
}

fn main() {
    let folder = tempfile::tempdir().expect("the temporary folder is writable");
    let package = folder.path().join("package");
    fs::create_dir_all(package.join("src")).expect("the temporary folder is writable");
    let manifest = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    fs::write(package.join("Cargo.toml"), manifest).expect("the package is writable");
    fs::write(package.join("src/lib.rs"), SOURCE).expect("the package is writable");
    let executor = Executor::open(Settings {
        scratch: folder.path().join("executions"),
        threads: NonZeroUsize::MIN,
    })
    .expect("a new scratch folder opens");
    let surroundings = Surroundings {
        executor: &executor,
        stop: &AtomicBool::new(false),
        on_event: &|_| {},
    };
    let callable = of_crate(
        &Dependency::at("sample", package.to_str().expect("the path is UTF-8")),
        "series",
        [MutantClass::Arithmetic].into(),
        &folder.path().join("woven"),
        surroundings,
        &|_| {},
    )
    .expect("the package can be woven");
    let woven = { callable.mutants.iter() }
        .find(|mutant| mutant.status == MutantStatus::Woven)
        .expect("a sum can be mutated");
    for (name, number) in [("original", None), ("mutant", Some(woven.number))] {
        let (mut asked, mut own) = (Duration::MAX, Duration::MAX);
        for round in 0..N_ROUNDS {
            // Other arguments in every round: the log would answer the same ones.
            let arguments: Vec<f64> = (0..N_CALLS)
                .map(|call| f64::from(call) / 1e5 + f64::from(round))
                .collect();
            own = own.min(measure(|| {
                let sum: f64 = arguments.iter().map(|&x| series(black_box(x))).sum();
                black_box(sum);
            }));
            asked = asked.min(measure(|| {
                let original = Caller::original(&callable, surroundings);
                let mut caller = match number {
                    Some(number) => original.mutant(number),
                    None => original,
                };
                let results = caller.call(&arguments).expect("the program runs");
                assert_eq!((results.len(), caller.n_requests()), (arguments.len(), 1));
            }));
        }
        let beyond = asked.saturating_sub(own);
        println!(
            "{name}, best of {N_ROUNDS}: a million calls in one request {:.3} s, the function itself {:.3} s; \
             below {} s beyond: {}",
            asked.as_secs_f64(),
            own.as_secs_f64(),
            MOST.as_secs(),
            if beyond < MOST { "met" } else { "missed" }
        );
    }
}

fn measure(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
