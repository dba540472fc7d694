//! Several killrates in one scratch folder at the same time.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};

use killrate_executor::{Executor, Settings};

use crate::support::Project;

/// The verbs that run nothing new of a study, or only a property.
const VERBS: [&[&str]; 3] = [
    &["explain", "own", "add-to-sub"],
    #[cfg(feature = "analysis")]
    &["report", "own"],
    #[cfg(not(feature = "analysis"))]
    &["export", "own", "--format", "jsonl"],
    #[cfg(feature = "analysis")]
    &[
        "bench-property",
        "sum",
        "larger: if add(numbers, 1) then more(stdout)",
    ],
    #[cfg(not(feature = "analysis"))]
    &["plan", "own"],
];

/// Another harness in the scratch folder of a project, for as long as it is kept.
fn another(project: &Project) -> Executor {
    let settings = Settings {
        scratch: project.path("target/killrate/executions"),
        threads: NonZeroUsize::MIN,
    };
    Executor::open(settings).unwrap()
}

#[test]
fn readers_and_writers_go_on_while_another_killrate_runs() {
    let project = Project::of_readmes();
    let other = another(&project);
    project.run_well(&["run", "own", "--quiet"]);
    let explained = project.run_well(&["explain", "own", "add-to-sub", "--quiet"]);
    assert!(
        explained.stdout.contains("verdict: "),
        "{}",
        explained.stdout
    );
    project.run_well(&["plan", "own", "--quiet"]);
    #[cfg(feature = "analysis")]
    {
        project.run_well(&["report", "own"]);
        let property = "larger: if add(numbers, 1) then more(stdout)";
        project.run_well(&["bench-property", "sum", property, "--quiet"]);
    }
    drop(other);
    let said = project.run_well(&["run", "own"]);
    assert!(!said.stderr.contains("warning: `"), "{}", said.stderr);
}

#[test]
fn a_run_of_the_same_study_waits_and_says_for_whom() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--quiet"]);
    project.write("target/killrate/turns/own.turn", "4711\n");
    let turn = File::open(project.path("target/killrate/turns/own.turn")).unwrap();
    turn.lock().unwrap();
    let mut command = project.command(&["run", "own"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "own: The worked example");
    assert_eq!(
        lines.next().unwrap().unwrap(),
        "waiting for process 4711, a killrate that runs study `own` too"
    );
    assert_eq!(child.try_wait().unwrap(), None);
    // Who only reads or judges does not wait for a turn, nor does who runs another study.
    project.write(
        "datasets/studies/other/study.toml",
        &project.read("datasets/studies/own/study.toml"),
    );
    for arguments in VERBS.into_iter().chain([&["run", "other"][..]]) {
        let said = project.run_well(arguments);
        assert!(!said.stderr.contains("waiting"), "{}", said.stderr);
    }
    assert_eq!(child.try_wait().unwrap(), None);
    turn.unlock().unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest:?}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "the test stops a killrate in the middle of its work"
)]
fn signal(process: u32, name: &str) {
    let status = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// The other one runs another study and stands still in the middle of it, so that it holds whatever a
/// running one holds for as long as the verbs take.
#[test]
fn verbs_work_while_another_killrate_is_in_the_middle_of_a_study() {
    let project = Project::of_readmes();
    project.copy(&project.path("subjects/sum"), "subjects/total");
    let manifest = "subjects/total/subject.toml";
    project.replace(manifest, "name = \"sum\"", "name = \"total\"");
    // It takes its time, so that it is not done before it is stopped.
    let work = "fn main() {\n    (0..20_000_000_u64).for_each(|n| drop(std::hint::black_box(n)));";
    project.replace("subjects/total/src/main.rs", "fn main() {", work);
    let study = project.read("datasets/studies/own/study.toml");
    let other = study.replace("name = \"sum\"", "name = \"total\"");
    project.write("datasets/studies/other/study.toml", &other);
    let mut command = project.command(&["run", "other"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut told = Vec::new();
    while !told
        .last()
        .is_some_and(|line: &String| line.contains("running the original"))
    {
        told.push(lines.next().expect("it is not done yet").unwrap());
    }
    signal(child.id(), "-STOP");
    project.run_well(&["run", "own"]);
    for arguments in VERBS {
        project.run_well(arguments);
    }
    assert_eq!(child.try_wait().unwrap(), None);
    assert!(!project.path("records/other").exists());
    signal(child.id(), "-CONT");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest:?}");
    assert!(project.path("records/other/verdicts.parquet").exists());
}
