//! The program as its users see it.

mod run;

use run::{ScratchFolder, run_jsim, start_jsim};
use std::fs;
use std::path::PathBuf;

fn committed(name: &str, file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../datasets/jsim/{name}.{file}.jsonl"))
}

#[track_caller]
fn run_committed(name: &str, folder: &str, seed: &str) -> [String; 4] {
    let scratch = ScratchFolder::new(folder);
    let (process, timings) = (committed(name, "process"), committed(name, "timings"));
    let finished = run_jsim(&process, &timings, &scratch, &["--seed", seed]);
    assert_eq!(
        (finished.stdout, finished.stderr),
        (String::new(), String::new())
    );
    assert_eq!(finished.code, Some(0));
    ["events", "total", "busiest", "utilisation"].map(|output| scratch.read(output))
}

#[test]
fn fixed_times_give_the_hand_computed_day() {
    let [events, total, busiest, utilisation] = run_committed("jsim-fixed", "fixed", "1");
    // Patients come at 0, 2 and 4. Triage ends at 3, 6 and 9; the room is used from 3 on without a
    // break until 63; the last one pays until 65.
    assert_eq!(total, "65.000000000\n");
    // 60 of 65.
    assert_eq!(busiest, "0.923076923\n");
    let expected = "kind,name,busy,share\n\
                    agent,nora,15.000000000,0.230769231\n\
                    agent,dora,60.000000000,0.923076923\n\
                    resource,desk,15.000000000,0.230769231\n\
                    resource,room,60.000000000,0.923076923\n";
    assert_eq!(utilisation, expected);
    assert_eq!(events.lines().count(), 1 + 2 * 9);
    assert_eq!(
        events.lines().nth(2),
        Some("3.000000000,end,1,triage,nora,desk")
    );
}

#[test]
fn the_same_seed_gives_the_same_day_and_another_seed_another() {
    let first = run_committed("jsim-er", "er-first", "5");
    let again = run_committed("jsim-er", "er-again", "5");
    let other = run_committed("jsim-er", "er-other", "6");
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn unusable_input_is_explained_and_nothing_is_written() {
    let scratch = ScratchFolder::new("unusable");
    let process = scratch.file("process");
    fs::write(&process, "{\"start\":\"a\",\"cases\":1}\n{\"step\":\"a\"\n")
        .expect("it is writable");
    let finished = run_jsim(&process, &committed("jsim-er", "timings"), &scratch, &[]);
    assert_eq!(finished.code, Some(2));
    assert!(
        finished.stderr.contains("line 2\n  because the value ends"),
        "{}",
        finished.stderr
    );
    assert!(!scratch.file("events").exists());
    for (arguments, part) in [
        (vec!["--seed", "x"], "`x` is not a seed"),
        (vec!["--speed", "1"], "there is no flag `--speed`"),
        (vec!["--process"], "`--process` has no value"),
        (vec![], "`--process` is missing"),
    ] {
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let finished = start_jsim(&arguments);
        assert_eq!(finished.code, Some(2));
        assert!(finished.stderr.contains(part), "{}", finished.stderr);
    }
}
