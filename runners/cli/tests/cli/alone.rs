//! A subject whose only mutants compile alone but not woven, run and judged like any other.

use crate::support::Project;
use killrate_model::{MutantStatus, Verdict};
use killrate_record::{Basis, VerdictRow};

/// A reference to a constant lives for ever; to a number that is chosen at run time it does not.
const LIBRARY: &str = "\
/// The only even prime.
pub fn evens() -> &'static [u32] {
    &[2]
}

#[cfg(test)]
mod tests {
    #[test]
    fn small() {
        assert!(super::evens()[0] < 3);
    }
}
";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/evens/Cargo.toml",
        "[package]\nname = \"evens\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/evens/src/lib.rs", LIBRARY);
    project.write(
        "subjects/evens/src/main.rs",
        "fn main() {\n    println!(\"{:?}\", evens::evens());\n}\n",
    );
    project.write(
        "subjects/evens/subject.toml",
        "format = 1\nname = \"evens\"\ntitle = \"Evens\"\n\n[interface]\narguments = []\n\
         inputs = {}\noutputs = { stdout = { format = \"lines\" } }\n",
    );
    project.write(
        "datasets/nothing.toml",
        "format = 1\nname = \"nothing\"\ntitle = \"No input\"\nsource = \"made up\"\nrows = 0\n\
         attributes = 0\nfiles = {}\n",
    );
    project.write(
        "datasets/studies/evens/study.toml",
        "format = 1\ntitle = \"Evens\"\nquestion = \"What do its tests find?\"\nseed = 1\n\
         transform-seeds = [1]\nclasses = [\"off-by-one\"]\n\n[[subject]]\nname = \"evens\"\n\
         data-sets = [\"nothing\"]\ntechniques = [\"reference\", \"tests\"]\n",
    );
    project
}

#[test]
fn mutants_that_compile_only_alone_are_run_and_tested() {
    let project = project();
    project.run_well(&["run", "evens"]);
    let record = killrate_record::read(&project.path("records/evens")).unwrap();
    let mutants = record.mutants.iter();
    let statuses: Vec<_> = mutants.map(|row| (&*row.after, &row.status)).collect();
    assert_eq!(
        statuses,
        [("1", &MutantStatus::Woven), ("3", &MutantStatus::Woven)]
    );
    let subjects = record.provenance.subjects.values();
    let counts: Vec<_> = subjects.map(|of| (of.n_woven, of.n_alone)).collect();
    assert_eq!(counts, [(2, 2)]);
    // The probe is in a program that does not hold them.
    assert_eq!(record.reach, []);
    // What the ceiling says of the one output alone is what it says of the whole.
    let (of_output, rows): (Vec<&VerdictRow>, Vec<&VerdictRow>) = record
        .verdicts
        .iter()
        .partition(|row| row.property.as_str().starts_with("same-"));
    let says = |row: &&VerdictRow| {
        let is_violated = matches!(row.verdict, Verdict::Violated(_));
        (row.variant.clone(), is_violated)
    };
    let of_whole = rows
        .iter()
        .filter(|row| row.technique.as_str() == "reference");
    let of_whole: Vec<_> = of_whole.map(says).collect();
    assert_eq!(of_output.iter().map(says).collect::<Vec<_>>(), of_whole);
    let mut found: Vec<(&str, &str, bool, Basis)> = rows
        .iter()
        .map(|row| {
            let is_violated = matches!(row.verdict, Verdict::Violated(_));
            let (variant, technique) = (row.variant.as_str(), row.technique.as_str());
            (technique, variant, is_violated, row.basis)
        })
        .collect();
    found.sort_by_key(|&(technique, variant, ..)| (technique, variant));
    let (less, more) = (
        "src/lib.rs::evens/literal-minus-one/1",
        "src/lib.rs::evens/literal-plus-one/1",
    );
    assert_eq!(
        found,
        [
            ("reference", "original", false, Basis::Run),
            ("reference", less, true, Basis::Run),
            ("reference", more, true, Basis::Run),
            ("tests", "original", false, Basis::Run),
            ("tests", less, false, Basis::Run),
            ("tests", more, true, Basis::Run),
        ]
    );
    let listed = project.run_well(&["mutants", "evens", "--class", "off-by-one"]);
    assert!(
        listed
            .stdout
            .ends_with("2 mutants, 0 of them withdrawn, 2 built alone\n"),
        "{}",
        listed.stdout
    );
}
