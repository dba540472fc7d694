//! How many tests per second a subject that takes many inputs goes through, against one process for
//! each of them.
//!
//! `cargo bench --package killrate-study --bench batches` weaves `sparse-matrix` and runs mutants of it
//! on small matrices, both ways.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark measures, prints, and has nobody to report to but the terminal"
)]

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use killrate_catalogue::Catalogue;
use killrate_executor::{Execution, Executor, Program, Settings};
use killrate_model::{Blob, Limits, MutantClass, Request, Variant};
use killrate_mutator::weave;
use killrate_properties::{FollowUp, Property};

/// How many times as many tests per second there must be.
const LEAST_TIMES: f64 = 20.0;
/// How many tests a mutant gets, and how many mutants are tested.
const N_TESTS: u64 = 1024;
const N_MUTANTS: u32 = 8;
/// Of those alone, one in so many is run: they take long.
const PART_ALONE: usize = 16;
/// The two ways alternate, so that a busy moment of the machine hits both.
const N_ROUNDS: u32 = 5;

const LIMITS: Limits = Limits {
    fuel: Some(1_000_000),
    cpu: Duration::from_secs(10),
    wall: Duration::from_secs(100),
    memory: 2 << 30,
    output: 64 << 20,
};

fn main() {
    let catalogue = Catalogue::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (manifest, folder) = catalogue.subject("sparse-matrix").unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let woven = scratch.path().join("woven");
    let options = manifest.weave_options(&folder, MutantClass::PAPERS.into(), woven);
    let woven = weave(&options, &|_| ()).unwrap();
    let program = Program::new(woven.binary.clone(), woven.digest);
    let program = Arc::new(program.taking_many(woven.takes_many_inputs));
    let requests = requests(&manifest.interface, &folder);
    // Every mutant of the multiplication reads and writes; those that fail early would flatter.
    let mut executions = Vec::new();
    for number in 1..=N_MUTANTS {
        for request in &requests {
            let variant = Variant::Mutant(number);
            executions.push(Execution::new(&program, variant, request, LIMITS));
        }
    }
    let few: Vec<Execution> = executions.iter().step_by(PART_ALONE).cloned().collect();
    for n_threads in [1, 2] {
        let (mut among_many, mut alone): (f64, f64) = (0.0, 0.0);
        for round in 0..N_ROUNDS {
            let open = |way: &str| {
                let folder = scratch.path().join(format!("{way}-{n_threads}-{round}"));
                Executor::open(Settings {
                    scratch: folder,
                    threads: NonZeroUsize::new(n_threads).unwrap(),
                })
                .unwrap()
            };
            among_many = among_many.max(rate(&open("many"), &executions));
            alone = alone.max(rate(&open("alone").without_batches(), &few));
        }
        let times = among_many / alone;
        let verdict = if times >= LEAST_TIMES {
            "met"
        } else {
            "missed"
        };
        println!(
            "{n_threads} threads, best of {N_ROUNDS}: {among_many:.0} tests/s among many, {alone:.0} alone: \
             {times:.1} times; at least {LEAST_TIMES}: {verdict}"
        );
    }
}

/// Inputs of about the size of the special cases, each with another factor.
fn requests(interface: &killrate_model::Interface, folder: &Path) -> Vec<Arc<Request>> {
    let case = folder.join("partial-oracle/sc3");
    let inputs = interface.inputs.keys().map(|name| {
        let content = fs::read(case.join(format!("{name}.mtx"))).unwrap();
        (name.clone(), Blob::new(content))
    });
    let source = Request {
        arguments: interface.arguments.clone(),
        inputs: inputs.collect(),
        outputs: interface.outputs.keys().cloned().collect(),
        ..Request::default()
    };
    let follow_up = |factor: u64| {
        let line = format!("if multiply(b, {factor}) then equal(product)");
        let made = Property::parse(&line)
            .unwrap()
            .follow_up(interface, &source, 0);
        match made.unwrap() {
            FollowUp::Request(request) => Arc::new(request),
            other => panic!("{other:?}"),
        }
    };
    (2..2 + N_TESTS).map(follow_up).collect()
}

/// How many of these run in a second.
fn rate(executor: &Executor, executions: &[Execution]) -> f64 {
    let start = Instant::now();
    let never = AtomicBool::new(false);
    let outcomes = executor.run(executions, &never, &|_| {}).unwrap();
    outcomes.len() as f64 / start.elapsed().as_secs_f64()
}
