//! A harness that is killed again and again, or whose disk gets full, loses nothing and repeats
//! nothing.
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
use std::process::{Child, Command, ExitCode};
use std::thread;

use killrate_executor::{Execution, Fault, RunError, Tier};
use killrate_model::Exit;
use lab::{Lab, ends, files, mutants, run};

/// More than can finish before the last harness is killed.
const N_MUTANTS: u32 = 300;
/// The harness is killed when so many more programs have been started.
const KILL_AFTER: [usize; 8] = [1, 2, 3, 5, 7, 1, 4, 6];

fn main() -> ExitCode {
    match std::env::args().nth(1) {
        Some(folder) if Path::new(&folder).is_dir() => return be_the_harness(Lab::at(&folder)),
        _ => {
            a_killed_harness_loses_and_repeats_nothing();
            println!("test a_killed_harness_loses_and_repeats_nothing ... ok");
            a_killed_harness_takes_its_programs_along();
            println!("test a_killed_harness_takes_its_programs_along ... ok");
            a_runner_that_somebody_kills_is_a_fault_and_takes_its_program_along();
            println!(
                "test a_runner_that_somebody_kills_is_a_fault_and_takes_its_program_along ... ok"
            );
            a_full_disk_is_a_fault_and_what_finished_before_is_kept();
            println!("test a_full_disk_is_a_fault_and_what_finished_before_is_kept ... ok");
        }
    }
    ExitCode::SUCCESS
}

fn be_the_harness(lab: Lab) -> ExitCode {
    if let Some(tier) = Tier::ALL
        .into_iter()
        .find(|tier| lab.path(tier.name()).exists())
    {
        let executor = lab.open_in(tier).unwrap();
        let stopped = run(&executor, &mutants(&lab.script(SLEEPER), 2));
        return exit_code(stopped.map(drop));
    }
    if lab.path(SMALL_DISK).exists() {
        return exit_code(fill_the_disk(&lab));
    }
    exit_code(run(&lab.open(), &executions(&lab)).map(drop))
}

/// What the harness says by its exit code.
fn exit_code(result: Result<(), RunError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(RunError::Fault(Fault::File { source, .. }))
            if source.kind() == std::io::ErrorKind::StorageFull =>
        {
            ExitCode::from(DISK_FULL)
        }
        Err(RunError::Fault(Fault::Watch { .. })) => ExitCode::from(RUNNER_LOST),
        Err(error) => panic!("{error}"),
    }
}

const DISK_FULL: u8 = 77;
const RUNNER_LOST: u8 = 78;

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

fn is_sleeper(process: &Path) -> bool {
    fs::read(process.join("cmdline")).is_ok_and(|line| line == b"sleep\x00100.0815\0")
}

/// Starts a harness in this tier and gives it with its sleepers when there are all; `None` when the
/// machine does not have the tier.
fn start_sleepers(lab: &Lab, tier: Tier) -> Option<(Child, Vec<PathBuf>)> {
    lab.open_in(tier)?;
    fs::write(lab.path(tier.name()), "").unwrap();
    let mut harness = start_harness(lab);
    let sleepers = || {
        files(Path::new("/proc"))
            .into_iter()
            .filter(|p| is_sleeper(p))
    };
    while sleepers().count() < 4 {
        assert_eq!(harness.try_wait().unwrap(), None);
        thread::yield_now();
    }
    Some((harness, sleepers().collect()))
}

#[track_caller]
fn check_nothing_left(lab: &Lab, tier: Tier, sleepers: Vec<PathBuf>) {
    for process in sleepers {
        assert!(ends(process.file_name().unwrap().to_str().unwrap()));
    }
    assert_eq!(lab.open_in(tier).unwrap().damage(), []);
    assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
}

/// The tiers in which nothing that a program starts can outlive it.
const STRICT: [Tier; 2] = [Tier::Full, Tier::Landlock];

