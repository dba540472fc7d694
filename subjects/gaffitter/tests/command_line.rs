//! The program as its users see it.

mod run;

use run::{Finished, ScratchFolder, run_gaffitter};
use std::fs;

fn run(arguments: &[&str]) -> Finished {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    run_gaffitter(&arguments)
}

#[track_caller]
fn check_refused(arguments: &[&str], reason: &str) {
    let finished = run(arguments);
    assert_eq!((finished.code, finished.stdout), (Some(2), String::new()));
    assert!(finished.stderr.contains(reason), "{}", finished.stderr);
}

/// The path of a file that holds this text.
fn written(scratch: &ScratchFolder, name: &str, text: &str) -> String {
    fs::write(scratch.file(name), text).expect("the target folder is writable");
    scratch.file(name).display().to_string()
}

#[test]
fn chosen_files_come_in_the_order_of_the_list() {
    let scratch = ScratchFolder::new("chosen");
    let items = written(&scratch, "items", "8 c\n5 huge one\n2 b\n1 a\n0 empty\n");
    let [used, summary, history] = ["used", "summary", "history"].map(|name| {
        let path = scratch.file(name);
        path.display().to_string()
    });
    let finished = run(&[
        "--items",
        &items,
        "--target",
        "11",
        "--used",
        &used,
        "--summary",
        &summary,
        "--history",
        &history,
    ]);
    assert_eq!((finished.code, finished.stderr), (Some(0), String::new()));
    assert!(
        finished.stdout.starts_with("c\nb\na\n"),
        "{}",
        finished.stdout
    );
    let read = |path| fs::read_to_string(path).expect("the run wrote it");
    assert_eq!(read(used), "11\n");
    assert!(read(summary).ends_with("used 11\nwasted 0\nfilled 100.0000\n"));
    // Some of a hundred random choices is right, and a full volume ends the search.
    assert_eq!(read(history).lines().count(), 2);
}

#[test]
fn the_same_seed_gives_the_same_choice_and_another_seed_another() {
    let scratch = ScratchFolder::new("seeds");
    let sizes: Vec<String> = (1..60)
        .map(|n| format!("{} f{n}", n * n * 37 % 1009))
        .collect();
    let items = written(&scratch, "items", &format!("{}\n", sizes.join("\n")));
    let chosen = |seed| run(&["--items", &items, "--target", "9000", "--seed", seed]).stdout;
    assert_eq!(chosen("1"), chosen("1"));
    assert_ne!(chosen("1"), chosen("2"));
    assert_eq!(
        chosen("0"),
        run(&["--items", &items, "--target", "9000"]).stdout
    );
}

#[test]
fn what_cannot_be_is_explained() {
    check_refused(&["--speed", "1"], "there is no flag `--speed`");
    check_refused(&["--items"], "`--items` has no value");
    check_refused(&["--target", "1"], "`--items` is missing");
    check_refused(&["--items", "a"], "`--target` is missing");
    check_refused(
        &["--target", "nine"],
        "`nine` of `--target` is no whole number",
    );
    check_refused(&["--items", "a", "--items", "b"], "`--items` comes twice");
    check_refused(&["--seed", "x"], "`x` of `--seed` is no whole number");
    check_refused(
        &["--mutation", "1.5"],
        "`1.5` of `--mutation` is no probability between 0 and 1",
    );
    check_refused(
        &["--items", "no-such-file", "--target", "1"],
        "cannot read `no-such-file`",
    );
}
