//! The outputs are those of the first version, the subject `svm`, byte for byte.

mod run;

use run::{ScratchFolder, run_svm};
use std::fs;
use std::path::{Path, PathBuf};
use svm::data::{TrainingSet, test_rows};
use svm::prepare::Preparation;
use svm::render::render_model;
use svm::sheet::Sheet;
use svm::smo::build_classifier;

/// Everything in `datasets/uci`.
const DATA_SETS: [&str; 7] = [
    "glass",
    "glass9",
    "golf",
    "heart",
    "hepatitis",
    "iris",
    "wine",
];

/// What is the same source in both; the others hold the algorithm, or the name of the program.
const SAME_SOURCES: [&str; 12] = [
    "binary.rs",
    "data.rs",
    "error.rs",
    "kernel.rs",
    "nominal.rs",
    "normalize.rs",
    "prepare.rs",
    "render.rs",
    "replace_missing.rs",
    "sheet.rs",
    "smo.rs",
    "main.rs",
];

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The model and the predictions that the first version makes of these files.
fn outputs_of_first(train: &str, test: &str) -> (String, String) {
    let sheet = Sheet::parse("train.csv", train).expect("the text is a table");
    let data = TrainingSet::from_sheet(&sheet).expect("the table is a training set");
    let sheet = Sheet::parse("test.csv", test).expect("the text is a table");
    let rows = test_rows(&sheet, &data.schema).expect("the columns are those of training");
    let preparation = Preparation::new(&data, true);
    let smo = build_classifier(&preparation.training_points());
    let model = render_model(&smo, &data.schema.classes, &preparation.column_names());
    let mut predictions = String::new();
    for values in &rows {
        let class = smo.classify_instance(&preparation.point(values));
        predictions += &data.schema.classes[class];
        predictions.push('\n');
    }
    (model, predictions)
}

#[track_caller]
fn check_files(name: &str, train: &Path, test: &Path) {
    let scratch = ScratchFolder::new(&format!("first-version-{name}"));
    let finished = run_svm(train, test, &scratch, &["--normalize"]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    let read = |path: &Path| fs::read_to_string(path).expect("the file is there");
    let (model, predictions) = outputs_of_first(&read(train), &read(test));
    assert_eq!(read(&scratch.file("model")), model, "{name}");
    assert_eq!(read(&scratch.file("predictions")), predictions, "{name}");
}

/// The names of what a folder holds, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let entry = entry.expect("the folder is readable");
        names.push(entry.file_name().into_string().expect("names are text"));
    }
    names.sort();
    names
}

#[test]
fn every_data_set_gives_the_outputs_of_the_first_version() {
    let data = folder("../../datasets/uci");
    let mut found = names(&data);
    found.retain(|name| name.ends_with(".csv"));
    assert_eq!(found, DATA_SETS.map(|name| format!("{name}.csv")));
    for name in DATA_SETS {
        let file = data.join(format!("{name}.csv"));
        check_files(name, &file, &file);
    }
}

#[test]
fn every_known_case_gives_the_outputs_of_the_first_version() {
    let cases = folder("../svm/partial-oracle");
    let mut n_tested = 0;
    for name in names(&cases) {
        let case = cases.join(&name);
        if case.is_dir() {
            check_files(&name, &case.join("train.csv"), &case.join("test.csv"));
            n_tested += 1;
        }
    }
    assert_eq!(n_tested, 8);
}

#[test]
fn another_order_of_the_rows_gives_the_outputs_of_the_first_version() {
    let scratch = ScratchFolder::new("first-version-orders");
    let train = scratch.file("train.csv");
    for name in DATA_SETS {
        let test = folder("../../datasets/uci").join(format!("{name}.csv"));
        let text = fs::read_to_string(&test).expect("the data set is committed");
        let lines: Vec<&str> = text.lines().collect();
        let n_rows = lines.len() - 1;
        // In steps that share no factor with the number of rows every row comes up once.
        let step = 11;
        assert_ne!(n_rows % step, 0);
        let mut changed = format!("{}\n", lines[0]);
        for row in 0..n_rows {
            changed += &format!("{}\n", lines[1 + row * step % n_rows]);
        }
        fs::write(&train, changed).expect("the folder is writable");
        check_files(&format!("{name}-in-another-order"), &train, &test);
    }
}

#[test]
fn what_is_not_the_algorithm_is_the_source_of_the_first_version() {
    for name in SAME_SOURCES {
        let here = fs::read_to_string(folder("src").join(name)).expect("it is a source");
        let first = fs::read_to_string(folder("../svm/src").join(name)).expect("it is a source");
        assert_eq!(here.replace("svm_stateful", "svm"), first, "{name}");
    }
    let options = fs::read_to_string(folder("src/options.rs")).expect("it is a source");
    let first = fs::read_to_string(folder("../svm/src/options.rs")).expect("it is a source");
    assert_eq!(options.replace("svm-stateful", "svm"), first);
}
