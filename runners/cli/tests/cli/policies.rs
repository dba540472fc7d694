//! What counts as a kill where nobody says so on the command line.

use killrate_model::PolicyName;

use crate::support::Project;

const STUDY: &str = "datasets/studies/own/study.toml";

/// The study of the READMEs, run with this line in its manifest.
fn run_with(policy: &str) -> Project {
    let project = Project::of_readmes();
    project.replace(STUDY, "seed = 1\n", &format!("{policy}seed = 1\n"));
    project.run_well(&["run", "own"]);
    project
}

/// The same record with another policy of its study.
fn record_with(policy: Option<&str>) -> Project {
    let project = run_with("");
    let folder = project.path("records/own");
    let mut record = killrate_record::read(&folder).unwrap();
    let neutral = Some(PolicyName::neutral());
    assert_eq!(record.provenance.study.policy, neutral);
    record.provenance.study.policy = policy.map(|name| PolicyName::new(name).unwrap());
    killrate_record::write(&folder, &record).unwrap();
    project
}

/// Reports and comparisons follow this policy when none is asked for, and another when it is.
#[track_caller]
fn check(project: &Project, policy: &str, other: &str) {
    for verb in [&["report", "own"][..], &["diff", "own", "own"]] {
        let report = [verb, &["--format", "markdown"]].concat();
        let by_itself = project.run_well(&report).stdout;
        let told = format!("Policy `{policy}`: ");
        assert!(by_itself.contains(&told), "{by_itself}");
        let asked = |name| project.run_well(&[&report[..], &["--policy", name]].concat());
        assert_eq!(by_itself, asked(policy).stdout);
        assert_ne!(by_itself, asked(other).stdout);
    }
}

#[test]
fn a_study_that_names_no_policy_leaves_out_nothing() {
    check(&run_with(""), "strict", "thesis");
}

#[test]
fn a_report_follows_the_policy_that_its_study_names() {
    check(&run_with("policy = \"thesis\"\n"), "thesis", "strict");
}

#[test]
fn a_record_from_before_studies_named_a_policy_is_reported_as_it_was() {
    check(&record_with(None), "any-difference", "strict");
}

#[test]
fn a_record_of_a_policy_that_is_not_there_can_be_reported_under_another() {
    let project = record_with(Some("mine"));
    let complaint = [
        "the record of `own`",
        "there is no policy `mine`",
        "`--policy`",
    ];
    for verb in [&["report", "own"][..], &["diff", "own", "own"]] {
        project.run_badly(verb, 3, &complaint);
        project.run_well(&[verb, &["--policy", "strict"]].concat());
    }
}

#[test]
fn a_policy_that_is_not_there_is_told_before_anything_runs() {
    let project = Project::of_readmes();
    project.replace(STUDY, "seed = 1\n", "policy = \"thesys\"\nseed = 1\n");
    let complaint = [STUDY, "`policy`", "the nearest name is `thesis`"];
    for verb in [&["run", "own"][..], &["check"]] {
        project.run_badly(verb, 3, &complaint);
    }
    assert!(!project.path("records").exists());
}
