//! What the program says about input it cannot use, and how its phases fit together.

mod run;

use run::{ScratchFolder, run_martirank, start_martirank};
use std::fs;

const TWO: &str = "x,l\n1,0\n2,1\n";
const GAP: &str = "x,l\n1,0\n?,1\n3,0\n";

#[track_caller]
fn check_refused(name: &str, train: &str, test: &str, more: &[&str], expected: &str) {
    let scratch = ScratchFolder::new(name);
    fs::write(scratch.file("train.csv"), train).expect("the folder is writable");
    fs::write(scratch.file("test.csv"), test).expect("the folder is writable");
    let finished = run_martirank(
        &scratch.file("train.csv"),
        &scratch.file("test.csv"),
        &scratch,
        more,
    );
    let folder = scratch.file("").display().to_string();
    assert_eq!(finished.stderr.replace(&folder, ""), expected);
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(2));
    assert!(!scratch.file("model").exists());
    assert!(!scratch.file("ranking").exists());
}

#[test]
fn a_ragged_row_is_named_by_file_and_line() {
    check_refused(
        "ragged",
        "x,l\n1,0\n2\n",
        TWO,
        &[],
        "error: cannot use `train.csv`, line 3\n  \
         because it has 1 values where the header has 2; give one value per column\n",
    );
}

#[test]
fn testing_data_without_rows_are_refused() {
    check_refused(
        "empty-test",
        TWO,
        "x,l\n",
        &[],
        "error: cannot use `test.csv`\n  because it has no rows; add at least one below the header\n",
    );
}

#[test]
fn testing_data_of_fewer_attributes_are_refused() {
    check_refused(
        "narrow-test",
        "x,y,l\n1,1,0\n1,2,1\n1,3,0\n1,4,1\n",
        TWO,
        &[],
        "error: cannot use `test.csv`\n  because it has 1 attributes and the model sorts by \
         attribute 1, counted from 0; give the columns of the training data\n",
    );
}

#[test]
fn a_missing_value_without_a_seed_is_refused() {
    let advice = "because value 1 is missing and would get a random place; choose it with `--seed`";
    check_refused(
        "gap-train",
        GAP,
        TWO,
        &[],
        &format!("error: cannot use `train.csv`, line 3\n  {advice}\n"),
    );
    check_refused(
        "gap-test",
        TWO,
        GAP,
        &[],
        &format!("error: cannot use `test.csv`, line 3\n  {advice}\n"),
    );
}

#[test]
fn a_missing_file_is_refused() {
    let scratch = ScratchFolder::new("missing-file");
    let absent = scratch.file("absent.csv");
    let finished = run_martirank(&absent, &absent, &scratch, &[]);
    let start = format!("error: cannot read `{}`\n  because ", absent.display());
    assert!(finished.stderr.starts_with(&start), "{}", finished.stderr);
    assert_eq!(finished.code, Some(2));
}

#[test]
fn both_phases_at_once_are_one_after_the_other() {
    let scratch = ScratchFolder::new("phases");
    let (train, test) = (scratch.file("train.csv"), scratch.file("test.csv"));
    fs::write(&train, "x,y,l\n1,?,0\n2,1,1\n?,3,0\n4,6,1\n5,4,0\n6,?,0\n").expect("writable");
    fs::write(&test, "x,y,l\n1,2,?\n?,4,?\n5,?,?\n7,8,?\n").expect("writable");
    let finished = run_martirank(&train, &test, &scratch, &["--seed", "5"]);
    assert_eq!(finished.stderr, "");

    let text = |name: &str| scratch.file(name).display().to_string();
    let (train, test) = (text("train.csv"), text("test.csv"));
    let (model, ranking) = (text("model-alone"), text("ranking-alone"));
    let training = ["train", "--train", &train, "--model", &model, "--seed", "5"];
    assert_eq!(start_martirank(&training).code, Some(0));
    let ranks = [
        "rank",
        "--model",
        &model,
        "--test",
        &test,
        "--ranking",
        &ranking,
    ];
    let mut seeded = ranks.to_vec();
    seeded.extend(["--seed", "5"]);
    assert_eq!(start_martirank(&seeded).code, Some(0));

    let read = |name: &str| fs::read_to_string(scratch.file(name)).expect("a run wrote it");
    assert_eq!(read("model-alone"), read("model"));
    assert_eq!(read("ranking-alone"), read("ranking"));
}

#[test]
fn every_place_of_a_missing_value_comes_up() {
    let scratch = ScratchFolder::new("places");
    let text = |name: &str| scratch.file(name).display().to_string();
    let (model, test, ranking) = (text("model"), text("test.csv"), text("ranking"));
    fs::write(&model, "1.0000,0,d\n").expect("writable");
    fs::write(&test, "x,l\n1,?\n?,?\n3,?\n").expect("writable");
    let mut rankings = Vec::new();
    for seed in 0..20 {
        let seed = seed.to_string();
        let ranks = [
            "rank",
            "--model",
            &model,
            "--test",
            &test,
            "--ranking",
            &ranking,
        ];
        let mut seeded = ranks.to_vec();
        seeded.extend(["--seed", &seed]);
        assert_eq!(start_martirank(&seeded).code, Some(0));
        rankings.push(fs::read_to_string(&ranking).expect("the run wrote it"));
    }
    rankings.sort();
    rankings.dedup();
    assert_eq!(rankings, ["1\n2\n0\n", "2\n0\n1\n", "2\n1\n0\n"]);
}
