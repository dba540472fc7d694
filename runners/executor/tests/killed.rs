//! A harness that is killed again and again loses nothing and repeats nothing.
//!
//! Started with a folder as its argument this program is the harness; without, it is the test.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the test starts and kills the harness from outside, and reports like other tests"
)]

mod lab;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;

use killrate_executor::{Execution, Tier};
use killrate_model::Exit;
use lab::{Lab, ends, files, mutants, run};

/// More than can finish before the last harness is killed.
const N_MUTANTS: u32 = 300;
/// The harness is killed when so many more programs have been started.
const KILL_AFTER: [usize; 8] = [1, 2, 3, 5, 7, 1, 4, 6];

fn main() {
    match std::env::args().nth(1) {
        Some(folder) if Path::new(&folder).is_dir() => be_the_harness(Lab::at(&folder)),
        _ => {
            a_killed_harness_loses_and_repeats_nothing();
            println!("test a_killed_harness_loses_and_repeats_nothing ... ok");
            a_killed_harness_takes_its_programs_along();
            println!("test a_killed_harness_takes_its_programs_along ... ok");
        }
    }
}

fn be_the_harness(lab: Lab) {
    if lab.path("full").exists() {
        let executor = lab.open_in(Tier::Full).unwrap();
        run(&executor, &mutants(&lab.script(SLEEPER), 2)).unwrap();
        return;
    }
    run(&lab.open(), &executions(&lab)).unwrap();
}

/// Mutants that note their start; one of them waits for ever as long as harnesses are killed.
fn executions(lab: &Lab) -> Vec<Execution> {
    let script = lab.script(
        "echo $KILLRATE_MUTANT $$ >> LAB/runs
        [ $KILLRATE_MUTANT != 5 ] || [ -e LAB/calm ] || exec sleep 100
        exit $((KILLRATE_MUTANT % 100))",
    );
    mutants(&script, N_MUTANTS)
}

fn a_killed_harness_loses_and_repeats_nothing() {
    let lab = Lab::new();
    let executions = executions(&lab);
    let mut finished = BTreeSet::new();
    for n_more in KILL_AFTER {
        let n_wanted = lab.n_lines("runs") + n_more;
        let mut harness = start_harness(&lab);
        while lab.n_lines("runs") < n_wanted {
            assert_eq!(
                harness.try_wait().unwrap(),
                None,
                "the harness must not end"
            );
            thread::yield_now();
        }
        harness.kill().unwrap();
        harness.wait().unwrap();
        let before = finished;
        finished = finished_numbers(&lab, &executions);
        assert!(finished.is_superset(&before), "what was finished is lost");
    }
    for line in fs::read_to_string(lab.path("runs")).unwrap().lines() {
        // Opening the folder again has ended what the killed harnesses left running.
        assert!(ends(line.split(' ').nth(1).unwrap()), "{line} is left");
    }
    let n_runs_of_finished = n_runs(&lab, &finished);
    fs::write(lab.path("calm"), "").unwrap();
    let executor = lab.open();
    let outcomes = run(&executor, &executions).unwrap();
    let exits = outcomes.iter().map(|outcome| outcome.observation.exit);
    let expected = (1..=300).map(|number| Exit::Exited { code: number % 100 });
    assert_eq!(exits.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    assert_eq!(executor.damage(), []);
    assert_eq!(n_runs(&lab, &finished), n_runs_of_finished);
}

/// Out of its session and its environment, so that nobody would find it later.
const SLEEPER: &str = "cd /; setsid env -i sleep 100.0815 & exec env -i sleep 100.0815";

fn a_killed_harness_takes_its_programs_along() {
    let lab = Lab::new();
    if lab.open_in(Tier::Full).is_none() {
        return;
    }
    fs::write(lab.path("full"), "").unwrap();
    let mut harness = start_harness(&lab);
    let is_sleeper = |process: &PathBuf| {
        fs::read(process.join("cmdline")).is_ok_and(|line| line == b"sleep\x00100.0815\0")
    };
    let sleepers = || files(Path::new("/proc")).into_iter().filter(is_sleeper);
    while sleepers().count() < 4 {
        assert_eq!(harness.try_wait().unwrap(), None);
        thread::yield_now();
    }
    let pids: Vec<PathBuf> = sleepers().collect();
    harness.kill().unwrap();
    harness.wait().unwrap();
    for process in pids {
        assert!(ends(process.file_name().unwrap().to_str().unwrap()));
    }
    assert_eq!(lab.open_in(Tier::Full).unwrap().damage(), []);
    assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
}

fn start_harness(lab: &Lab) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new(program).arg(lab.path("")).spawn().unwrap()
}

fn finished_numbers(lab: &Lab, executions: &[Execution]) -> BTreeSet<u32> {
    let executor = lab.open();
    assert_eq!(executor.damage(), []);
    let is_finished = |execution: &&Execution| executor.lookup(execution).is_some();
    let finished = executions.iter().filter(is_finished);
    finished
        .map(|execution| execution.variant.number())
        .collect()
}

/// How often each of these mutants was started.
fn n_runs(lab: &Lab, of: &BTreeSet<u32>) -> BTreeMap<u32, usize> {
    let runs = fs::read_to_string(lab.path("runs")).unwrap();
    let mut n_runs = BTreeMap::new();
    for number in numbers(&runs).filter(|number| of.contains(number)) {
        *n_runs.entry(number).or_default() += 1;
    }
    n_runs
}

fn numbers(runs: &str) -> impl Iterator<Item = u32> {
    let first = |line: &str| line.split(' ').next().unwrap().parse().unwrap();
    runs.lines().map(first)
}
