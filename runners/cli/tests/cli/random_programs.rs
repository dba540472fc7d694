//! The techniques for random programs on a program that draws from a range, end to end.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;

use killrate_model::Verdict;
use killrate_record::Record;

use crate::shards::files;
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

const SPAN: &str = "end\n4\n7\n";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/draws/Cargo.toml",
        "[package]\nname = \"draws\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/draws/src/main.rs", PROGRAM);
    project.write("subjects/draws/subject.toml", SUBJECT);
    project.write("datasets/own/narrow.csv", SPAN);
    let digest = killrate_model::Digest::of(SPAN.as_bytes());
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
    #[cfg(feature = "analysis")]
    crate::export_statuses::check_statuses(project, "random");
    killrate_record::read(&project.path("records/random")).unwrap()
}

/// Whether each technique accuses each variant, named by its operator.
fn violated(record: &Record) -> BTreeMap<(&str, &str), bool> {
    record
        .verdicts
        .iter()
        .map(|verdict| {
            let parts = verdict.variant.as_str().rsplit('/');
            let operator = { parts }.nth(1).unwrap_or("original");
            let is_violated = matches!(verdict.verdict, Verdict::Violated(_));
            ((verdict.technique.as_str(), operator), is_violated)
        })
        .collect()
}

#[test]
fn a_range_that_shrinks_at_both_ends_passes_the_t_test_and_not_the_calibrated_tests() {
    let project = project();
    let record = record(&project);
    let violated = violated(&record);
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
    assert_eq!(lines.len(), 8, "{}", said.stdout);
    let begins = |place: usize, text: &str| {
        assert!(lines[place].starts_with(text), "{}", lines[place]);
    };
    begins(0, "draws statistical, source with source: ");
    begins(1, "draws statistical, source with follow-up: ");
    begins(7, "draws statistical-thesis, source with follow-up: ");
    assert!(lines[0].contains("of 200 trials with 10 runs of each give an alarm"));
    for line in &lines[..4] {
        assert!(line.contains("; promised 5.0 %, "), "{line}");
    }
    assert!(lines[4..].iter().all(|line| !line.contains("promised")));
    let mutant = "src/main.rs::main/shrink-both/1";
    let of_mutant = ["--subject", "draws", "--mutant", mutant];
    let said = project.run_well(&[&common[..], &of_mutant].concat());
    // The two ends leave a third of the range in source runs, nine tenths in follow-up runs.
    let line = said.stdout.lines().next().unwrap();
    assert!(line.contains(" 200 of 200 trials with 60 runs"), "{line}");
    assert_eq!(said.stdout.lines().count(), 2);
}

/// As thesis-3 has it: 100 runs of each and a rate of 5 %. The range loses a third of its width.
#[test]
fn it_is_the_variance_that_tells_of_a_range_that_shrinks_at_both_ends() {
    let project = project();
    let span = "end\n4\n10\n";
    project.write("datasets/own/narrow.csv", span);
    let digest = |text: &str| killrate_model::Digest::of(text.as_bytes()).to_string();
    let (old, new) = (digest(SPAN), digest(span));
    project.replace("datasets/own/narrow.toml", &old, &new);
    // Kills in 100 trials, calibrated with these tests and by the thesis's t-test.
    let kills_by = |tests: &str| -> Vec<u32> {
        let study = STUDY
            .replace("runs = 60\nfirst-look = 10\n", "")
            .replace("tests = [\"welch\", \"brown-forsythe\"]\n", tests);
        project.write("datasets/studies/random/study.toml", &study);
        let mutant = "src/main.rs::main/shrink-both/1";
        let command = [
            "verify", "alarms", "random", "--trials", "100", "--pool", "10",
        ];
        let of_mutant = ["--subject", "draws", "--mutant", mutant];
        let said = project.run_well(&[&command[..], &of_mutant].concat());
        let count = |line: &str| {
            let (_, counted) = line.split_once(": ").unwrap();
            let (n, rest) = counted.split_once(' ').unwrap();
            assert!(
                rest.starts_with("of 100 trials with 100 runs of each"),
                "{line}"
            );
            n.parse().unwrap()
        };
        said.stdout.lines().map(count).collect()
    };
    let kills = kills_by("tests = [\"welch\"]\n");
    assert!(kills.iter().all(|n| *n <= 15), "{kills:?}");
    for tests in [
        "tests = [\"brown-forsythe\"]\n",
        "tests = [\"levene\"]\n",
        "",
    ] {
        let kills = kills_by(tests);
        assert!(kills[0] >= 90 && kills[1] <= 15, "{tests}: {kills:?}");
    }
}

#[test]
fn shards_of_a_study_of_random_programs_merge_into_the_record_of_an_ordinary_run() {
    let project = project();
    own_metrics(&project);
    project.run_well(&["plan", "random", "--shards", "2", "--out", "parts"]);
    for shard in ["0/2", "1/2"] {
        project.run_well(&["run", "random", "--shard", shard, "--out", "parts"]);
    }
    project.run_well(&["merge", "parts", "--out", "merged"]);
    project.run_well(&["run", "random", "--out", "whole"]);
    let whole = files(&project.path("whole"));
    assert_eq!(files(&project.path("merged")), whole);
    // What is known already is not run again.
    let said = project.run_well(&["run", "random", "--out", "again"]);
    assert!(!said.stderr.contains("executions:"), "{}", said.stderr);
    assert_eq!(files(&project.path("again")), whole);
}

