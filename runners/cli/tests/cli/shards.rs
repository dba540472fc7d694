//! A study in shards: the same record as in one piece, and no shard is passed over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use killrate_record::CostRow;

use crate::support::{Project, Said};

/// Every file of a record that is promised to repeat, with its content.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths
        .filter(|path| !path.to_str().unwrap().ends_with("costs.parquet"))
        .map(|path| {
            (
                path.file_name().unwrap().into(),
                std::fs::read(&path).unwrap(),
            )
        })
        .collect()
}

/// The project of the worked examples, with a plan for three shards.
fn planned() -> Project {
    let project = Project::of_readmes();
    let said = project.run_well(&["plan", "own", "--shards", "3", "--out", "parts"]);
    assert_eq!(said.stdout, "parts\n");
    project
}

fn run_shard(project: &Project, shard: &str) -> Said {
    project.run_well(&["run", "own", "--shard", shard, "--out", "parts"])
}

/// How many executions a shard says it has run or known.
fn n_executions(said: &Said) -> usize {
    let line = said.stderr.lines().last().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let at = words
        .iter()
        .position(|word| word.starts_with("executions;"));
    words[at.unwrap() - 1].parse().unwrap()
}

#[test]
fn shards_merge_into_the_record_of_an_ordinary_run() {
    let project = planned();
    let n_of: Vec<usize> = ["2/3", "0/3", "1/3"]
        .iter()
        .map(|shard| n_executions(&run_shard(&project, shard)))
        .collect();
    project.run_well(&["merge", "parts", "--out", "merged"]);
    project.run_well(&["run", "own", "--out", "whole"]);
    let whole = files(&project.path("whole"));
    assert!(whole.contains_key(Path::new("verdicts.parquet")));
    assert_eq!(files(&project.path("merged")), whole);
    // All of them ran something, and the merge ran nothing.
    assert!(n_of.iter().all(|&n| n > 0), "{n_of:?}");
    let plan = project.read("parts/plan.json");
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    let n_planned = plan["subjects"]["sum"]["n-executions"].as_u64().unwrap();
    // Three of seven mutants fail on the source and need no follow-up run.
    assert_eq!(n_of.iter().sum::<usize>() as u64, n_planned - 3);
    assert_eq!(plan["subjects"]["sum"]["n-mutants"], 7);
    let logs = std::fs::read_dir(project.path("parts/merge/log")).unwrap();
    assert_eq!(logs.count(), 0);
    // The ledger says that the shards have run all, not that all was known.
    let (record, _) = read(&project, "merged");
    assert!(
        record.iter().all(|row| row.n_cached == 0 && row.n_run > 0),
        "{record:?}"
    );
    project.run_well(&["merge", "parts", "--out", "again"]);
    assert_eq!(read(&project, "again"), read(&project, "merged"));
}

/// The ledger of a record, and the files that are promised to repeat.
fn read(project: &Project, record: &str) -> (Vec<CostRow>, BTreeMap<PathBuf, Vec<u8>>) {
    let folder = project.path(record);
    (
        killrate_record::read(&folder).unwrap().costs,
        files(&folder),
    )
}

#[test]
fn a_missing_shard_is_named_with_the_command_that_runs_it() {
    let project = planned();
    run_shard(&project, "1/3");
    project.run_badly(
        &["merge", "parts"],
        3,
        &[
            "shards 0/3, 2/3 are missing or unfinished",
            "`killrate run own --shard 0/3 --out parts`, `killrate run own --shard 2/3 --out parts`",
        ],
    );
    assert!(!project.path("records/own").exists());
    project.run_badly(
        &["merge", "nowhere"],
        3,
        &["there is no plan in `nowhere`; make one with `killrate plan STUDY --shards N --out nowhere`"],
    );
    project.run_badly(
        &["run", "own", "--shard", "0/3", "--out", "nowhere"],
        3,
        &["there is no plan"],
    );
    assert!(!project.path("nowhere").exists());
}

