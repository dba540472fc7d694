//! The statuses of an export beside the kills of every policy, mutant by mutant.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Cause, Verdict};
use killrate_record::{Record, VariantId};

use crate::support::{Project, repository};

/// A program that goes round for ever with an odd number when `left > 0` becomes `left != 0`, and the
/// data have even ones only: a follow-up that adds one is the first to show it.
const PROGRAM: &str = "\
fn main() {
    let path = std::env::args().nth(1).expect(\"usage: sum FILE\");
    let text = std::fs::read_to_string(path).expect(\"the file can be read\");
    let mut steps = 0;
    for line in text.lines().skip(1) {
        let mut left: i64 = line.parse().expect(\"every line is a whole number\");
        while left > 0 {
            left = left.wrapping_sub(2);
            steps += 1;
        }
    }
    println!(\"{steps}\");
}
";

/// The causes of violations that only say that a run failed.
const FAILED_RUNS: [Cause; 4] = [
    Cause::Crashed,
    Cause::OutOfFuel,
    Cause::LimitExceeded,
    Cause::BlankOutput,
];

/// What the export says of a mutant: its status and what kills it.
type Exported = BTreeMap<String, (String, BTreeSet<String>)>;

fn exported(project: &Project, study: &str, technique: Option<&str>) -> Exported {
    let mut arguments = vec!["export", study, "--format", "mutation-testing-elements"];
    arguments.extend(technique.map(|_| "--technique"));
    arguments.extend(technique);
    let report = project.run_well(&arguments).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let files = report["files"].as_object().unwrap().values();
    let mutants = files.flat_map(|file| file["mutants"].as_array().unwrap());
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    mutants
        .map(|mutant| {
            let killers = mutant["killedBy"].as_array().unwrap().iter().map(text);
            let said = (text(&mutant["status"]), killers.collect());
            (text(&mutant["id"]), said)
        })
        .collect()
}

/// Whether each technique kills each usable mutant that it judged, by technique and mutant.
fn killed(project: &Project, study: &str, policy: &str) -> BTreeMap<(String, String), bool> {
    let by = ["report", study, "--by", "subject,technique,mutant"];
    let csv = [&by[..], &["--policy", policy, "--format", "csv"]].concat();
    let csv = project.run_well(&csv).stdout;
    let mut lines = csv.lines();
    let heading = lines.next().unwrap();
    assert!(
        heading.starts_with("subject,technique,mutant,killed_n,killed_of,"),
        "{heading}"
    );
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells[4], "1", "{line}");
            let mutant = format!("{} {}", cells[0], cells[2]);
            ((cells[1].to_owned(), mutant), cells[3] == "1")
        })
        .collect()
}

/// The judgements that are violated for such a cause, as the export calls tests and mutants.
fn violated(record: &Record, is_meant: fn(Cause) -> bool) -> BTreeSet<(String, String)> {
    let rows = record.verdicts.iter();
    let violated = rows.filter(|row| match &row.verdict {
        Verdict::Violated(evidence) => is_meant(evidence.cause),
        _ => false,
    });
    violated
        .filter_map(|row| match &row.variant {
            VariantId::Original => None,
            VariantId::Mutant(id) => {
                let seed = { row.seed }.map_or_else(String::new, |seed| format!(", seed {seed}"));
                let test = format!(
                    "{} {} {} on {}{seed}",
                    row.subject, row.technique, row.property, row.data_set
                );
                Some((format!("{} {}", row.subject, id.0), test))
            }
        })
        .collect()
}

