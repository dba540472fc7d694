//! The same study gives the same bytes: at any number of threads, and after being killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use killrate_model::Rng;

use crate::support::Project;

/// Every file of a record that is promised to repeat, with its content.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.to_str().unwrap().ends_with("costs.parquet"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

#[test]
fn one_thread_and_four_give_the_same_record() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--threads", "1", "--out", "one"]);
    std::fs::remove_dir_all(project.path("target/killrate/executions")).unwrap();
    project.run_well(&["run", "own", "--threads", "4", "--out", "four"]);
    let one = files(&project.path("one"));
    assert!(one.contains_key("verdicts.parquet") && one.contains_key("provenance.json"));
    assert_eq!(one, files(&project.path("four")));
}

/// A program that was cut short or replaced is no reason to find fault with the subject.
#[test]
fn programs_that_were_replaced_since_the_last_run_change_no_record() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    let before = files(&project.path("records/own"));
    let programs: Vec<_> = std::fs::read_dir(project.path("target/killrate/woven"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("bin/sum"))
        .filter(|program| program.is_file())
        .collect();
    assert!(!programs.is_empty());
    let built: Vec<Vec<u8>> = programs
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    for kept in [|program: &[u8]| program.len() / 2, |_: &[u8]| 0] {
        for (program, built) in programs.iter().zip(&built) {
            std::fs::write(program, &built[..kept(built)]).unwrap();
        }
        std::fs::remove_dir_all(project.path("target/killrate/executions")).unwrap();
        let said = project.run_well(&["run", "own"]).stderr;
        assert!(!said.contains("mend"), "{said}");
        assert_eq!(before, files(&project.path("records/own")));
    }
    for program in &programs {
        std::fs::write(program, "#!/bin/sh\necho 11\n").unwrap();
    }
    let explained = project.run_well(&["explain", "own", "add-to-sub"]).stdout;
    std::fs::remove_dir_all(project.path("target/killrate")).unwrap();
    let again = project.run_well(&["explain", "own", "add-to-sub"]).stdout;
    assert_eq!(explained, again);
}

#[test]
fn a_second_run_executes_nothing_again() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    let before = files(&project.path("records/own"));
    let plan = project.run_well(&["plan", "own", "--format", "csv"]).stdout;
    let to_run: Vec<&str> = plan
        .lines()
        .skip(1)
        .filter_map(|line| line.rsplit(',').nth(1))
        .collect();
    assert!(to_run.iter().all(|n| *n == "0"), "{plan}");
    project.run_well(&["run", "own"]);
    assert_eq!(before, files(&project.path("records/own")));
}

#[test]
fn the_plan_predicts_the_ledger() {
    let project = Project::of_readmes();
    let predicted = counts(&project.run_well(&["plan", "own", "--format", "csv"]).stdout);
    project.run_well(&["run", "own"]);
    let record = killrate_record::read(&project.path("records/own")).unwrap();
    assert_eq!(record.costs.len(), 3);
    for row in &record.costs {
        let [asked, distinct, saved, known, to_run] = predicted[row.technique.as_str()];
        assert_eq!((saved, known), (row.n_saved, row.n_cached), "{row:?}");
        // Only the run itself tells which mutants fail on the source and need no follow-up.
        let n_needless = to_run - row.n_run;
        assert_eq!(
            (asked - n_needless, distinct - n_needless),
            (row.n_asked, row.n_distinct)
        );
        assert_eq!(
            n_needless > 0,
            row.technique.as_str() == "metamorphic",
            "{row:?}"
        );
        assert!(row.n_run > 0, "{row:?}");
    }
    // Afterwards nothing is left to be supposed.
    let afterwards = counts(&project.run_well(&["plan", "own", "--format", "csv"]).stdout);
    for row in &record.costs {
        let known = row.n_cached + row.n_run;
        let expected = [row.n_asked, row.n_distinct, row.n_saved, known, 0];
        assert_eq!(afterwards[row.technique.as_str()], expected);
    }
}