/// How far two draws are apart, measured by their sum: the same on any scale.
const SPREAD: &str = "\
#!/bin/sh
[ -s \"$1\" ] || { echo \"$1 is empty\" >&2; exit 2; }
awk 'NR == FNR { a = $1; next } { d = a - $1; print (d < 0 ? -d : d) / (a + $1) }' \"$1\" \"$2\"
";

/// Adds two metrics that are commands, with a property each, and judges by these alone.
fn own_metrics(project: &Project) {
    project.write("subjects/draws/metrics/spread", SPREAD);
    let path = project.path("subjects/draws/metrics/spread");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let metrics = r#"
[metrics.spread]
of = "pair"
command = "./metrics/spread"

[metrics.digits]
of = "run"
command = "awk '{ x = $1; while (x >= 20) x /= 10; print x }'"

[[heuristic]]
name = "as-far-apart"
if = "multiply(span, 10)"
output = "stdout"
metric = "spread"

[[heuristic]]
name = "same-digits"
if = "multiply(span, 10)"
output = "stdout"
metric = "digits"
"#;
    project.write(
        "subjects/draws/subject.toml",
        &format!("{SUBJECT}{metrics}"),
    );
    let study = STUDY.replace("statistical", "heuristic");
    project.write("datasets/studies/random/study.toml", &study);
}

#[test]
fn a_metric_can_be_a_command_of_a_run_or_of_two() {
    let project = project();
    own_metrics(&project);
    let record = record(&project);
    let is_violated = |property: &str, operator: &str| {
        let mut verdicts = record.verdicts.iter().filter(|row| {
            row.technique.as_str() == "heuristic"
                && row.property.as_str() == property
                && row.variant.as_str().contains(operator)
        });
        let verdict = &verdicts.next().unwrap().verdict;
        matches!(verdict, Verdict::Violated(_))
    };
    for property in ["as-far-apart", "same-digits"] {
        assert!(!is_violated(property, "original"), "{property}");
        // Source runs lose two thirds of their range, follow-up runs a fifteenth.
        assert!(is_violated(property, "shrink-both"), "{property}");
    }
    // One end moves the numbers themselves too.
    assert!(is_violated("same-digits", "shrink-start"));
    let texts: Vec<(&str, &str)> = record
        .provenance
        .properties
        .iter()
        .map(|row| (row.technique.as_str(), row.text.as_str()))
        .collect();
    let text = |pairing: &str| {
        format!("if multiply(span, 10) then spread of stdout ({pairing}) is distributed as before")
    };
    assert!(
        texts.contains(&("heuristic", &text("disjoint"))),
        "{texts:?}"
    );
    assert!(texts.contains(&("heuristic-thesis", &text("consecutive"))));
    // So few runs keep no promise, but they are measured.
    let said = project.run(&[
        "verify", "alarms", "random", "--trials", "20", "--runs", "10", "--pool", "3",
    ]);
    assert_eq!(said.stdout.lines().count(), 4, "{}", said.stdout);
}

#[test]
fn a_metric_that_gives_no_number_decides_nothing_and_says_why() {
    let project = project();
    let check = |command: &str, why: &str| {
        own_metrics(&project);
        let subject = "subjects/draws/subject.toml";
        project.replace(subject, "./metrics/spread", command);
        let record = record(&project);
        let skipped: Vec<(&str, &str)> = record
            .skipped
            .iter()
            .map(|row| (row.property.as_str(), row.reason.as_str()))
            .collect();
        let reason = format!("it cannot be calibrated: `stdout`: {why}");
        assert_eq!(skipped, [("as-far-apart", reason.as_str())]);
        let mut thesis = record.verdicts.iter().filter(|row| {
            row.technique.as_str() == "heuristic-thesis" && row.property.as_str() == "as-far-apart"
        });
        let inconclusive = format!("inconclusive (unusable-output): `stdout`: {why}");
        assert!(thesis.all(|row| row.verdict.to_string() == inconclusive));
    };
    check(
        "cat /dev/null nowhere",
        "`spread` fails: exit code 1: cat: nowhere: No such file or directory",
    );
    check(
        "echo near",
        "`spread` says `near first second`, which is not one finite number",
    );
    check(
        "printf nan",
        "`spread` says `nan`, which is not one finite number",
    );
}

#[test]
fn a_metric_that_cannot_be_used_is_refused_with_what_to_do() {
    let project = project();
    let check = |from: &str, to: &str, complaint: &[&str]| {
        own_metrics(&project);
        project.replace("subjects/draws/subject.toml", from, to);
        project.run_badly(&["plan", "random"], 3, complaint);
        project.run_badly(&["check"], 3, &[]);
    };
    check(
        "./metrics/spread",
        "./metrics/spred",
        &[
            "`metrics.spread.command`",
            "no program `./metrics/spred`",
            "install it, or write its path",
        ],
    );
    check(
        "./metrics/spread",
        "no-such-program",
        &["no program `no-such-program`"],
    );
    check("./metrics/spread", "'", &["unmatched quote"]);
    check("./metrics/spread", "", &["a command is empty"]);
    check(
        "metrics.spread",
        "metrics.manhattan",
        &["the harness has one of that name"],
    );
    check(
        "metric = \"spread\"",
        "metric = \"spred\"",
        &["no metric `spred`", "`spread`"],
    );
    check("of = \"pair\"", "of = \"three\"", &["`run`", "`pair`"]);
    check("of = \"pair\"\n", "", &["of"]);
    check(
        "metric = \"spread\"",
        "metric = \"spread\"\npairing = \"frist\"",
        &["`heuristic[0].pairing`", "`first`"],
    );
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
