//! Each distinct execution is run once, whatever happens to the harness.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use killrate_executor::{ArgumentError, Event, Execution, Fault, Outcome, RunError};
use killrate_model::{Exit, Limit, Limits, Observation};
use lab::{LIMITS, Lab, ends, execution, mutants, observe, program, request, run};

/// Notes its run outside its folder and shows its number.
const COUNTED: &str = "echo $KILLRATE_MUTANT >> LAB/runs; echo mutant $KILLRATE_MUTANT";

fn observations(outcomes: &[Outcome]) -> Vec<Observation> {
    let observations = outcomes.iter().map(|outcome| &*outcome.observation);
    observations.cloned().collect()
}

fn n_cached(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.was_cached).count()
}

fn printed(outcome: &Outcome) -> String {
    outcome.observation.stdout.to_text().into_owned()
}

#[test]
fn outcomes_come_in_the_order_asked_and_equal_executions_run_once() {
    let lab = Lab::new();
    let executor = lab.open();
    let [one, two] = &mutants(&lab.script(COUNTED), 2)[..] else {
        panic!("there are two mutants");
    };
    let asked = [two, one, two, two, one].map(Execution::clone);
    let outcomes = run(&executor, &asked).unwrap();
    let expected = [2, 1, 2, 2, 1].map(|number| format!("mutant {number}\n"));
    assert_eq!(outcomes.iter().map(printed).collect::<Vec<_>>(), expected);
    assert_eq!((lab.n_lines("runs"), n_cached(&outcomes)), (2, 0));
    assert!(Arc::ptr_eq(
        &outcomes[0].observation,
        &outcomes[2].observation
    ));
}

#[test]
fn what_ran_once_is_answered_from_the_log_also_by_a_later_harness() {
    let lab = Lab::new();
    let executions = mutants(&lab.script(COUNTED), 5);
    let executor = lab.open();
    assert_eq!(executor.lookup(&executions[0]), None);
    let first = run(&executor, &executions).unwrap();
    let second = run(&executor, &executions).unwrap();
    drop(executor);
    let executor = lab.open();
    let third = run(&executor, &executions).unwrap();
    assert_eq!([&first, &second, &third].map(|o| n_cached(o)), [0, 5, 5]);
    assert_eq!(observations(&first), observations(&second));
    assert_eq!(observations(&first), observations(&third));
    let costs = |outcomes: &[Outcome]| outcomes.iter().map(|o| o.cost).collect::<Vec<_>>();
    assert_eq!(costs(&first), costs(&third));
    assert_eq!(executor.lookup(&executions[4]).as_ref(), Some(&third[4]));
    assert_eq!(lab.n_lines("runs"), 5);
    assert_eq!(executor.damage(), []);
}

#[test]
fn equal_outputs_share_their_bytes() {
    let lab = Lab::new();
    let executor = lab.open();
    let executions = mutants(&lab.script("echo the same"), 2);
    let fresh = run(&executor, &executions).unwrap();
    let cached = run(&executor, &executions).unwrap();
    let address = |outcome: &Outcome| outcome.observation.stdout.bytes().as_ptr();
    let addresses: BTreeSet<_> = fresh.iter().chain(&cached).map(address).collect();
    assert_eq!(addresses.len(), 1);
}

#[test]
fn a_large_output_survives_outside_the_log() {
    let lab = Lab::new();
    let print = |number| format!("head -c {number} /dev/zero");
    let executions = [65536, 65537, 300_000].map(|length| {
        let script = lab.script(&print(length));
        execution(script, request(&[], &[]), LIMITS)
    });
    let first = run(&lab.open(), &executions).unwrap();
    let second = run(&lab.open(), &executions).unwrap();
    assert_eq!(n_cached(&second), 3);
    assert_eq!(observations(&first), observations(&second));
    assert_eq!(lab::files(&lab.path("scratch/blobs")).len(), 2);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let results = [1, 4].map(|threads| {
        let lab = Lab::new();
        let script = lab.script(
            "case $KILLRATE_MUTANT in *7) exit 101;; *8) kill -ABRT $$;; *9) yes;; esac; echo $KILLRATE_MUTANT",
        );
        let executor = lab.open_with_threads(threads).unwrap();
        observations(&run(&executor, &mutants(&script, 40)).unwrap())
    });
    let [one, four] = results;
    let n_exits = one.iter().map(|o| o.exit).collect::<BTreeSet<_>>().len();
    assert_eq!(n_exits, 4);
    assert_eq!(one, four);
}

#[test]
fn events_tell_what_is_done() {
    let lab = Lab::new();
    let executor = lab.open();
    let executions = mutants(&lab.script(COUNTED), 3);
    run(&executor, &executions[..1]).unwrap();
    let events = Mutex::new(Vec::new());
    let note = |event| events.lock().unwrap().push(event);
    let outcomes = executor
        .run(&executions, &AtomicBool::new(false), &note)
        .unwrap();
    let events = events.into_inner().unwrap();
    let started = Event::Started {
        n_distinct: 3,
        n_cached: 1,
        n_to_run: 2,
    };
    assert_eq!(events[0], started);
    let mut finished: Vec<usize> = events[1..]
        .iter()
        .map(|event| match *event {
            Event::Finished {
                position,
                exit,
                cost,
                ..
            } => {
                assert_eq!(
                    (exit, cost),
                    (Exit::Exited { code: 0 }, outcomes[position].cost)
                );
                position
            }
            _ => panic!("{event:?} is not expected"),
        })
        .collect();
    finished.sort_unstable();
    assert_eq!(finished, [1, 2]);
}