/// Every status of the export agrees with every policy that there is: `strict` kills what is `Killed`
/// or `Timeout`, `any-difference` what of that some test says by a violation that is no hang, `thesis`
/// what some test says by a violation that is no failed run. A policy that cannot judge the record says
/// so.
#[track_caller]
pub(crate) fn check_statuses(project: &Project, study: &str) {
    let record = killrate_record::read(&project.path(&format!("records/{study}"))).unwrap();
    let rows = record.verdicts.iter();
    let techniques: BTreeSet<&str> = rows.map(|row| row.technique.as_str()).collect();
    let by_no_hang = violated(&record, |cause| cause != Cause::OutOfFuel);
    let by_wrong_output = violated(&record, |cause| !FAILED_RUNS.contains(&cause));
    let papers = killrate_reproduction::papers(None);
    for policy in papers.policies() {
        let name = policy.name;
        if let Some(missing) = { policy.needs.iter() }.find(|needed| !techniques.contains(**needed))
        {
            let report = ["report", study, "--policy", name];
            project.run_badly(&report, 3, &[missing]);
            continue;
        }
        let killed = killed(project, study, name);
        assert!(!killed.is_empty());
        let counts = |mutant: &str, killers: &BTreeSet<String>| match name {
            "strict" => !killers.is_empty(),
            "any-difference" => is_any_of(&by_no_hang, mutant, killers),
            "thesis" => is_any_of(&by_wrong_output, mutant, killers),
            // A new policy needs a line here, which says what of an export it counts.
            other => panic!("nobody has said what `{other}` makes of killers"),
        };
        for technique in techniques.iter().map(|&name| Some(name)).chain([None]) {
            for (mutant, (status, killers)) in exported(project, study, technique) {
                let by = |name: &str| killed.get(&(name.to_owned(), mutant.clone())).copied();
                let by_others = techniques.iter().filter(|name| **name != "reference");
                let is_killed = match technique {
                    Some(name) => by(name),
                    // Without a choice all but the reference count.
                    None => by_others.filter_map(|name| by(name)).max(),
                };
                let told = format!("{mutant} by {technique:?} under {name}: {status}");
                match is_killed {
                    Some(is_killed) => {
                        assert_eq!(is_killed, counts(&mutant, &killers), "{told}");
                        let is_detected = ["Killed", "Timeout"].contains(&status.as_str());
                        assert_eq!(is_detected, !killers.is_empty(), "{told}");
                        let is_undetected = ["Survived", "NoCoverage"].contains(&status.as_str());
                        assert_ne!(is_detected, is_undetected, "{told}");
                    }
                    // A policy that leaves out nothing that compiles judges whatever has a test.
                    None if name == "strict" => {
                        let unjudged = ["CompileError", "NoCoverage"];
                        assert!(unjudged.contains(&status.as_str()), "{told}");
                    }
                    None => {}
                }
            }
        }
    }
}

/// Whether one of a mutant's killers is among these judgements.
fn is_any_of(
    judgements: &BTreeSet<(String, String)>,
    mutant: &str,
    killers: &BTreeSet<String>,
) -> bool {
    let mut killers = killers.iter();
    killers.any(|test| judgements.contains(&(mutant.to_owned(), test.clone())))
}

fn project() -> Project {
    let project = Project::of_readmes();
    project.write("subjects/sum/src/main.rs", PROGRAM);
    let few = "number\n4\n2\n";
    project.write("datasets/own/few.csv", few);
    let manifest = project.read("datasets/own/few.toml");
    let (before, after) = manifest.split_once("sha256 = \"").unwrap();
    let digest = killrate_model::Digest::of(few.as_bytes());
    let manifest = format!("{before}sha256 = \"{digest}\"{}", &after[65..]);
    project.write("datasets/own/few.toml", &manifest);
    let own = "own = [\"permute: if permute(numbers) then equal(stdout)\"]";
    project.replace(
        "subjects/sum/subject.toml",
        own,
        "own = [\"larger: if add(numbers, 1) then more(stdout)\"]",
    );
    project
}

#[test]
fn a_mutant_that_only_a_followup_without_fuel_shows_is_killed_in_export_and_report() {
    let project = project();
    project.run_well(&["run", "own"]);
    check_statuses(&project, "own");
    let export = |technique| exported(&project, "own", technique);
    let found = export(None);
    let mut ends = found.iter().filter(|(id, _)| id.contains("gt-to-ne"));
    let (id, (status, killers)) = ends.next().unwrap();
    assert_eq!(status, "Killed", "{id}");
    let larger: Vec<&String> = killers.iter().collect();
    assert_eq!(larger, ["sum metamorphic larger on few"]);
    // The reference has the same output, so by it alone the mutant is not there.
    assert_eq!(export(Some("reference"))[id].0, "Survived");
    let strict = killed(&project, "own", "strict");
    assert!(strict[&("metamorphic".to_owned(), id.clone())]);
}

/// Whether the records that lie in the repository are compared, too; `make statuses` asks for it.
#[expect(
    clippy::disallowed_methods,
    reason = "what is at hand depends on who has run studies"
)]
fn are_records_asked_for() -> bool {
    std::env::var_os("KILLRATE_TEST_RECORDS").is_some()
}

#[test]
fn statuses_of_all_records_at_hand_agree_with_all_policies() {
    if !are_records_asked_for() {
        println!("skipped: `make statuses` compares the records of the studies that were run");
        return;
    }
    let project = Project::empty();
    for folder in ["subjects", "datasets/studies", "records"] {
        project.copy(&repository().join(folder), folder);
    }
    let entries = std::fs::read_dir(project.path("records")).unwrap();
    let mut studies: Vec<String> = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("provenance.json").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    studies.sort();
    assert!(!studies.is_empty(), "no study was run; run one first");
    for study in studies {
        println!("comparing {study}");
        check_statuses(&project, &study);
    }
}
