//! Small corpora in which the order of the hits is known without the program.

mod run;

use run::{ScratchFolder, run_lucene};
use std::fs;
use std::path::PathBuf;

#[track_caller]
fn check(name: &str) {
    let set = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let order = scratch.file("order");
    let finished = run_lucene(&[
        ("--corpus", &set.join("corpus.txt")),
        ("--queries", &set.join("queries.tsv")),
        ("--order", &order),
    ]);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    let read = |path| fs::read_to_string(path).expect("it is readable");
    assert_eq!(read(order), read(set.join("order.expected")));
}

#[test]
fn number_words_come_out_as_expected() {
    check("number-words");
}

#[test]
fn equal_lengths_come_out_as_expected() {
    check("equal-lengths");
}
