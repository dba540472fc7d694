//! Two records of the worked example, compared.

use crate::support::Project;

#[test]
fn equal_records_differ_in_nothing_and_others_end_with_code_5() {
    let project = Project::of_readmes();
    project.run_well(&["run", "own"]);
    project.run_well(&["run", "own", "--out", "again"]);
    let same = project.run_well(&["diff", "own", "again", "--policy", "strict"]);
    assert!(
        same.stdout
            .ends_with("What changed?\n  The records say the same.\n"),
        "{}",
        same.stdout
    );
    // Another seed of the transforms is another case.
    project.replace("datasets/studies/own/study.toml", "[1]", "[2]");
    project.run_well(&["run", "own", "--out", "other"]);
    let said = project.run(&["diff", "again", "other", "--policy", "strict"]);
    assert_eq!(said.code, 5, "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("study.digest"), "{}", said.stdout);
    let told = "Cases: 1 are in the first only, 1 are in the second only.";
    assert!(said.stdout.contains(told), "{}", said.stdout);
}

#[test]
fn a_record_that_is_not_there_is_told() {
    let project = Project::of_readmes();
    project.run_badly(&["diff", "own", "own"], 3, &["records/own", "killrate run"]);
    project.run_badly(&["diff", "own", "onw"], 3, &["`own`"]);
}
