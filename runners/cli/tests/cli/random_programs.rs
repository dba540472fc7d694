//! The techniques for random programs on a program that draws from a range, end to end.

use std::collections::BTreeMap;

use killrate_model::Verdict;
use killrate_record::Record;

use crate::support::Project;

/// Prints the sum of two draws from the range in its input, by splitmix64.
const PROGRAM: &str = "\
struct Span {
    min: f64,
    max: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).expect(\"it can be read\");
    let numbers: Vec<f64> = text.lines().skip(1).map(|line| line.parse().unwrap()).collect();
    let span = Span { min: numbers[0], max: numbers[1] };
    let mut state: u64 = arguments[2].parse().expect(\"it is a seed\");
    let mut unit = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
    };
    println!(\"{}\", 2.0 * span.min + (unit() + unit()) * (span.max - span.min));
}
";

const SUBJECT: &str = "\
format = 1
name = \"draws\"
title = \"Two draws from a range\"

[interface]
arguments = [\"{span}\", \"{seed}\"]

[interface.inputs]
span = { format = \"csv\" }

[interface.outputs]
stdout = { format = \"lines\" }

[[statistical]]
name = \"multiply\"
if = \"multiply(span, 10)\"
output = \"stdout\"
times = 10
";

const STUDY: &str = "\
format = 1
title = \"A range that shrinks\"
question = \"Who sees it?\"
seed = 1
transform-seeds = [1]
classes = [\"range\"]

[sampling]
runs = 60
first-look = 10
tests = [\"welch\", \"brown-forsythe\"]

[[subject]]
name = \"draws\"
data-sets = [\"narrow\"]
techniques = [\"statistical\", \"statistical-thesis\"]
";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/draws/Cargo.toml",
        "[package]\nname = \"draws\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/draws/src/main.rs", PROGRAM);
    project.write("subjects/draws/subject.toml", SUBJECT);
    let span = "end\n4\n7\n";
    project.write("datasets/own/narrow.csv", span);
    let digest = killrate_model::Digest::of(span.as_bytes());
    project.write(
        "datasets/own/narrow.toml",
        &format!(
            "format = 1\nname = \"narrow\"\ntitle = \"From 4 to 7\"\nsource = \"made up\"\nrows = 2\nattributes = 1\n\n[files]\nspan = {{ path = \"narrow.csv\", sha256 = \"{digest}\" }}\n"
        ),
    );
    project.write("datasets/studies/random/study.toml", STUDY);
    project
}

fn record(project: &Project) -> Record {
    project.run_well(&["run", "random", "--threads", "2"]);
    killrate_record::read(&project.path("records/random")).unwrap()
}

#[test]
fn a_range_that_shrinks_at_both_ends_passes_the_t_test_and_not_the_calibrated_tests() {
    let project = project();
    let record = record(&project);
    let mut violated: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for row in &record.verdicts {
        let variant = row
            .variant
            .as_str()
            .rsplit('/')
            .nth(1)
            .unwrap_or("original");
        let is_violated = matches!(row.verdict, Verdict::Violated(_));
        violated.insert((row.technique.as_str(), variant), is_violated);
    }
    let expected = [
        (("statistical", "original"), false),
        (("statistical", "shrink-both"), true),
        (("statistical", "shrink-end"), true),
        (("statistical", "shrink-start"), true),
        (("statistical-thesis", "original"), false),
        (("statistical-thesis", "shrink-both"), false),
        (("statistical-thesis", "shrink-end"), true),
        (("statistical-thesis", "shrink-start"), true),
    ];
    assert_eq!(violated, BTreeMap::from(expected));
    let calibrations = &record.provenance.calibrations;
    assert_eq!(calibrations.len(), 1);
    assert_eq!(calibrations[0].n_trials, 1000);
    assert!(
        (calibrations[0].level - 0.05).abs() < 1e-12,
        "{calibrations:?}"
    );
    assert!(calibrations[0].threshold < 0.05, "{calibrations:?}");
}

#[test]
fn alarms_are_counted_on_the_original_and_on_a_mutant() {
    let project = project();
    let common = [
        "verify", "alarms", "random", "--trials", "200", "--pool", "5",
    ];
    let said = project.run_well(&[&common[..], &["--runs", "10,20"]].concat());
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", said.stdout);
    assert!(lines[0].starts_with("draws statistical: "), "{}", lines[0]);
    assert!(lines[0].contains("of 200 trials with 10 runs of each give an alarm"));
    assert!(lines[0].contains("; promised 5.0 %, "), "{}", lines[0]);
    assert!(!lines[2].contains("promised"), "{}", lines[2]);
    let mutant = "src/main.rs::main/shrink-both/1";
    let of_mutant = ["--subject", "draws", "--mutant", mutant];
    let said = project.run_well(&[&common[..], &of_mutant].concat());
    // The two ends leave a third of the range in source runs, nine tenths in follow-up runs.
    let line = said.stdout.lines().next().unwrap();
    assert!(line.contains(" 200 of 200 trials with 60 runs"), "{line}");
}

#[test]
fn what_cannot_be_sampled_is_refused_with_what_to_do() {
    let project = project();
    let study = "datasets/studies/random/study.toml";
    let check = |from: &str, to: &str, complaint: &[&str]| {
        project.write(study, STUDY);
        project.write("subjects/draws/subject.toml", SUBJECT);
        let path = match STUDY.contains(from) {
            true => study,
            false => "subjects/draws/subject.toml",
        };
        project.replace(path, from, to);
        project.run_badly(&["plan", "random"], 3, complaint);
    };
    check("runs = 60", "runs = 3", &["`sampling.runs`", "from 4 to"]);
    check(
        "first-look = 10",
        "first-look = 60",
        &["`sampling.first-look`"],
    );
    check("\"welch\"", "\"welsh\"", &["`sampling.tests", "`welch`"]);
    check(
        "tests =",
        "false-alarm-rate = 1.5\ntests =",
        &["`sampling.false-alarm-rate`"],
    );
    check("times = 10", "times = 0", &["`statistical[0].times`"]);
    check(
        "output = \"stdout\"",
        "output = \"total\"",
        &["no output `total`"],
    );
    check(
        "multiply(span",
        "multiply(spam",
        &["`statistical[0].if`", "`span`"],
    );
    check("\"{seed}\"", "\"7\"", &["no argument has `{seed}`"]);
    check("[[statistical]]", "[[heuristic]]", &["metric"]);
}
