//! The analysis knows no paper.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

use std::fs;
use std::path::Path;

/// What names a paper, or a program or a data set of one.
const OF_PAPERS: [&str; 22] = [
    "thesis",
    "issta",
    "murphy",
    "c45",
    "c4.5",
    "martirank",
    "svm",
    "payl",
    "jsim",
    "lucene",
    "gaffitter",
    "weka",
    "daikon",
    "golf",
    "iris",
    "ase'14",
    "ase14",
    "kabu",
    "wu05",
    "study 1",
    "table 3.",
    "table 4.",
];

/// A column of every record, which the comparison of two records looks at as at all others.
const COLUMN_OF_RECORDS: &str = "is_thesis";

/// The lines below a folder that name a paper, as `file:line: text`.
fn found(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(self::found(&path));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        for (number, line) in (1..).zip(text.lines()) {
            let told = line.replace(COLUMN_OF_RECORDS, "");
            if OF_PAPERS.iter().any(|word| told.contains(word)) {
                found.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn no_source_names_a_paper() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert_eq!(found(&sources), [""; 0]);
}

/// The same search, where there is much to find.
#[test]
fn what_names_a_paper_is_found() {
    let claims = "reproduction/src/thesis/claims";
    let lines = found(&Path::new(env!("CARGO_MANIFEST_DIR")).join(claims));
    assert!(lines.len() > 100, "{} lines", lines.len());
}

#[test]
fn the_analysis_does_not_depend_on_the_reproduction() {
    let manifest = include_str!("../Cargo.toml");
    assert!(manifest.contains("killrate-record.workspace = true"));
    assert!(!manifest.contains("killrate-reproduction"), "{manifest}");
}
