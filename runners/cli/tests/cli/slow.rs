//! A mutant that takes long and one that never ends.

use killrate_model::{Cause, Verdict};
use killrate_record::Record;

use crate::support::{Project, repository};

/// One mutant of `slow` does 49 times the work, those of `endless` never end.
const PROGRAM: &str = "\
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let limit = std::fs::read_to_string(path).unwrap();
    let limit: u64 = limit.trim().parse().unwrap();
    println!(\"{} {}\", slow(limit), endless(limit));
}

fn slow(limit: u64) -> u64 {
    let mut sum = 0_u64;
    for n in 0..limit / 7 {
        sum = sum.wrapping_add(n);
    }
    sum
}

fn endless(limit: u64) -> u64 {
    let mut left = 3;
    while left != 0 && limit != 0 {
        left = left - 1;
    }
    left
}
";

const STUDY: &str = "datasets/studies/tiny/study.toml";
const SLOW: &str = "src/main.rs::slow/div-to-mul/1";
const ENDLESS: &str = "src/main.rs::endless/sub-to-add/1";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/tiny/Cargo.toml",
        "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/tiny/src/main.rs", PROGRAM);
    project.write(
        "subjects/tiny/subject.toml",
        "format = 1\nname = \"tiny\"\ntitle = \"Tiny\"\n\n[interface]\narguments = [\"{limit}\"]\n\
         inputs = { limit = { format = \"lines\" } }\noutputs = { stdout = { format = \"lines\" } }\n",
    );
    for (name, limit, sha256) in [
        (
            "large",
            "300000\n",
            "2d5c043a952d70ef9564858b25a01a30613abfb3d1562f67ef8d089646bbf786",
        ),
        (
            "none",
            "0\n",
            "9a271f2a916b0b6ee6cecb2426f0b3206ef074578be55d9bc94f6f3fe3ab86aa",
        ),
    ] {
        project.write(&format!("datasets/{name}.txt"), limit);
        project.write(
            &format!("datasets/{name}.toml"),
            &format!(
                "format = 1\nname = \"{name}\"\ntitle = \"A number\"\nsource = \"made up\"\nrows = 1\n\
                 attributes = 1\n\n[files]\nlimit = {{ path = \"{name}.txt\", sha256 = \"{sha256}\" }}\n"
            ),
        );
    }
    project.write(
        STUDY,
        "format = 1\ntitle = \"Tiny\"\nquestion = \"Which mutants hang?\"\nseed = 1\n\
         transform-seeds = [1]\nclasses = [\"arithmetic\"]\n\n[[subject]]\nname = \"tiny\"\n\
         data-sets = [\"large\", \"none\"]\ntechniques = [\"implicit\", \"reference\"]\n",
    );
    project
}

fn run(project: &Project) -> Record {
    project.run_well(&["run", "tiny"]);
    killrate_record::read(&project.path("records/tiny")).unwrap()
}

/// Mutants of C4.5 that burn six times the original's fuel and more, and end.
const SLOW_OF_C45: [&str; 7] = [
    "src/continuous.rs::find_cuts/add-assign-to-sub-assign/1",
    "src/continuous.rs::find_cuts/lt-to-ge/1",
    "src/gain.rs::Frequencies::compute_gain/add-assign-to-sub-assign/2",
    "src/gain.rs::Frequencies::compute_gain/literal-plus-one/5",
    "src/gain.rs::Frequencies::compute_gain/mul-to-div/1",
    "src/gain.rs::Frequencies::compute_gain/range-end-minus-one/2",
    "src/gain.rs::Frequencies::compute_gain/sub-to-add/2",
];

/// What the record tells of fuel: mutant, data set, how many times the original's, and whether it hangs.
fn burnt(record: &Record) -> Vec<(&str, &str, u64, bool)> {
    let rows = record.fuel.iter();
    rows.map(|row| {
        let times = row.fuel / row.of_original;
        (
            row.mutant.0.as_str(),
            row.data_set.as_str(),
            times,
            row.hangs,
        )
    })
    .collect()
}

/// What a technique says of a mutant on the data set `large`.
fn verdict(record: &Record, technique: &str, mutant: &str) -> String {
    let is_meant = |row: &&killrate_record::VerdictRow| {
        row.technique.as_str() == technique
            && row.variant.as_str() == mutant
            && row.data_set.as_str() == "large"
    };
    let row = record.verdicts.iter().find(is_meant).unwrap();
    match &row.verdict {
        Verdict::Violated(evidence) => evidence.cause.name().to_owned(),
        other => other.name().to_owned(),
    }
}

