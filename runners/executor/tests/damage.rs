//! A damaged log loses what is damaged, says so, and never answers wrongly.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::fs;
use std::path::Path;

use killrate_executor::{Damage, DamageKind, Execution, Executor, Outcome, Tier};
use lab::{LIMITS, Lab, TIERS, execution, mutants, request, run};

/// A lab where three mutants have run, by one worker.
struct Finished {
    lab: Lab,
    tier: Tier,
    executions: Vec<Execution>,
    outcomes: Vec<Outcome>,
    log: std::path::PathBuf,
    bytes: Vec<u8>,
}

/// `None` when this machine does not have the tier.
fn finished(tier: Tier) -> Option<Finished> {
    let lab = Lab::new();
    let executions = mutants(
        &lab.script("echo $KILLRATE_MUTANT; exit $KILLRATE_MUTANT"),
        3,
    );
    let executor = lab.open_alone_in(tier)?;
    let outcomes = run(&executor, &executions).unwrap();
    let [log] = &lab.logs()[..] else {
        panic!("one worker writes one log");
    };
    let (log, bytes) = (log.clone(), fs::read(log).unwrap());
    Some(Finished {
        lab,
        tier,
        executions,
        outcomes,
        log,
        bytes,
    })
}

fn in_every_tier(check: impl Fn(Finished)) {
    TIERS.into_iter().filter_map(finished).for_each(check);
}

/// The log is the same in every tier, so that one tier has to show all of it.
fn step(finished: &Finished) -> usize {
    match finished.tier {
        Tier::ProcessGroup => 1,
        _ => 17,
    }
}

/// Opens the log with other content; counts the answers, which must all be right.
fn n_answered(finished: &Finished, bytes: &[u8]) -> (usize, Vec<Damage>) {
    fs::write(&finished.log, bytes).unwrap();
    let executor = finished.lab.open_alone_in(finished.tier).unwrap();
    let answers = finished.executions.iter().map(|e| executor.lookup(e));
    let n_answered = answers
        .zip(&finished.outcomes)
        .filter_map(|(answer, expected)| Some((answer?, expected)))
        .inspect(|(answer, expected)| {
            assert_eq!(answer.observation, expected.observation);
            assert_eq!(answer.cost, expected.cost);
        })
        .count();
    (n_answered, executor.damage())
}

#[test]
fn a_log_cut_anywhere_loses_the_last_record_at_most() {
    in_every_tier(check_cut);
}

fn check_cut(finished: Finished) {
    let bytes = &finished.bytes;
    // The records are equally long: they differ in one digit and one exit code.
    let record = bytes.len() / 3;
    for length in (0..=bytes.len()).step_by(step(&finished)) {
        let (n_answered, damages) = n_answered(&finished, &bytes[..length]);
        assert_eq!(n_answered, length / record, "cut at {length}");
        let is_torn = length % record != 0;
        let kinds: Vec<DamageKind> = damages.iter().map(|damage| damage.kind).collect();
        let expected = [DamageKind::Truncated];
        assert_eq!(kinds, expected[..usize::from(is_torn)], "cut at {length}");
    }
}

#[test]
fn a_flipped_byte_loses_one_record() {
    in_every_tier(|finished| {
        for at in (0..finished.bytes.len()).step_by(step(&finished)) {
            let mut flipped = finished.bytes.clone();
            flipped[at] ^= 0x21;
            let (n_answered, damages) = n_answered(&finished, &flipped);
            assert_eq!((n_answered, damages.len()), (2, 1), "byte {at}");
        }
    });
}

#[test]
fn what_was_lost_is_run_again_and_kept_in_a_new_log() {
    in_every_tier(check_run_again);
}

fn check_run_again(finished: Finished) {
    fs::write(&finished.log, &finished.bytes[..finished.bytes.len() - 1]).unwrap();
    for expected_n_cached in [2, 3] {
        let executor = finished.lab.open_in(finished.tier).unwrap();
        let outcomes = run(&executor, &finished.executions).unwrap();
        let n_cached = outcomes.iter().filter(|outcome| outcome.was_cached).count();
        assert_eq!(n_cached, expected_n_cached);
        for (outcome, expected) in outcomes.iter().zip(&finished.outcomes) {
            assert_eq!(outcome.observation, expected.observation);
        }
    }
    assert_eq!(finished.lab.logs().len(), 2);
}

#[test]
fn damage_is_described() {
    let finished = finished(Tier::ProcessGroup).unwrap();
    let record = finished.bytes.len() / 3;
    let mut bytes = finished.bytes[..finished.bytes.len() - 1].to_vec();
    bytes[record / 2] ^= 1;
    let (_, damages) = n_answered(&finished, &bytes);
    let path = finished.log.canonicalize().unwrap();
    let log = path.display();
    let messages: Vec<String> = damages.iter().map(Damage::to_string).collect();
    assert_eq!(
        messages,
        [
            format!(
                "{record} bytes at 0 of `{log}` changed after they were written; what they held will be run again"
            ),
            format!(
                "the last result in `{log}` is incomplete ({} bytes at {}); it will be run again",
                record - 1,
                2 * record
            ),
        ]
    );
}

/// What becomes of an execution with a large output when `harm` has been done to the stored file.
fn check_harmed_blob(harm: fn(&Path)) {
    let lab = Lab::new();
    let script = lab.script("echo 1 >> LAB/runs; head -c 100000 /dev/zero");
    let executions = [execution(script, request(&[], &[]), LIMITS)];
    let outcome = |executor: &Executor| run(executor, &executions).unwrap().remove(0);
    let expected = outcome(&lab.open());
    let blob = lab::files(&lab.path("scratch/blobs")).remove(0);
    harm(&blob);
    let executor = lab.open();
    assert_eq!(executor.damage(), []);
    let again = outcome(&executor);
    assert!(!again.was_cached);
    assert_eq!(again.observation, expected.observation);
    let kinds: Vec<DamageKind> = executor.damage().iter().map(|d| d.kind).collect();
    assert_eq!(kinds, [DamageKind::Blob]);
    drop(executor);
    assert!(outcome(&lab.open()).was_cached);
    assert_eq!(lab.n_lines("runs"), 2);
}

#[test]
fn a_harmed_stored_output_is_noticed_and_made_again() {
    check_harmed_blob(|blob| fs::remove_file(blob).unwrap());
    check_harmed_blob(|blob| fs::write(blob, "short").unwrap());
    check_harmed_blob(|blob| fs::write(blob, [1; 100_000]).unwrap());
    check_harmed_blob(|blob| fs::write(blob, [0; 100_001]).unwrap());
}