#[test]
fn a_damaged_shard_is_named_and_mended_by_running_it_again() {
    let project = planned();
    for shard in ["0/3", "1/3", "2/3"] {
        run_shard(&project, shard);
    }
    project.run_well(&["merge", "parts", "--out", "whole"]);
    let logs = std::fs::read_dir(project.path("parts/shard-1/log")).unwrap();
    let log = logs.map(|log| log.unwrap().path()).min().unwrap();
    let mut bytes = std::fs::read(&log).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&log, bytes).unwrap();
    project.run_badly(
        &["merge", "parts"],
        3,
        &[
            "shard 1/3 is damaged, 1 executions are lost (first at byte 0 of `parts/shard-1/log/",
            "run `killrate run own --shard 1/3 --out parts`",
        ],
    );
    run_shard(&project, "1/3");
    project.run_well(&["merge", "parts", "--out", "mended"]);
    assert_eq!(
        files(&project.path("mended")),
        files(&project.path("whole"))
    );
}

#[test]
fn parts_of_different_plans_are_refused() {
    let project = planned();
    run_shard(&project, "0/3");
    project.run_badly(
        &["run", "own", "--shard", "0/4", "--out", "parts"],
        3,
        &["`parts` holds the plan of something else: it is for 3 shards, not 4"],
    );
    // The plan is made again after the subject has changed; one shard is still that of before.
    project.replace(
        "subjects/sum/src/main.rs",
        "println!",
        "let _ = 1 + 1;\n    println!",
    );
    let differs = "the executions of subject `sum` differ; its sources, data, properties or compiler have changed";
    project.run_badly(
        &["run", "own", "--shard", "1/3", "--out", "parts"],
        3,
        &[differs],
    );
    project.run_badly(
        &["plan", "own", "--shards", "3", "--out", "parts"],
        3,
        &[differs],
    );
    std::fs::remove_file(project.path("parts/plan.json")).unwrap();
    project.run_well(&["plan", "own", "--shards", "3", "--out", "parts"]);
    for shard in ["1/3", "2/3"] {
        run_shard(&project, shard);
    }
    let foreign = "shard 0/3 in `parts` was run for another plan; remove `parts/shard-0` and run the shard again";
    project.run_badly(&["merge", "parts"], 3, &[foreign]);
    project.run_badly(
        &["run", "own", "--shard", "0/3", "--out", "parts"],
        3,
        &[foreign],
    );
    std::fs::remove_dir_all(project.path("parts/shard-0")).unwrap();
    run_shard(&project, "0/3");
    project.run_well(&["merge", "parts"]);
}

#[test]
fn what_is_no_shard_is_refused() {
    let project = Project::of_readmes();
    for shard in ["3/3", "1", "x/2"] {
        let arguments = ["run", "own", "--shard", shard, "--out", "parts"];
        let problem =
            format!("`{shard}` is not a shard; write K/N with K from 0 to N - 1 and N up to 10000");
        project.run_badly(&arguments, 2, &[&problem]);
    }
    project.run_badly(&["run", "own", "--shard", "0/3"], 2, &["--out <FOLDER>"]);
}

#[test]
fn the_script_for_slurm_submits_plan_array_and_merge() {
    let project = Project::of_readmes();
    let arguments = ["cluster", "slurm", "own", "--shards", "8", "--cpus", "2"];
    let more = ["--out", "all parts", "--sbatch=--time=1:00:00"];
    let said = project.run_well(&[&arguments[..], &more[..]].concat());
    assert!(
        said.stdout.ends_with("/all parts/submit.sh\n"),
        "{}",
        said.stdout
    );
    let script = project.read("all parts/submit.sh");
    for text in [
        "sbatch --parsable --kill-on-invalid-dep=yes --cpus-per-task=2 '--time=1:00:00' \"$@\"",
        "plan own --shards 8 --out '",
        "--array=0-7 --dependency=afterok:\"$plan\"",
        "run own --shard \"$SLURM_ARRAY_TASK_ID\"/8 --out '",
        "--dependency=afterok:\"$array\"",
        "/records/own --threads 2",
    ] {
        assert!(script.contains(text), "`{text}` is not in: {script}");
    }
    project.run_badly(
        &["cluster", "slurm", "no-such", "--shards", "8"],
        3,
        &["there is no study `no-such`"],
    );
}