#[test]
fn a_slow_mutant_is_judged_and_one_that_never_ends_hangs() {
    let project = project();
    let record = run(&project);
    #[cfg(feature = "analysis")]
    crate::export_statuses::check_statuses(&project, "tiny");
    assert_eq!(
        burnt(&record),
        [(ENDLESS, "large", 100, true), (SLOW, "large", 48, false)]
    );
    let found = |mutant| ["implicit", "reference"].map(|by| verdict(&record, by, mutant));
    let differs = Cause::OutputDiffers.name();
    assert_eq!(found(SLOW), ["satisfied", differs]);
    assert_eq!(found(ENDLESS), [Cause::OutOfFuel.name(), differs]);

    let told = project.run_well(&["explain", "tiny", SLOW, "--data-set", "large"]);
    let slow = "it is slow and no hang: it burnt more fuel, ";
    assert!(told.stdout.contains(slow), "{}", told.stdout);
    let told = project.run_well(&["explain", "tiny", ENDLESS, "--data-set", "large"]);
    let hangs = "mutant ends with out of fuel\n  it hangs: it burnt all the fuel it had, ";
    assert!(told.stdout.contains(hangs), "{}", told.stdout);
}

#[test]
fn a_study_may_give_its_mutants_less_fuel_and_the_record_says_so() {
    let project = project();
    project.replace(STUDY, "seed = 1\n", "seed = 1\nfuel-multiple = 30\n");
    let record = run(&project);
    assert_eq!(record.provenance.limits.fuel_multiple, 30);
    assert_eq!(
        burnt(&record),
        [(ENDLESS, "large", 30, true), (SLOW, "large", 30, true)]
    );
    assert_eq!(verdict(&record, "implicit", SLOW), Cause::OutOfFuel.name());

    project.replace(STUDY, "fuel-multiple = 30\n", "fuel-multiple = 0\n");
    project.run_badly(&["run", "tiny"], 3, &["fuel-multiple", "it is 0"]);
}

/// With five times the original's fuel all seven were hangs, and so were left out.
#[test]
fn slow_mutants_of_c45_are_judged_by_their_outputs_and_fall_to_both_techniques() {
    let project = Project::empty();
    for folder in ["subjects/c45", "datasets/uci"] {
        project.copy(&repository().join(folder), folder);
    }
    project.write(
        "datasets/studies/tiny/study.toml",
        &format!(
            "format = 1\ntitle = \"Slow\"\nquestion = \"Are they judged?\"\npolicy = \"thesis\"\nseed = 2010\n\
             transform-seeds = [1]\nclasses = [\"comparison\", \"arithmetic\", \"off-by-one\"]\n\n\
             [[subject]]\nname = \"c45\"\ndata-sets = [\"golf\", \"iris\", \"wine\"]\n\
             techniques = [\"implicit\", \"partial-oracle\", \"metamorphic\", \"reference\"]\n\
             property-sets = [\"thesis\"]\nonly = {SLOW_OF_C45:?}\n"
        ),
    );
    let record = run(&project);
    let mutants: Vec<&str> = { record.mutants.iter() }
        .filter(|row| !row.is_placebo())
        .map(|row| row.mutant.0.as_str())
        .collect();
    assert_eq!(mutants.len(), 7, "{mutants:?}");
    let burnt = burnt(&record);
    for mutant in SLOW_OF_C45 {
        let on_wine = (mutant, "wine");
        let found = { burnt.iter() }.find(|(mutant, set, ..)| (*mutant, *set) == on_wine);
        let (.., times, hangs) = found.unwrap_or_else(|| panic!("{mutant} is not slow: {burnt:?}"));
        assert!((5..30).contains(times) && !hangs, "{mutant}: {times}");
        for technique in ["partial-oracle", "metamorphic"] {
            let kills = |row: &&killrate_record::VerdictRow| {
                let cause = match &row.verdict {
                    Verdict::Violated(evidence) => Some(evidence.cause),
                    _ => None,
                };
                row.technique.as_str() == technique
                    && row.variant.as_str() == mutant
                    && cause.is_some_and(|cause| cause != Cause::OutOfFuel)
            };
            assert!(
                record.verdicts.iter().any(|row| kills(&row)),
                "{technique} does not kill {mutant}"
            );
        }
    }
}