/// What a plan says of each technique: asked, distinct, saved, known, to run.
fn counts(plan: &str) -> BTreeMap<String, [u64; 5]> {
    let rows = plan.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let counts = [4, 5, 6, 7, 8].map(|column| cells[column].parse().unwrap());
        (cells[1].to_owned(), counts)
    });
    rows.collect()
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test bounds how long it waits"
)]
fn a_study_killed_half_way_goes_on_and_gives_the_same_record() {
    let project = Project::of_readmes();
    // Slow enough to be killed in the middle, fast enough for a test.
    project.replace(
        "subjects/sum/src/main.rs",
        "println!",
        "std::thread::sleep(std::time::Duration::from_millis(50));\n    println!",
    );
    project.run_well(&["run", "own", "--out", "whole"]);
    let n_whole = n_logged(&project);
    std::fs::remove_dir_all(project.path("target/killrate/executions")).unwrap();

    let mut child = project.command(&["run", "own", "--quiet"]).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while n_logged(&project) < n_whole / 3 {
        assert!(Instant::now() < deadline, "the study never got going");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        !project.path("records/own").exists(),
        "nothing is half-written"
    );
    let n_before = n_logged(&project);
    assert!(
        n_before < n_whole,
        "it was killed too late to show anything"
    );

    project.run_well(&["run", "own"]);
    assert_eq!(
        files(&project.path("whole")),
        files(&project.path("records/own"))
    );
    // Every finished execution is in the log once: nothing was run a second time.
    assert_eq!(n_logged(&project), n_whole);
}

/// How often the harness is killed; `make test-torture` asks for more.
#[expect(
    clippy::disallowed_methods,
    reason = "the patience of whoever runs the test changes no result"
)]
fn n_kills() -> usize {
    let asked = std::env::var("KILLRATE_TEST_KILLS").ok();
    asked.map_or(4, |text| text.parse().unwrap())
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test kills at moments of the clock and bounds how long it waits"
)]
fn a_study_killed_again_and_again_repeats_nothing_and_leaves_no_process() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/src/main.rs",
        "println!",
        "std::thread::sleep(std::time::Duration::from_millis(30));\n    println!",
    );
    project.run_well(&["run", "own", "--out", "whole"]);
    let n_whole = n_logged(&project);
    std::fs::remove_dir_all(project.path("target/killrate/executions")).unwrap();
    let mut rng = Rng::for_purpose(1, "moments to kill at");
    let mut below = |bound: u64| rng.below(bound);
    let n_kills = n_kills();
    for kill in 0..n_kills {
        let mut child = project.command(&["run", "own", "--quiet"]).spawn().unwrap();
        let start = Instant::now();
        // Half of the kills come at a moment of the work, the others at one of the clock, which may
        // be before any work or in the midst of writing the record.
        let n_wanted = n_logged(&project) + below(n_whole / n_kills as u64);
        let moment = Duration::from_millis(match kill % 2 {
            0 => 60_000,
            _ => below(400),
        });
        while n_logged(&project) < n_wanted
            && start.elapsed() < moment
            && child.try_wait().unwrap().is_none()
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let deadline = Instant::now() + Duration::from_secs(10);
        while n_programs(&project) > 0 {
            assert!(Instant::now() < deadline, "a program outlives its harness");
            std::thread::yield_now();
        }
    }
    project.run_well(&["run", "own"]);
    assert_eq!(
        files(&project.path("whole")),
        files(&project.path("records/own"))
    );
    // What was finished is in the log once, and nothing but that is in it.
    assert_eq!(n_logged(&project), n_whole);
    assert_eq!(n_programs(&project), 0);
}

/// How many processes run a program that was built in the project.
fn n_programs(project: &Project) -> usize {
    let root = project.path("").canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap();
    let binaries =
        processes.filter_map(|process| process.ok()?.path().join("exe").read_link().ok());
    binaries.filter(|binary| binary.starts_with(&root)).count()
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test bounds how long it waits"
)]
fn ctrl_c_stops_a_study_and_tells_how_to_go_on() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/src/main.rs",
        "println!",
        "std::thread::sleep(std::time::Duration::from_millis(100));\n    println!",
    );
    // The woven program is made first, so that what is interrupted is the running of mutants.
    project.run_well(&["plan", "own"]);
    let n_before = n_logged(&project);
    let mut command = project.command(&["run", "own", "--threads", "1"]);
    let child = command
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while n_logged(&project) == n_before {
        assert!(Instant::now() < deadline, "the study never got going");
        std::thread::yield_now();
    }
    let pid = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let said = crate::support::Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.code, 130, "{}", said.stderr);
    assert!(
        said.stderr.contains("the same command goes on from here"),
        "{}",
        said.stderr
    );
    assert!(!project.path("records/own").exists());
    project.run_well(&["run", "own"]);
}

/// How many bytes of finished executions the log holds.
fn n_logged(project: &Project) -> u64 {
    let Ok(entries) = std::fs::read_dir(project.path("target/killrate/executions/log")) else {
        return 0;
    };
    entries
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}
