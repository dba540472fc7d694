//! What the README says does not hold without `--normalize`, and that it holds with it.

mod run;

use run::{ScratchFolder, run_svm};
use std::fs;
use std::path::Path;

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/uci")
        .join(name)
        .with_extension("csv");
    fs::read_to_string(path).expect("the data set is committed")
}

/// The predictions for the rows of `test` after training on those of `train`.
fn predictions(train: &str, test: &str, scratch: &ScratchFolder, more: &[&str]) -> String {
    fs::write(scratch.file("train.csv"), train).expect("the folder is writable");
    fs::write(scratch.file("test.csv"), test).expect("the folder is writable");
    let (train, test) = (scratch.file("train.csv"), scratch.file("test.csv"));
    let finished = run_svm(&train, &test, scratch, more);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    fs::read_to_string(scratch.file("predictions")).expect("the run wrote it")
}

/// All numbers but the label's, times ten.
fn times_ten(text: &str) -> String {
    let mut lines = text.lines();
    let mut changed = format!("{}\n", lines.next().expect("there is a header"));
    for line in lines {
        let (values, label) = line.rsplit_once(',').expect("a row has a label");
        for value in values.split(',') {
            let value: f64 = value.parse().expect("all values are numbers");
            changed += &format!("{},", value * 10.0);
        }
        changed += &format!("{label}\n");
    }
    changed
}

#[test]
fn the_unit_of_the_columns_counts_unless_they_are_normalised() {
    let scratch = ScratchFolder::new("relations-unit");
    let rows = data("iris");
    let changed = times_ten(&rows);
    let run = |rows: &str, more: &[&str]| predictions(rows, rows, &scratch, more);
    assert_eq!(
        run(&rows, &["--normalize"]),
        run(&changed, &["--normalize"])
    );
    assert_ne!(run(&rows, &[]), run(&changed, &[]));
}
