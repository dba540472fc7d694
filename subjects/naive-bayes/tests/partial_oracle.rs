//! Examples whose right labels are known without the program.

mod run;

use run::{ScratchFolder, classify};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str) {
    let set = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let [train, update, test] = ["train.csv", "update.csv", "test.csv"].map(|file| set.join(file));
    let finished = classify([&train, &update, &test], &scratch, &[]);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    let read = |path| fs::read_to_string(path).expect("it is readable");
    assert_eq!(
        read(scratch.file("predictions")),
        read(set.join("predictions.expected"))
    );
}

#[test]
fn far_apart_comes_out_as_expected() {
    check("far-apart");
}

#[test]
fn only_words_comes_out_as_expected() {
    check("only-words");
}

#[test]
fn learnt_later_comes_out_as_expected() {
    check("learnt-later");
}
