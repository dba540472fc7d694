//! The two published defects, and the properties that find them.

mod run;

use run::{ScratchFolder, classify};
use std::fs;
use std::path::{Path, PathBuf};

const SETS: [&str; 3] = ["golf", "iris", "hepatitis"];

fn committed(set: &str, part: &str) -> PathBuf {
    let name = format!("../../datasets/naive-bayes/naive-bayes-{set}.{part}.csv");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(path).expect("it is there")
}

/// The header of a table and its rows.
fn rows_of(path: PathBuf) -> (String, String) {
    let text = read(path);
    let (header, rows) = text.split_once('\n').expect("it has a header");
    (format!("{header}\n"), rows.to_owned())
}

/// The output of a run on tables.
fn output(name: &str, [train, update, test]: [&str; 3], of: &str, more: &[&str]) -> String {
    let scratch = ScratchFolder::new(name);
    let [train, update, test] =
        [("train", train), ("update", update), ("test", test)].map(|(name, text)| {
            let path = scratch.file(name);
            fs::write(&path, text).expect("the target folder is writable");
            path
        });
    let finished = classify([&train, &update, &test], &scratch, more);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    read(scratch.file(of))
}

/// NB5: whether updating gives the model of all examples.
fn updating_is_training(set: &str, more: &[&str]) -> bool {
    let (header, train) = rows_of(committed(set, "train"));
    let (_, update) = rows_of(committed(set, "update"));
    let updated = [
        &format!("{header}{train}"),
        &format!("{header}{update}"),
        &header,
    ];
    let trained = [&format!("{header}{train}{update}"), &header, &header];
    let name = format!("NB5-{set}{}", more.concat());
    let model = |tables: [&String; 3]| output(&name, tables.map(String::as_str), "model", more);
    model(updated) == model(trained)
}

/// NB6: whether learning everything twice halves what speaks against each classification.
fn twice_is_half(set: &str, more: &[&str]) -> bool {
    let (header, train) = rows_of(committed(set, "train"));
    let once = format!("{header}{train}");
    let twice = format!("{header}{train}{train}");
    let name = format!("NB6-{set}{}", more.concat());
    let confidence = |table: &String| -> Vec<f64> {
        let text = output(&name, [table, &header, &once], "confidence", more);
        let numbers = text.lines().map(|line| line.parse());
        numbers.map(|number| number.expect("it is one")).collect()
    };
    let pairs = confidence(&once).into_iter().zip(confidence(&twice));
    let mut n_doubtful = 0;
    for (once, twice) in pairs {
        if (twice - once / 2.0).abs() > 1e-9 {
            return false;
        }
        n_doubtful += usize::from(once > 1e-3);
    }
    // Else all might be too near to zero to tell.
    assert!(n_doubtful > 3, "{set}: {n_doubtful}");
    true
}

#[test]
fn without_defects_both_properties_hold() {
    for set in SETS {
        assert!(updating_is_training(set, &[]), "{set}");
        assert!(twice_is_half(set, &[]), "{set}");
    }
}

#[test]
fn stale_estimates_break_the_first_only() {
    let defect = ["--defect", "stale-estimates"];
    for set in SETS {
        assert!(!updating_is_training(set, &defect), "{set}");
        assert!(twice_is_half(set, &defect), "{set}");
    }
}

#[test]
fn a_wrong_normalisation_breaks_the_second_only() {
    let defect = ["--defect", "normalized-by-share"];
    for set in SETS {
        assert!(updating_is_training(set, &defect), "{set}");
        assert!(!twice_is_half(set, &defect), "{set}");
    }
}
