//! The script for Slurm, submitted to a real one.
//!
//! `make test-slurm` starts a Slurm for it; without any, the test says so and leaves it at that.

#![expect(
    clippy::disallowed_methods,
    reason = "an end-to-end test starts the real programs"
)]

use std::process::Command;

use crate::shards::files;
use crate::support::Project;

#[test]
fn a_study_submitted_to_slurm_gives_the_record_of_an_ordinary_run() {
    let is_up = Command::new("sinfo").output();
    if !is_up.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no Slurm here; `make test-slurm` starts one");
        return;
    }
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--out", "whole"]);
    let arguments = [
        "cluster",
        "slurm",
        "own",
        "--shards",
        "3",
        "--out",
        "all parts",
    ];
    let script = project.run_well(&arguments).stdout;
    let submitted = Command::new("sh").arg(script.trim()).output().unwrap();
    let complaint = String::from_utf8_lossy(&submitted.stderr);
    assert!(submitted.status.success(), "{complaint}");
    let merge = String::from_utf8(submitted.stdout).unwrap();
    // A job that starts when the merge has ended, well or badly.
    let after = format!("--dependency=afterany:{}", merge.trim());
    let waited = Command::new("srun")
        .args([&after, "true"])
        .output()
        .unwrap();
    assert!(waited.status.success(), "{waited:?}");
    let job = Command::new("scontrol")
        .args(["show", "job", merge.trim()])
        .output()
        .unwrap();
    let job = String::from_utf8(job.stdout).unwrap();
    assert!(
        job.contains("JobState=COMPLETED"),
        "{job}\n{}",
        said(&project)
    );
    assert_eq!(
        files(&project.path("records/own")),
        files(&project.path("whole"))
    );
    for shard in ["0", "1", "2"] {
        assert!(
            project
                .path(&format!("all parts/shard-{shard}/done.json"))
                .exists()
        );
    }
}

/// What the jobs have said.
fn said(project: &Project) -> String {
    let entries = std::fs::read_dir(project.path("all parts")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}
