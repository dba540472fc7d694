//! Several killrates in one scratch folder at the same time.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::num::NonZeroUsize;
use std::process::Stdio;

use killrate_executor::{Executor, Settings};

use crate::support::Project;

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
    turn.unlock().unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest:?}");
}
