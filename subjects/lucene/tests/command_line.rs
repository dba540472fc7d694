//! The program as its users see it.

mod run;

use run::{ScratchFolder, run_lucene, start_lucene};
use std::fs;
use std::path::PathBuf;

/// A file or folder of the repository's data sets.
fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/lucene")
        .join(name)
}

fn written(scratch: &ScratchFolder, name: &str, text: &str) -> PathBuf {
    fs::write(scratch.file(name), text).expect("the target folder is writable");
    scratch.file(name)
}

#[track_caller]
fn check_refused(arguments: &[&str], reason: &str) {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let finished = start_lucene(&arguments);
    assert_eq!((finished.code, finished.stdout), (Some(2), String::new()));
    assert!(finished.stderr.contains(reason), "{}", finished.stderr);
}

#[test]
fn a_folder_and_its_corpus_file_are_the_same_documents() {
    for corpus in ["number-words", "romeo-and-juliet"] {
        let queries = data(&format!("{corpus}.given.tsv"));
        let folder = run_lucene(&[("--folder", &data(corpus)), ("--queries", &queries)]);
        let file = data(&format!("{corpus}.corpus.txt"));
        let file = run_lucene(&[("--corpus", &file), ("--queries", &queries)]);
        assert_eq!(folder.code, Some(0));
        assert!(folder.stdout.lines().count() > 90);
        assert_eq!(folder.stdout, file.stdout);
    }
}

#[test]
fn all_outputs_tell_of_the_same_hits() {
    let scratch = ScratchFolder::new("outputs");
    let corpus = written(&scratch, "corpus", "b\tone\na\tone\nc\tone two\n");
    let queries = written(&scratch, "queries", "q\tone\nnone\tfive\n");
    let [hits, order, scores] = ["hits", "order", "scores"].map(|name| scratch.file(name));
    let finished = run_lucene(&[
        ("--corpus", &corpus),
        ("--queries", &queries),
        ("--hits", &hits),
        ("--order", &order),
        ("--scores", &scores),
    ]);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    let read = |path| fs::read_to_string(path).expect("the run wrote it");
    // Three documents with the only term: idf = ln(3/4) + 1 = 0.71231794, and 0.625 of it for two tokens.
    assert_eq!(
        read(hits),
        "id,rank,doc,score\nq,1,b,0.71231794\nq,2,a,0.71231794\nq,3,c,0.4451987\n"
    );
    assert_eq!(read(order), "q: b = a c\nnone:\n");
    assert_eq!(
        read(scores),
        "id,doc,score\nq,a,0.71231794\nq,b,0.71231794\nq,c,0.4451987\n"
    );
}

#[test]
fn a_folder_without_files_has_no_hits() {
    let scratch = ScratchFolder::new("empty");
    let folder = scratch.file("folder");
    fs::create_dir_all(folder.join("inner.txt")).expect("the target folder is writable");
    let queries = written(&scratch, "queries", "q\tone NOT two\n");
    let finished = run_lucene(&[("--folder", &folder), ("--queries", &queries)]);
    assert_eq!(finished.stdout, "id,rank,doc,score\n");
    assert_eq!(finished.code, Some(0));
}

#[test]
fn unusable_input_is_explained_and_nothing_is_written() {
    let scratch = ScratchFolder::new("unusable");
    let corpus = written(&scratch, "corpus", "a\tone\n");
    let queries = written(&scratch, "queries", "q\tone\nw\tone AND\n");
    let hits = scratch.file("hits");
    let finished = run_lucene(&[
        ("--corpus", &corpus),
        ("--queries", &queries),
        ("--hits", &hits),
    ]);
    assert_eq!(finished.code, Some(2));
    assert!(
        finished
            .stderr
            .contains("line 2\n  because a word is missing at the end"),
        "{}",
        finished.stderr
    );
    assert!(!hits.exists());
}

#[test]
fn a_command_line_that_cannot_be_is_explained() {
    check_refused(&["--speed", "1"], "there is no flag `--speed`");
    check_refused(&["--queries"], "`--queries` has no value");
    check_refused(&["--folder", "a"], "`--queries` is missing");
    check_refused(&["--queries", "a"], "one of `--folder` and `--corpus`");
    check_refused(
        &["--folder", "a", "--corpus", "b", "--queries", "c"],
        "one of `--folder` and `--corpus`",
    );
    check_refused(
        &["--folder", "a", "--folder", "b"],
        "`--folder` comes twice",
    );
    check_refused(
        &["--folder", "no-such-folder", "--queries", "q"],
        "cannot read `no-such-folder`",
    );
}
