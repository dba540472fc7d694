//! The worked examples of the READMEs, built and run as they stand there.

use crate::support::{Project, repository};

#[cfg(feature = "analysis")]
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
    // Of seven mutants three take the wrong argument or add up the header, and crash, which under
    // `strict` anyone who runs them notices; one skips the first number, which permuting shows.
    let table = [
        "report",
        "own",
        "--policy",
        "strict",
        "--table",
        "techniques",
        "--format",
        "csv",
    ];
    let table = project.run_well(&table).stdout;
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[1].starts_with("sum,reference,ceiling,7,7,"), "{table}");
    assert!(rows[2].starts_with("sum,metamorphic,,4,7,"), "{table}");
    assert!(rows[3].starts_with("sum,implicit,floor,3,7,"), "{table}");
}

/// The command is run as it stands in the README of the repository, apart from where it builds.
#[test]
fn the_mutant_that_the_first_look_explains_is_there() {
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let command = readme
        .lines()
        .filter_map(|line| line.strip_prefix("$ cargo run --release -- "))
        .find(|command| command.starts_with("explain "))
        .unwrap();
    let words = command.split_whitespace().take_while(|word| *word != "#");
    let words: Vec<&str> = words.collect();
    let project = Project::empty();
    let (root, scratch) = (repository(), project.path("scratch"));
    let places = ["--root", root.to_str().unwrap(), "--scratch"];
    let places = [&places[..], &[scratch.to_str().unwrap()]].concat();
    let said = project.run_well(&[places, words].concat()).stdout;
    assert!(said.starts_with("mutant src/"), "{said}");
}
