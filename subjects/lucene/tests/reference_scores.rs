//! The scores of Lucene 3.6.2 itself, on queries and documents of `datasets/lucene`.

mod run;

use run::{ScratchFolder, run_lucene};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The agreement that the reference asks for; single precision has about 6e-8.
const TOLERANCE: f64 = 1e-6;

/// The hits of each query in order, with their scores.
type Hits = BTreeMap<String, Vec<(String, f64)>>;

/// A file or folder of the repository's data sets.
fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/lucene")
        .join(name)
}

fn read_hits(table: &str) -> Hits {
    let mut hits = Hits::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [id, rank, doc, score] = cells.as_slice() else {
            panic!("`{line}` is no line of hits");
        };
        let of_query = hits.entry((*id).to_owned()).or_default();
        let score = score.parse().expect("a score is a number");
        of_query.push(((*doc).to_owned(), score));
        assert_eq!(rank.parse(), Ok(of_query.len()), "{line}");
    }
    hits
}

/// All hits are those of the real engine, in its order, with its scores.
#[track_caller]
fn check(corpus: &str, queries: &str, n_expected: usize) {
    let folder = data(corpus);
    let queries = data(&format!("{corpus}.{queries}.tsv"));
    let theirs = queries.with_extension("scores.csv");
    let scratch = ScratchFolder::new(&format!("{corpus}-{n_expected}"));
    let hits = scratch.file("hits");
    let finished = run_lucene(&[
        ("--folder", &folder),
        ("--queries", &queries),
        ("--hits", &hits),
    ]);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    let read = |path| read_hits(&fs::read_to_string(path).expect("it is there"));
    let (ours, theirs) = (read(hits), read(theirs));
    assert_eq!(
        ours.keys().collect::<Vec<_>>(),
        theirs.keys().collect::<Vec<_>>()
    );
    let mut n_scores = 0;
    for (id, expected) in &theirs {
        let docs = |hits: &[(String, f64)]| -> Vec<String> {
            hits.iter().map(|(doc, _)| doc.clone()).collect()
        };
        assert_eq!(docs(&ours[id]), docs(expected), "{id}");
        for ((doc, score), (_, wanted)) in ours[id].iter().zip(expected) {
            assert!(
                (score - wanted).abs() <= TOLERANCE * wanted,
                "{id}, {doc}: {score} instead of {wanted}"
            );
            n_scores += 1;
        }
    }
    assert_eq!(n_scores, n_expected);
}

#[test]
fn number_words_are_scored_as_by_the_real_engine() {
    check("number-words", "given", 92);
}

#[test]
fn romeo_and_juliet_is_scored_as_by_the_real_engine() {
    check("romeo-and-juliet", "given", 324);
}

#[test]
fn nested_boosted_and_repeated_queries_on_number_words_are_too() {
    check("number-words", "more", 481);
}

#[test]
fn nested_boosted_and_repeated_queries_on_romeo_and_juliet_are_too() {
    check("romeo-and-juliet", "more", 1417);
}
