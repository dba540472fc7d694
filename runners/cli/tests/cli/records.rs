//! Records that come with the project, for studies that were not run here.

use std::path::PathBuf;

use killrate_catalogue::{Catalogue, changes_since};

use crate::support::{Project, repository};

/// The folders of the committed records of this repository.
fn committed() -> Vec<PathBuf> {
    let folder = repository().join("datasets/records");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

#[test]
fn committed_records_are_of_the_studies_subjects_and_data_that_are_there() {
    let catalogue = Catalogue::find(&repository()).unwrap();
    let names: Vec<String> = committed()
        .iter()
        .map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(names.contains(&"thesis-1".to_owned()), "{names:?}");
    assert!(names.contains(&"thesis-1-stateful".to_owned()), "{names:?}");
    for (folder, name) in committed().iter().zip(names) {
        let record = killrate_record::read(folder).unwrap();
        assert_eq!(record.provenance.study.name.as_str(), name);
        // A study that is gone has no changes to tell.
        catalogue.study(&name).unwrap();
        let changed = changes_since(&catalogue, &record.provenance);
        assert!(
            changed.is_empty(),
            "{name} was made before {} changed; `killrate run {name} --out {}` makes it again",
            changed.join(", "),
            folder.display()
        );
    }
}

#[test]
fn nothing_in_a_committed_record_names_a_place_on_a_machine() {
    for folder in committed() {
        let told =
            Project::empty().run_well(&["export", folder.to_str().unwrap(), "--format", "jsonl"]);
        for place in [
            "/home/",
            "/root/",
            "/tmp/",
            "/work/",
            "/Users/",
            "target/killrate",
        ] {
            let mut lines = told.stdout.lines();
            let line = lines.find(|line| line.contains(place));
            assert_eq!(line, None, "{}: {place}", folder.display());
        }
    }
}

#[test]
fn a_study_that_was_not_run_here_is_reported_from_the_committed_record() {
    let project = Project::of_readmes();
    let nothing = ["no record of study `own`", "`killrate run own`"];
    project.run_badly(&["export", "own", "--format", "jsonl"], 3, &nothing);

    project.run_well(&["run", "own", "--out", "datasets/records/own"]);
    let read = project.run_well(&["export", "own", "--format", "jsonl"]);
    let told = "datasets/records/own`, the record that comes with the project; `killrate run own` makes one here";
    assert!(read.stderr.contains(told), "{}", read.stderr);
    let verified = project.run_well(&["verify", "record", "own"]);
    assert!(verified.stderr.contains(told), "{}", verified.stderr);

    // The user's own comes first, without a word.
    project.run_well(&["run", "own"]);
    let own = project.run_well(&["export", "own", "--format", "jsonl"]);
    assert!(
        !own.stderr.contains("comes with the project"),
        "{}",
        own.stderr
    );
    // What it took is another thing each time.
    let facts = |told: &str| -> Vec<String> {
        let lines = told
            .lines()
            .filter(|line| !line.contains("\"table\":\"costs\""));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(facts(&own.stdout), facts(&read.stdout));
}

#[test]
fn a_committed_record_that_differs_from_another_run_is_told() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own", "--out", "datasets/records/own"]);
    // A class less: what the study is now is not what the record says.
    let study = "datasets/studies/own/study.toml";
    project.replace(study, ", \"off-by-one\"", "");
    let said = project.run(&["verify", "record", "own"]);
    assert_eq!(said.code, 5, "{}{}", said.stdout, said.stderr);
}