#[test]
fn a_wall_limit_is_believed_after_a_second_run_alone() {
    let lab = Lab::new();
    let limits = Limits {
        wall: Duration::from_millis(150),
        ..LIMITS
    };
    let slow = lab.script("echo $$ >> LAB/runs; exec sleep 100");
    let slow_once = lab.script("[ -e LAB/again ] && exit 3; : > LAB/again; exec sleep 100");
    let executions = [slow, slow_once].map(|script| execution(script, request(&[], &[]), limits));
    let executor = lab.open();
    let n_confirmed = Mutex::new(0);
    let outcomes = executor.run(&executions, &AtomicBool::new(false), &|event| {
        if let Event::Confirming { n_executions } = event {
            *n_confirmed.lock().unwrap() += n_executions;
        }
    });
    let exits = outcomes.unwrap().into_iter().map(|o| o.observation.exit);
    let exceeded = Exit::Exceeded { limit: Limit::Wall };
    assert_eq!(
        exits.collect::<Vec<_>>(),
        [exceeded, Exit::Exited { code: 3 }]
    );
    assert_eq!(n_confirmed.into_inner().unwrap(), 2);
    assert_eq!(lab.n_lines("runs"), 2);
}

#[test]
fn a_clock_limit_is_remembered_until_more_time_is_given() {
    let lab = Lab::new();
    let script = lab.script("echo 1 >> LAB/runs; while :; do :; done");
    let executor = lab.open();
    let mut n_runs = |millis| {
        let limits = Limits {
            cpu: Duration::from_millis(millis),
            ..LIMITS
        };
        let outcomes = run(
            &executor,
            &[execution(script.clone(), request(&[], &[]), limits)],
        );
        let exit = outcomes.unwrap()[0].observation.exit;
        assert_eq!(exit, Exit::Exceeded { limit: Limit::Cpu });
        lab.n_lines("runs")
    };
    assert_eq!(
        [100, 100, 50, 200, 150, 200].map(&mut n_runs),
        [1, 1, 1, 2, 2, 2]
    );
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let lab = Lab::new();
    let quick = mutants(&lab.script(COUNTED), 4);
    let slow = lab.script(
        "echo $$ > LAB/slow.new; mv LAB/slow.new LAB/slow; [ -e LAB/go ] || exec sleep 100",
    );
    let executions: Vec<Execution> = quick
        .into_iter()
        .chain([execution(slow, request(&[], &[]), LIMITS)])
        .chain(mutants(&lab.script("exit 7"), 3))
        .collect();
    let executor = lab.open_with_threads(1).unwrap();
    let stop = AtomicBool::new(false);
    let error = thread::scope(|scope| {
        let running = scope.spawn(|| executor.run(&executions, &stop, &|_| {}));
        while !lab.path("slow").exists() {
            thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap().unwrap_err()
    });
    let expected = "interrupted with 4 executions finished and 4 left; run the same again to go on";
    assert_eq!(error.to_string(), expected);
    assert!(ends(&fs::read_to_string(lab.path("slow")).unwrap()));
    assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    drop(executor);
    fs::write(lab.path("go"), "").unwrap();
    let outcomes = run(&lab.open(), &executions).unwrap();
    assert_eq!(n_cached(&outcomes), 4);
    assert_eq!(lab.n_lines("runs"), 4);
}

#[test]
fn two_harnesses_run_in_the_same_folder_at_once_and_share_what_finished() {
    let lab = Lab::new();
    let executions = mutants(&lab.script(COUNTED), 3);
    let first = lab.open();
    assert_eq!(n_cached(&run(&first, &executions[..1]).unwrap()), 0);
    let second = lab.open_with_threads(1).unwrap();
    // What finished before the second came is known to it, and what comes later is run by both.
    assert_eq!(n_cached(&run(&second, &executions[..2]).unwrap()), 1);
    assert_eq!(n_cached(&run(&first, &executions).unwrap()), 1);
    assert_eq!(lab.n_lines("runs"), 4);
    assert_eq!((first.damage(), second.damage()), (vec![], vec![]));
    drop((first, second));
    let third = lab.open();
    assert_eq!(n_cached(&run(&third, &executions).unwrap()), 3);
    assert_eq!(third.damage(), []);
}

#[test]
fn a_frame_that_another_harness_is_writing_is_no_damage() {
    let lab = Lab::new();
    let executions = mutants(&lab.script(COUNTED), 1);
    let first = lab.open_with_threads(1).unwrap();
    run(&first, &executions).unwrap();
    let log = fs::OpenOptions::new().append(true).open(&lab.logs()[0]);
    log.unwrap().write_all(b"KRX").unwrap();
    assert_eq!(lab.open().damage(), []);
    // Nobody will ever write the rest.
    drop(first);
    assert_eq!(lab.open().damage().len(), 1);
}

#[test]
fn what_a_killed_harness_left_in_another_slot_is_cleared_too() {
    let lab = Lab::new();
    let (first, second) = (lab.open(), lab.open());
    let of_second = fs::canonicalize(lab.path("scratch/runs-01")).unwrap();
    drop((first, second));
    fs::create_dir_all(of_second.join("0000000000/deep")).unwrap();
    lab.open();
    assert!(!of_second.exists());
}

#[test]
fn leftovers_of_a_killed_harness_are_cleared() {
    let lab = Lab::new();
    drop(lab.open());
    let left = fs::read_link(lab.path("scratch/runs-00")).unwrap_or(lab.path("scratch/runs-00"));
    fs::create_dir_all(left.join("0000000000/deep")).unwrap();
    fs::write(lab.path("scratch/blobs/unfinished-00-0"), "part").unwrap();
    let executor = lab.open();
    let script = execution(lab.script("exit 0"), request(&[], &[]), LIMITS);
    assert_eq!(observe(&executor, script).exit, Exit::Exited { code: 0 });
    assert!(!left.join("0000000000").exists());
    drop(executor);
    assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    assert_eq!(
        lab::files(&lab.path("scratch/blobs")),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_program_that_cannot_be_started_is_a_fault_and_nothing_is_lost() {
    let lab = Lab::new();
    let good = mutants(&lab.script(COUNTED), 2);
    fs::write(lab.path("plain"), "no program").unwrap();
    for binary in [lab.path("missing"), lab.path("plain")] {
        let bad = execution(program(binary.to_str().unwrap()), request(&[], &[]), LIMITS);
        let executor = lab.open_with_threads(1).unwrap();
        let error = run(&executor, &[&good[..], std::slice::from_ref(&bad)].concat()).unwrap_err();
        let RunError::Fault(Fault::Start { binary: named, .. }) = error else {
            panic!("{error:?} is not expected");
        };
        assert_eq!(named, binary);
        assert_eq!(executor.lookup(&bad), None);
        assert!(executor.lookup(&good[1]).is_some());
    }
    assert_eq!(lab.n_lines("runs"), 2);
}

#[test]
fn a_log_that_cannot_be_written_is_a_fault_and_the_next_run_goes_on() {
    let lab = Lab::new();
    let executions = mutants(&lab.script(COUNTED), 1);
    let executor = lab.open();
    let log = lab.path("scratch/log");
    fs::remove_dir(&log).unwrap();
    let error = run(&executor, &executions).unwrap_err();
    assert!(
        matches!(error, RunError::Fault(Fault::File { .. })),
        "{error:?}"
    );
    assert_eq!(executor.lookup(&executions[0]), None);
    fs::create_dir(&log).unwrap();
    assert_eq!(n_cached(&run(&executor, &executions).unwrap()), 0);
    assert_eq!(n_cached(&run(&executor, &executions).unwrap()), 1);
}

#[test]
fn arguments_that_cannot_be_filled_in_are_refused_before_anything_runs() {
    let lab = Lab::new();
    let good = mutants(&lab.script(COUNTED), 1).remove(0);
    let bad = execution(lab.script(COUNTED), request(&["{train}"], &[]), LIMITS);
    let error = run(&lab.open(), &[good, bad]).unwrap_err();
    let RunError::Arguments(ArgumentError::UnknownPlaceholder { placeholder, .. }) = error else {
        panic!("{error:?} is not expected");
    };
    assert_eq!((placeholder.as_str(), lab.n_lines("runs")), ("train", 0));
}

#[test]
fn a_scratch_folder_that_cannot_be_made_is_a_fault() {
    let lab = Lab::new();
    fs::write(lab.path("scratch"), "a file").unwrap();
    let fault = lab.open_with_threads(1).err().unwrap();
    assert!(matches!(fault, Fault::File { .. }), "{fault:?}");
}

#[test]
fn what_another_harness_finished_need_not_be_run() {
    let (part, whole) = (Lab::new(), Lab::new());
    let script = part.script("echo $KILLRATE_MUTANT >> LAB/runs; head -c 100000 /dev/zero");
    let executions = mutants(&script, 4);
    run(&part.open(), &executions[..3]).unwrap();
    let executor = whole.open();
    assert_eq!(executor.read_also(&part.path("scratch")).unwrap(), []);
    let outcomes = run(&executor, &executions).unwrap();
    assert_eq!(part.n_lines("runs"), 4);
    // They were run for the same study, so they are not what was known before it.
    assert_eq!(n_cached(&outcomes), 0);
    assert!(
        outcomes
            .iter()
            .all(|o| o.observation.stdout.bytes().len() == 100_000)
    );
    assert_eq!(executor.damage(), []);
    assert!(executor.read_also(&whole.path("absent")).is_err());
}
