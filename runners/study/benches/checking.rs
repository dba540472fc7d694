//! What checking invariants costs a program: run time with the learned set, against the same program
//! without it.
//!
//! `cargo bench --package killrate-study --bench checking [-- SUBJECT...]` measures `c45`, `svm` and
//! `martirank`, or the subjects that are named.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark starts programs bare, prints, and has nobody to report to but the terminal"
)]

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_catalogue::Catalogue;
use killrate_executor::{Executor, Settings};
use killrate_invariants::learned;
use killrate_model::{DataSet, Interface, protocol};
use killrate_study::{Scratch, Surroundings, learn_invariants};
use killrate_watch::OnAlarm;
use wait4::Wait4 as _;

/// How many times as long a program may take that checks.
const MOST: f64 = 3.0;
/// Both programs run this often on every data set; the shortest time counts.
const N_ROUNDS: usize = 5;

fn main() {
    let catalogue = Catalogue::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let scratch = Scratch::at(folder.path().to_owned());
    let executor = Executor::open(Settings {
        scratch: scratch.executions(),
        threads: NonZeroUsize::MIN,
    })
    .unwrap();
    let surroundings = Surroundings {
        scratch: &scratch,
        executor: &Arc::new(executor),
        stop: &Arc::new(AtomicBool::new(false)),
        on_event: &|_| {},
    };
    let words = std::env::args().skip(1);
    let mut names: Vec<String> = words.filter(|word| !word.starts_with("--")).collect();
    if names.is_empty() {
        names = ["c45", "svm", "martirank"].map(str::to_owned).into();
    }
    let mut most: f64 = 0.0;
    for name in &names {
        most = most.max(measure(&catalogue, name, surroundings));
    }
    let verdict = if most <= MOST { "within" } else { "OVER" };
    println!(
        "checking takes {most:.2} times as long at most, {verdict} the {MOST} times it may take"
    );
}

/// The ratio of the processor times with and without checking, over all data sets of a subject.
fn measure(catalogue: &Catalogue, name: &str, surroundings: Surroundings<'_>) -> f64 {
    let (manifest, _) = catalogue.subject(name).unwrap();
    let found = learn_invariants(catalogue, name, surroundings).unwrap();
    let set = learned(&found.teaching.kept, OnAlarm::Stop).to_string();
    let [mut without, mut with] = [Duration::ZERO; 2];
    let data_sets = catalogue.data_sets_of(name).unwrap();
    for data_set in &data_sets {
        let folder = tempfile::tempdir().unwrap();
        write_inputs(folder.path(), data_set);
        std::fs::write(folder.path().join(protocol::INVARIANTS_FILE), &set).unwrap();
        let run = |probe| cpu_of(&found.binary, &manifest.interface, folder.path(), probe);
        let [mut least_without, mut least_with] = [Duration::MAX; 2];
        for _ in 0..N_ROUNDS {
            // The two alternate, so that a busy moment of the machine hits both.
            least_without = least_without.min(run(None));
            least_with = least_with.min(run(Some("invariants")));
        }
        without += least_without;
        with += least_with;
    }
    let ratio = with.div_duration_f64(without);
    println!(
        "{name}: {} data sets, {} invariants: {:.1} ms without checking, {:.1} ms with, {ratio:.2} times",
        data_sets.len(),
        found.teaching.kept.len(),
        without.as_secs_f64() * 1e3,
        with.as_secs_f64() * 1e3,
    );
    ratio
}

/// Puts the inputs where a study puts them: each in a file of its own name.
fn write_inputs(folder: &Path, data_set: &DataSet) {
    for (name, blob) in &data_set.inputs {
        std::fs::write(folder.join(name.as_str()), blob.bytes()).unwrap();
    }
}

/// The processor time of one run, which must end normally.
fn cpu_of(binary: &Path, interface: &Interface, folder: &Path, probe: Option<&str>) -> Duration {
    let arguments = interface.arguments.iter();
    let child = Command::new(binary)
        .args(arguments.map(|argument| argument.replace(['{', '}'], "")))
        .current_dir(folder)
        .env_clear()
        .envs(probe.map(|probe| (protocol::PROBE, probe)))
        .env(protocol::FUEL, (u64::MAX / 2).to_string())
        .env(protocol::REPORT, "report")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let used = child.wait4().unwrap();
    assert!(used.status.success(), "{} fails", binary.display());
    used.rusage.utime + used.rusage.stime
}
