//! Variants without a fault: judged like mutants by every technique, and never counted as mutants.

use killrate_model::MutantClass;
use killrate_record::Record;

use crate::shards::files;
use crate::support::{Project, repository};

/// Not without a fault at all, so that something accuses it: the order of the numbers counts.
const ACCUSED: &str = "
[[placebo]]
name = \"accused\"
about = \"It stands for a property that asks too much.\"
file = \"src/main.rs\"
find = \"total = total + number;\"
replace = \"total = 2 * total + number;\"
";

const MANIFEST: &str = "subjects/sum/subject.toml";
const HARMLESS_ID: &str = "src/main.rs::placebo/last-number-first";
const ACCUSED_ID: &str = "src/main.rs::placebo/accused";

/// The placebo that the README of the subjects declares.
fn of_readme() -> String {
    let readme = std::fs::read_to_string(repository().join("subjects/README.md")).unwrap();
    let (_, rest) = readme.split_once("```toml\n[[placebo]]").unwrap();
    let (block, _) = rest.split_once("```").unwrap();
    format!("\n[[placebo]]{block}")
}

fn project(placebos: &[&str]) -> Project {
    let project = Project::of_readmes();
    let manifest = project.read(MANIFEST) + &placebos.concat();
    project.write(MANIFEST, &manifest);
    project
}

fn record(project: &Project) -> Record {
    killrate_record::read(&project.path("records/own")).unwrap()
}

/// The placebos of a record, in order.
fn placebos(record: &Record) -> Vec<&str> {
    let rows = record.mutants.iter();
    let placebos = rows.filter(|row| row.class == MutantClass::Placebo);
    placebos.map(|row| row.mutant.0.as_str()).collect()
}

/// Technique and verdict of every judgement of a variant.
fn judged<'a>(record: &'a Record, variant: &str) -> Vec<(&'a str, &'a str)> {
    let rows = record.verdicts.iter();
    let of_variant = rows.filter(|row| row.variant.as_str() == variant);
    let mut judged: Vec<(&str, &str)> = of_variant
        .map(|row| (row.technique.as_str(), row.verdict.name()))
        .collect();
    judged.sort_unstable();
    judged
}