fn a_killed_harness_takes_its_programs_along() {
    for tier in STRICT {
        let lab = Lab::new();
        let Some((mut harness, sleepers)) = start_sleepers(&lab, tier) else {
            continue;
        };
        harness.kill().unwrap();
        harness.wait().unwrap();
        check_nothing_left(&lab, tier, sleepers);
    }
}

/// The numbers of the processes that a process started.
fn children(process: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let children: String = threads
        .map(|thread| fs::read_to_string(thread.unwrap().path().join("children")).unwrap())
        .collect();
    children
        .split_ascii_whitespace()
        .map(str::to_owned)
        .collect()
}

fn a_runner_that_somebody_kills_is_a_fault_and_takes_its_program_along() {
    let lab = Lab::new();
    let Some((mut harness, sleepers)) = start_sleepers(&lab, Tier::Full) else {
        return;
    };
    let runners = children(&harness.id().to_string());
    // One may wait for something to start.
    let is_busy = |runner: &&String| !children(runner).is_empty();
    let runner = runners.iter().find(is_busy).unwrap();
    assert!(
        Command::new("kill")
            .args(["-KILL", runner])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(harness.wait().unwrap().code(), Some(RUNNER_LOST.into()));
    check_nothing_left(&lab, Tier::Full, sleepers);
}

/// The file that tells a harness to fill its disk.
const SMALL_DISK: &str = "small-disk";
const N_ON_SMALL_DISK: u32 = 60;

/// More than the disk has room for; tells how many were known.
fn fill_the_disk(lab: &Lab) -> Result<(), RunError> {
    let script = lab.script(
        "echo $KILLRATE_MUTANT >> LAB/runs; echo $KILLRATE_MUTANT; head -c 8192 /dev/zero | tr '\\0' x",
    );
    let executor = lab.open();
    let outcomes = run(&executor, &mutants(&script, N_ON_SMALL_DISK))?;
    for (number, outcome) in (1..).zip(&outcomes) {
        let expected = format!("{number}\n{}", "x".repeat(8192));
        assert_eq!(outcome.observation.stdout.to_text(), expected);
    }
    let n_cached = outcomes.iter().filter(|outcome| outcome.was_cached).count();
    fs::write(lab.path("cached"), n_cached.to_string()).unwrap();
    Ok(())
}

/// Runs the harness on a small disk, then again when that has grown.
const GROW: &str = r#"
mount -t tmpfs -o size=256k disk "$1/scratch" || exit 9
"$0" "$1"; echo $? > "$1/code"
wc -l < "$1/runs" > "$1/before"
mount -o remount,size=64m "$1/scratch" && exec "$0" "$1"
"#;

fn a_full_disk_is_a_fault_and_what_finished_before_is_kept() {
    let lab = Lab::new();
    fs::create_dir(lab.path("scratch")).unwrap();
    fs::write(lab.path(SMALL_DISK), "").unwrap();
    let program = std::env::current_exe().unwrap();
    let ended = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", GROW])
        .args([&program, &lab.path("")])
        .output();
    let shell = match ended {
        // Nobody may mount anything here.
        Ok(shell) if !lab.path("code").exists() => {
            println!(
                "skipped: no disk of our own: {}",
                String::from_utf8_lossy(&shell.stderr)
            );
            return;
        }
        Err(error) => {
            println!("skipped: no disk of our own: {error}");
            return;
        }
        Ok(shell) => shell,
    };
    assert!(
        shell.status.success(),
        "{}",
        String::from_utf8_lossy(&shell.stderr)
    );
    let number = |name: &str| -> usize {
        let text = fs::read_to_string(lab.path(name)).unwrap();
        text.trim().parse().unwrap()
    };
    assert_eq!(number("code"), DISK_FULL.into());
    // All but what the two workers had in their hands when the disk was full.
    let (n_before, n_cached) = (number("before"), number("cached"));
    assert!(
        (1..=2).contains(&(n_before - n_cached)),
        "{n_before} ran, {n_cached} are kept"
    );
    assert_eq!(
        lab.n_lines("runs") - n_before,
        N_ON_SMALL_DISK as usize - n_cached
    );
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
