//! The program as its users see it.

mod run;

use run::{ScratchFolder, classify, run_naive_bayes};
use std::fs;
use std::path::PathBuf;

fn written(scratch: &ScratchFolder, name: &str, text: &str) -> PathBuf {
    fs::write(scratch.file(name), text).expect("the target folder is writable");
    scratch.file(name)
}

#[test]
fn a_model_is_written_with_its_estimates() {
    let scratch = ScratchFolder::new("model");
    let train = written(
        &scratch,
        "train",
        "x,sky,walk\n1,blue,yes\n3,grey,yes\n7,grey,no\n",
    );
    let update = written(&scratch, "update", "x,sky,walk\n?,?,?\n9,grey,no\n");
    let test = written(&scratch, "test", "x,sky,walk\n8,grey,?\n");
    let finished = classify([&train, &update, &test], &scratch, &[]);
    assert_eq!(
        (finished.code, finished.stdout, finished.stderr),
        (Some(0), String::new(), String::new())
    );
    let read = |name| fs::read_to_string(scratch.file(name)).expect("the run wrote it");
    // Unseen values have 0.01 of a share: 0.01 of 1.02, and 0.51 of it where one of two was seen.
    assert_eq!(
        read("model"),
        "class no: 0.500000\n\
         \x20 x: mean 8.000000 deviation 1.000000\n\
         \x20 sky: blue 0.009804 grey 0.990196\n\
         class yes: 0.500000\n\
         \x20 x: mean 2.000000 deviation 1.000000\n\
         \x20 sky: blue 0.500000 grey 0.500000\n"
    );
    assert_eq!(read("predictions"), "no\n");
    // exp(-18) · 0.5 / 0.990196.
    assert_eq!(read("confidence"), "0.000000007690\n");
}

#[test]
fn what_cannot_be_is_explained_and_nothing_is_written() {
    let scratch = ScratchFolder::new("unusable");
    let train = written(&scratch, "train", "x,walk\n1,yes\n");
    let ragged = written(&scratch, "ragged", "x,walk\n1\n");
    let finished = classify([&train, &ragged, &train], &scratch, &[]);
    assert_eq!(finished.code, Some(2));
    assert!(finished.stderr.contains("line 2"), "{}", finished.stderr);
    assert!(!scratch.file("model").exists());
    for (arguments, reason) in [
        (vec!["--speed", "1"], "there is no flag `--speed`"),
        (vec!["--train"], "`--train` has no value"),
        (vec!["--train", "a"], "`--update` is missing"),
        (
            vec!["--train", "a", "--train", "b"],
            "`--train` comes twice",
        ),
        (vec!["--defect", "rust"], "there is no defect `rust`"),
    ] {
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let finished = run_naive_bayes(&arguments);
        assert_eq!(finished.code, Some(2));
        assert!(finished.stderr.contains(reason), "{}", finished.stderr);
    }
}
