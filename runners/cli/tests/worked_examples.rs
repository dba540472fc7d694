//! The worked examples of the READMEs, built and run as they stand there.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use support::Project;

#[test]
fn the_subject_and_study_of_the_readmes_run_and_give_a_table() {
    let project = Project::of_readmes();
    project.run_well(&["check"]);
    let said = project.run_well(&["run", "own"]);
    assert_eq!(
        said.stdout.trim_end(),
        project.path("records/own").to_str().unwrap()
    );
    let mutants = project
        .run_well(&["mutants", "sum", "--format", "csv"])
        .stdout;
    assert!(mutants.contains("total + number"), "{mutants}");
    let table = project
        .run_well(&["report", "own", "--policy", "strict"])
        .stdout;
    assert!(table.contains("metamorphic"), "{table}");
}
