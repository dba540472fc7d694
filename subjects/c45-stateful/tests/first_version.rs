//! The outputs are those of the first version, the subject `c45`, byte for byte.

mod run;

use c45::classify::classify;
use c45::data::{TrainingSet, test_rows};
use c45::grow::form_tree;
use c45::prune::prune;
use c45::render::render_tree;
use c45::sample::Sample;
use c45::sheet::Sheet;
use run::{ScratchFolder, run_c45_stateful};
use std::fs;
use std::path::{Path, PathBuf};

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

/// What is the same source in both, tests apart; the others hold the algorithm or its options.
const SAME_SOURCES: [&str; 5] = ["data.rs", "error.rs", "render.rs", "sheet.rs", "tree.rs"];

/// How many made-up tables are compared.
const N_TABLES: u64 = 100;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The model and the predictions that the first version makes of these files.
fn outputs_of_first(train: &str, test: &str) -> (String, String) {
    let sheet = Sheet::parse("train.csv", train).expect("the text is a table");
    let data = TrainingSet::from_sheet(&sheet).expect("the table is a training set");
    let sheet = Sheet::parse("test.csv", test).expect("the text is a table");
    let rows = test_rows(&sheet, &data.schema).expect("the columns are those of training");
    let mut tree = form_tree(&mut Sample::new(&data));
    prune(&mut Sample::new(&data), &mut tree);
    let mut predictions = String::new();
    for values in &rows {
        predictions += &data.schema.classes[classify(&tree, values)];
        predictions.push('\n');
    }
    (render_tree(&tree, &data.schema), predictions)
}

#[track_caller]
fn check_files(name: &str, train: &Path, test: &Path) {
    let scratch = ScratchFolder::new(&format!("first-version-{name}"));
    let finished = run_c45_stateful(train, test, &scratch, &[]);
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

/// The top bits of a linear congruential step, enough to make up tables.
fn below(state: &mut u64, bound: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % bound
}

/// Few rows, numbers with many ties and with none, nominal values, some of each missing.
fn made_up_table(seed: u64) -> String {
    let mut state = seed;
    let n_rows = 2 + below(&mut state, 60);
    let mut kinds = Vec::new();
    let mut text = String::new();
    for column in 0..1 + below(&mut state, 5) {
        kinds.push(below(&mut state, 3));
        text += &format!("c{column},");
    }
    text += "y\n";
    for _ in 0..n_rows {
        for kind in &kinds {
            let is_missing = below(&mut state, 7) == 0;
            let cell = match kind {
                _ if is_missing => "?".to_owned(),
                0 => (below(&mut state, 9) as f64 / 4.0).to_string(),
                1 => (below(&mut state, 1 << 30) as f64 / 3.0).to_string(),
                _ => format!("v{}", below(&mut state, 4)),
            };
            text += &format!("{cell},");
        }
        text += &format!("k{}\n", below(&mut state, 2 + seed % 2));
    }
    text
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
    let cases = folder("../c45/partial-oracle");
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
fn made_up_tables_give_the_outputs_of_the_first_version() {
    let scratch = ScratchFolder::new("first-version-made-up");
    let file = scratch.file("table.csv");
    let mut n_trees = 0;
    let mut n_missing = 0;
    for seed in 0..N_TABLES {
        let text = made_up_table(seed);
        fs::write(&file, &text).expect("the folder is writable");
        check_files(&format!("made-up-{seed}"), &file, &file);
        let (model, _) = outputs_of_first(&text, &text);
        n_trees += usize::from(model.lines().count() > 1);
        n_missing += usize::from(text.contains('?'));
    }
    // Most tables would be of no use if they had one leaf or nothing to share.
    assert!(n_trees > 50, "{n_trees} trees have more than one leaf");
    assert!(n_missing > 90, "{n_missing} tables have missing values");
}

#[test]
fn what_is_not_the_algorithm_is_the_source_of_the_first_version() {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(path).expect("it is a source");
        let (source, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        source.to_owned()
    };
    for name in SAME_SOURCES {
        let here = read(folder("src").join(name));
        let first = read(folder("../c45/src").join(name));
        assert_eq!(here, first, "{name}");
    }
}
