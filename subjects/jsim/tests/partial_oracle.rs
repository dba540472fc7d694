//! Small processes whose right outputs are known without the program.

mod run;

use run::{ScratchFolder, run_jsim};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The right contents of an output: those of the files `OUTPUT.expected` or `OUTPUT-N.expected`.
fn expected(set: &Path, output: &str) -> BTreeSet<String> {
    let mut files = vec![set.join(format!("{output}.expected"))];
    files.extend((1..=3).map(|n| set.join(format!("{output}-{n}.expected"))));
    let there = files.iter().filter(|file| file.exists());
    there
        .map(|file| fs::read_to_string(file).expect("it is readable"))
        .collect()
}

/// Every run must give an expected output, and every expected output must come up.
#[track_caller]
fn check(name: &str, n_seeds: u64) {
    let set = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("partial-oracle")
        .join(name);
    for output in ["total", "busiest", "events"] {
        let expected = expected(&set, output);
        let mut seen = BTreeSet::new();
        for seed in 1..=n_seeds {
            let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
            let (process, timings) = (set.join("process.jsonl"), set.join("timings.jsonl"));
            let seed = seed.to_string();
            let finished = run_jsim(&process, &timings, &scratch, &["--seed", &seed]);
            assert_eq!(
                (finished.code, finished.stdout, finished.stderr),
                (Some(0), String::new(), String::new())
            );
            seen.insert(scratch.read(output));
        }
        // Not every output of every set is known.
        if !expected.is_empty() {
            assert_eq!(seen, expected, "{output}");
        }
    }
}

#[test]
fn one_step_comes_out_as_expected() {
    check("one-step", 1);
}

#[test]
fn sequence_comes_out_as_expected() {
    check("sequence", 1);
}

#[test]
fn parallel_comes_out_as_expected() {
    check("parallel", 1);
}

#[test]
fn one_nurse_for_two_comes_out_as_expected() {
    check("one-nurse-for-two", 1);
}

#[test]
fn queue_for_a_bed_comes_out_as_expected() {
    check("queue-for-a-bed", 1);
}

#[test]
fn two_beds_and_cleaning_comes_out_as_expected() {
    check("two-beds-and-cleaning", 1);
}

#[test]
fn either_step_comes_out_as_expected() {
    check("either-step", 30);
}

#[test]
fn three_ways_out_comes_out_as_expected() {
    check("three-ways-out", 30);
}
