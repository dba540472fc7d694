//! What is said when something does not work, and when somebody ends it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use crate::support::Project;

#[test]
fn a_panic_of_a_subject_is_told_by_its_own_line() {
    let project = Project::of_readmes();
    project.replace("subjects/sum/src/main.rs", "skip(1)", "skip(0)");
    let said = project.run(&["run", "own"]);
    assert_eq!(said.code, 4);
    assert!(said.stderr.contains("it says: "), "{}", said.stderr);
    assert!(said.stderr.contains("ParseIntError"), "{}", said.stderr);
    assert!(!said.stderr.contains("RUST_BACKTRACE"), "{}", said.stderr);
}

#[test]
fn advice_names_what_the_user_has() {
    let project = Project::of_readmes();
    #[cfg(feature = "analysis")]
    project.run_badly(&["report", "own"], 3, &["`killrate run own`"]);
    project.run_badly(
        &["export", "own", "--format", "jsonl"],
        3,
        &["`killrate run own`"],
    );
    let shard = ["run", "own", "--shard", "0/3", "--out", "parts"];
    let advice = "`killrate plan own --shards 3 --out parts`";
    project.run_badly(&shard, 3, &[advice]);
}

#[test]
fn what_is_no_name_is_told_with_the_characters_that_names_have() {
    let project = Project::of_readmes();
    project.write("subjects/größe/subject.toml", "format = 1\n");
    for arguments in [["mutants", "größe"], ["run", "größe"]] {
        project.run_badly(
            &arguments,
            3,
            &["`größe` is not a name; use the letters A to Z and a to z, the digits 0 to 9"],
        );
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the test sends the signal that a scheduler would"
)]
fn terminate(process: u32) {
    let status = Command::new("kill")
        .args(["-TERM", &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_run_that_is_terminated_says_how_to_go_on() {
    let project = Project::of_readmes();
    let mut command = project.command(&["run", "own"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // From the first step on it listens.
    while !line.starts_with("sum: ") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "it ended early");
    }
    terminate(child.id());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    let advice = "the same command goes on from here";
    assert!(rest.contains(advice), "{rest}");
    project.run_well(&["run", "own"]);
}

#[cfg(not(feature = "analysis"))]
#[test]
fn a_report_without_analysis_says_how_to_have_it_and_nothing_else() {
    let project = Project::of_readmes();
    let said = project.run(&["report", "own", "--table", "main"]);
    assert_eq!(
        (said.code, said.stderr.as_str()),
        (
            3,
            "error: cannot report on `own`, because this killrate was built without analysis; \
             build it with `cargo build --release`\n"
        )
    );
}
