//! A study that asks which mutants become the same optimised code.

use crate::support::Project;

const PROGRAM: &str = "\
fn main() {
    let n = std::env::args().count() as u32;
    println!(\"{} {}\", scaled(n), is_some(n));
}

fn scaled(n: u32) -> u32 {
    n * 1
}

fn is_some(n: u32) -> bool {
    n > 0
}
";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/tiny/Cargo.toml",
        "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/tiny/src/main.rs", PROGRAM);
    project.write(
        "subjects/tiny/subject.toml",
        "format = 1\nname = \"tiny\"\ntitle = \"Tiny\"\n\n[interface]\narguments = []\n\
         inputs = {}\noutputs = { stdout = { format = \"lines\" } }\n",
    );
    project.write(
        "datasets/nothing.toml",
        "format = 1\nname = \"nothing\"\ntitle = \"No input\"\nsource = \"made up\"\nrows = 0\n\
         attributes = 0\nfiles = {}\n",
    );
    project.write(
        "datasets/studies/tiny/study.toml",
        "format = 1\ntitle = \"Tiny\"\nquestion = \"What is the same?\"\nseed = 1\n\
         transform-seeds = [1]\nclasses = [\"comparison\", \"arithmetic\", \"logical-connective\"]\n\
         records-same-code = true\n\n[[subject]]\nname = \"tiny\"\ndata-sets = [\"nothing\"]\n\
         techniques = [\"implicit\", \"reference\"]\n",
    );
    project
}

#[test]
fn mutants_of_the_same_code_are_facts_of_the_record() {
    let project = project();
    project.run_well(&["run", "tiny"]);
    let record = killrate_record::read(&project.path("records/tiny")).unwrap();
    let facts: Vec<String> = (record.same_code.iter())
        .map(|row| {
            let mutant = row.mutant.0.trim_start_matches("src/main.rs::");
            match &row.same_as {
                Some(same_as) => format!("{mutant} is {same_as}"),
                None => mutant.to_owned(),
            }
        })
        .collect();
    // More than nothing is not nothing, and at most nothing is nothing.
    assert_eq!(
        facts,
        [
            "is_some/gt-to-eq/1",
            "is_some/gt-to-ge/1",
            "is_some/gt-to-le/1 is src/main.rs::is_some/gt-to-eq/1",
            "is_some/gt-to-lt/1",
            "is_some/gt-to-ne/1 is original",
            "scaled/mul-to-div/1 is original",
        ]
    );
}

#[test]
fn a_record_of_a_study_that_does_not_ask_has_no_such_table() {
    let project = project();
    let study = "datasets/studies/tiny/study.toml";
    project.replace(study, "records-same-code = true\n", "");
    project.run_well(&["run", "tiny"]);
    assert!(!project.path("records/tiny/same_code.parquet").exists());
}

#[test]
fn the_classes_are_listed_with_their_names_in_the_literature() {
    let listed = project().run_well(&["list", "classes"]).stdout;
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[5], "statement-deletion    a statement left out (SDL)");
}
