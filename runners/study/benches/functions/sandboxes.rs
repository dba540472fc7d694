//! The cost of a test in each sandbox, beside a bare copy of the same process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use killrate_model::{MutantClass, protocol};
use killrate_mutator::{CheckOptions, WeaveOptions, weave};

use super::verdict;

/// What a test on copies may take in microseconds besides the calls themselves.
const MOST_CLONE: f64 = 3.0;
/// How many times as long as a bare copy of the process a test in one may take.
const MOST_FORK: f64 = 1.3;
/// What a test may take in milliseconds where many share a copy.
const MOST_BATCH: f64 = 0.1;
/// Megabytes of memory in use besides the program's own; the second is that of the machine notes.
const SIZES: [u32; 2] = [0, 10];
/// Every measurement is repeated; the shortest time counts, and of ratios the middle one.
const N_ROUNDS: usize = 15;

pub(super) fn measure(folder: &Path) {
    let program = woven(folder);
    let (off, on) = (
        least(&program, "clone", 100_000, 0, None),
        least(&program, "clone", 100_000, 0, Some("all")),
    );
    // A test calls the function once more.
    let cost = (on - 2.0 * off) / 1e3;
    println!(
        "clone: {cost:.2} µs a test besides the calls, {} the {MOST_CLONE} µs it may take",
        verdict(cost, MOST_CLONE)
    );
    for size in SIZES {
        for sandbox in ["fork", "fork-before"] {
            let [forked, bare] = middle_pair(&program, sandbox, size);
            let ratio = forked / bare;
            println!(
                "{sandbox} with {size} MB: {:.3} ms a test, bare copy {:.3} ms, {ratio:.2} times, {} the {MOST_FORK} times it may take",
                forked / 1e6,
                bare / 1e6,
                verdict(ratio, MOST_FORK)
            );
        }
        let batched = least(&program, "batch", 6_400, size, Some("all")) / 1e6;
        println!(
            "batch with {size} MB: {batched:.4} ms a test, {} the {MOST_BATCH} ms it may take",
            verdict(batched, MOST_BATCH)
        );
    }
}

/// The nanoseconds of a test in a copy and of a bare copy of the same process: those of the run whose
/// ratio is the middle one.
fn middle_pair(program: &Path, sandbox: &str, size: u32) -> [f64; 2] {
    let mut pairs: Vec<[f64; 2]> = (0..N_ROUNDS)
        .map(|_| {
            let times = once(program, sandbox, 300, size, Some("all"));
            times.try_into().expect("two numbers are printed")
        })
        .collect();
    pairs.sort_by(|[a, of_a], [b, of_b]| (a / of_a).total_cmp(&(b / of_b)));
    pairs[N_ROUNDS / 2]
}

fn least(program: &Path, mode: &str, n_calls: u32, size: u32, checks: Option<&str>) -> f64 {
    let times = (0..N_ROUNDS).flat_map(|_| once(program, mode, n_calls, size, checks));
    times.fold(f64::MAX, f64::min)
}

/// The nanoseconds that the program prints.
fn once(program: &Path, mode: &str, n_calls: u32, size: u32, checks: Option<&str>) -> Vec<f64> {
    let output = Command::new(program)
        .args([mode, &n_calls.to_string(), &size.to_string()])
        .envs(checks.map(|checks| (protocol::CHECKS, checks)))
        .output()
        .unwrap();
    assert!(output.status.success(), "{mode} fails");
    let text = String::from_utf8(output.stdout).unwrap();
    let times = text.split_whitespace().map(str::parse);
    times.collect::<Result<_, _>>().unwrap()
}

fn woven(folder: &Path) -> PathBuf {
    let package = folder.join("fixture");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest =
        "[package]\nname = \"fixture\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/main.rs"), include_str!("fixture.rs")).unwrap();
    let options = WeaveOptions {
        package,
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: MutantClass::PAPERS.into(),
        checks: Some(CheckOptions::default()),
        watches: false,
        takes_many_inputs: false,
        tests: false,
        scratch: folder.join("scratch"),
    };
    weave(&options, &|_| ()).unwrap().binary
}