#[test]
fn placebos_are_judged_by_every_technique_and_are_no_mutants() {
    let project = project(&[&of_readme(), ACCUSED]);
    project.run_well(&["check"]);
    let said = project.run_well(&["run", "own"]).stderr;
    let record = record(&project);
    assert_eq!(placebos(&record), [HARMLESS_ID, ACCUSED_ID]);
    let subject = record.provenance.subjects.values().next().unwrap();
    assert_eq!(subject.n_made as usize, record.mutants.len() - 2);
    assert_eq!(subject.n_alone, 0);
    let written = format!("on {} mutants and 2 placebos;", subject.n_made);
    assert!(said.contains(&written), "{said}");
    assert_eq!(
        judged(&record, HARMLESS_ID),
        [
            ("implicit", "satisfied"),
            ("metamorphic", "satisfied"),
            ("reference", "satisfied"),
            ("reference", "satisfied")
        ]
    );
    assert_eq!(
        judged(&record, ACCUSED_ID),
        [
            ("implicit", "satisfied"),
            ("metamorphic", "violated"),
            ("reference", "violated"),
            ("reference", "violated")
        ]
    );
    let told = project.run_well(&["explain", "own", ACCUSED_ID]).stdout;
    assert!(
        told.contains("+        total = 2 * total + number;"),
        "{told}"
    );
    let heading = format!("placebo {ACCUSED_ID} of sum (without a fault, number ");
    assert!(told.starts_with(&heading), "{told}");
    for line in [
        "although it has no fault",
        "known from: running the placebo",
        "  placebo ends with ",
        "   placebo: ",
        "all verdicts on this placebo",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    // Nothing but the name of the variable is about mutants.
    assert_eq!(told.matches("mutant").count(), 0, "{told}");
    let repeats: Vec<&str> = told
        .lines()
        .filter(|line| line.contains("repeat: "))
        .collect();
    assert!(!repeats.is_empty());
    assert!(
        repeats
            .iter()
            .all(|line| line.contains("KILLRATE_MUTANT=0 ")),
        "{told}"
    );
    let listed = project.run_well(&["mutants", "sum"]).stdout;
    assert!(!listed.contains("placebo"), "{listed}");
    let elements = ["export", "own", "--format", "mutation-testing-elements"];
    let elements = project.run_well(&elements).stdout;
    assert!(!elements.contains("placebo"), "{elements}");
}

#[test]
fn placebos_take_part_whatever_a_study_samples_and_in_shards() {
    let project = project(&[&of_readme()]);
    let study = "datasets/studies/own/study.toml";
    let text = project.read(study);
    project.write(study, &format!("{text}sample = 0\n"));
    project.run_well(&["run", "own"]);
    assert_eq!(record(&project).mutants.len(), 1);
    assert_eq!(placebos(&record(&project)), [HARMLESS_ID]);

    project.write(study, &text);
    project.run_well(&["run", "own"]);
    project.run_well(&["plan", "own", "--shards", "2", "--out", "parts"]);
    for shard in ["0/2", "1/2"] {
        project.run_well(&["run", "own", "--shard", shard, "--out", "parts"]);
    }
    project.run_well(&["merge", "parts", "--out", "merged"]);
    assert_eq!(
        files(&project.path("merged")),
        files(&project.path("records/own"))
    );
}

#[test]
fn a_placebo_that_does_not_fit_the_source_is_refused() {
    let project = project(&[]);
    let manifest = project.read(MANIFEST);
    for (from, to, complaint) in [
        (
            "total = total + number;",
            "total = total - number;",
            "subject.toml`: key `placebo.accused.find`: the text occurs 0 times in `src/main.rs`; copy it from the file",
        ),
        (
            "total = total + number;",
            "number",
            "key `placebo.accused.find`: the text occurs 3 times in `src/main.rs`; take more lines around it",
        ),
        (
            "src/main.rs",
            "src/lib.rs",
            "key `placebo.accused.file`: the package is not made of a file `src/lib.rs`",
        ),
        (
            "total = 2 * total + number;",
            "total = total + number;",
            "key `placebo.accused.replace`: it says what `find` says",
        ),
        (
            "It stands for a property that asks too much.",
            "",
            "key `placebo.accused.about`: it is empty; say why",
        ),
    ] {
        let placebo = ACCUSED.replacen(from, to, 1);
        assert_ne!(placebo, ACCUSED);
        project.write(MANIFEST, &format!("{manifest}{placebo}"));
        project.run_badly(&["check"], 3, &[complaint]);
        project.run_badly(&["run", "own"], 3, &[complaint]);
    }
    let does_not_compile = ACCUSED.replace("2 * total", "two * total");
    project.write(MANIFEST, &format!("{manifest}{does_not_compile}"));
    let complaint = "key `placebo.accused.replace`: `src/main.rs` does not compile with it";
    project.run_badly(&["run", "own"], 3, &[complaint, "two"]);
}

/// The tables of a report as CSV.
#[cfg(feature = "analysis")]
fn tables(project: &Project, policy: &str, names: &str) -> String {
    let report = ["report", "own", "--policy", policy, "--table", names];
    let report = [&report[..], &["--format", "csv"]].concat();
    project.run_well(&report).stdout
}

#[cfg(feature = "analysis")]
#[test]
fn no_table_of_mutants_has_a_placebo_and_its_own_table_tells_who_kills_it() {
    let without = project(&[]);
    let with = project(&[&of_readme(), ACCUSED]);
    for project in [&without, &with] {
        project.run_well(&["run", "own"]);
    }
    let counted = "techniques,funnel,discarded,properties,classes,operators,survivors,false-alarms";
    let of_mutants = |project: &Project| tables(project, "strict", counted);
    // What a placebo adds is told in notes, which CSV does not have.
    assert_eq!(of_mutants(&with), of_mutants(&without));

    for policy in ["strict", "thesis"] {
        let told = tables(&with, policy, "placebo");
        let rows: Vec<&str> = told.lines().skip(1).collect();
        assert_eq!(rows.len(), 4, "{told}");
        assert!(
            rows[0].starts_with("sum,implicit,ends-normally,0,2,"),
            "{told}"
        );
        assert!(rows[0].ends_with(",none"), "{told}");
        assert!(
            rows[1].starts_with("sum,metamorphic,permute,1,2,"),
            "{told}"
        );
        assert!(rows[1].ends_with(",accused on few"), "{told}");
        assert!(
            rows[2].starts_with("sum,reference,equals-original,1,2,"),
            "{told}"
        );
        assert!(
            rows[3].starts_with("sum,reference,same-stdout,1,2,"),
            "{told}"
        );
    }
    // On the only data set permuting accuses a program without a fault, so under the thesis's rules
    // it kills nothing there; under `strict` it does, and is marked.
    let answer = |policy: &str| {
        let said = with.run_well(&["report", "own", "--policy", policy, "--table", "main"]);
        said.stdout
            .split_whitespace()
            .collect::<Vec<&str>>()
            .join(" ")
    };
    let marked = "permute kills a program without a fault (accused on few)";
    let strict = answer("strict");
    assert!(
        strict.contains(&format!("{marked}, and counts all the same")),
        "{strict}"
    );
    let thesis = answer("thesis");
    assert!(thesis.contains("it kills nothing there"), "{thesis}");
    // Where nothing may kill, nothing was judged either.
    let row = |project: &Project| {
        let techniques = tables(project, "thesis", "techniques");
        let mut rows = techniques.lines().map(str::to_owned);
        rows.find(|row| row.starts_with("sum,metamorphic,"))
            .unwrap()
    };
    assert!(row(&without).starts_with("sum,metamorphic,,0,1,"));
    assert_eq!(row(&with), "sum,metamorphic,,,,,,,,,,");
}

/// Which placebos of this project's subjects are killed by which properties, on small data.
///
/// What is killed is told and not hidden: where this list changes, so does what a reader must know of
/// a property.
#[cfg(feature = "analysis")]
#[test]
fn the_placebos_of_all_subjects_are_killed_by_the_properties_that_are_known_to() {
    let project = Project::empty();
    let (root, out) = (repository(), project.path("record"));
    let (root, out) = (root.to_str().unwrap(), out.to_str().unwrap());
    let scratch = project.path("scratch");
    let places = ["--root", root, "--scratch", scratch.to_str().unwrap()];
    project.run_well(&[&places[..], &["run", "placebos", "--out", out]].concat());
    let record = killrate_record::read(&project.path("record")).unwrap();
    for subject in record.provenance.subjects.keys() {
        let of_subject = record.mutants.iter().filter(|row| row.subject == *subject);
        assert!(of_subject.count() >= 3, "{subject} has too few placebos");
    }
    let table = ["report", out, "--table", "placebo", "--format", "csv"];
    let told = project.run_well(&[&places[..], &table].concat()).stdout;
    let expected = include_str!("placebos.csv");
    let (told, expected): (Vec<&str>, Vec<&str>) =
        (told.lines().collect(), expected.lines().collect());
    assert_eq!(told, expected);
}
