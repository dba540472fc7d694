//! Properties of functions, checked in woven programs.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod drawn;
mod misbehaving;
mod package;
mod woven;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use killrate_model::{CheckTally, Mutant, MutantClass, protocol};
use killrate_mutator::{CheckOptions, MutatorError, build_plain, source_digest, weave};

use package::{MANIFEST, message, package};
use woven::{Fixture, Run, run};

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let side_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/checked/checks.txt");
    let checks = CheckOptions {
        side_file: Some(side_file),
    };
    Fixture::new("checked", &MutantClass::PAPERS, Some(checks))
});

/// Runs with a limit that ends tests that loop.
fn checked(settings: &[(&str, &str)]) -> (Run, Vec<CheckTally>) {
    let settings = [settings, &[(protocol::FUEL, "1000000")]].concat();
    let run = FIXTURE.run(&[], &settings);
    let tallies = run.report.clone().unwrap().checks.unwrap_or_default();
    (run, tallies)
}

fn line(tally: &CheckTally) -> String {
    let CheckTally {
        name,
        n_calls,
        n_tests,
        n_alarms,
        n_inconclusive,
        detail,
    } = tally;
    format!("{name}: {n_calls} {n_tests} {n_alarms} {n_inconclusive} {detail}")
}

#[test]
fn the_program_does_the_same_with_and_without_checks() {
    let plain = run(&build_plain(&FIXTURE.options).unwrap(), &[], &[]);
    let off = FIXTURE.run(&[], &[]);
    assert_eq!(off.report.clone().unwrap().checks, None);
    for setting in ["all", "all fork", "every=2"] {
        let (on, tallies) = checked(&[(protocol::CHECKS, setting)]);
        assert_eq!(
            (plain.code, &plain.stdout),
            (on.code, &on.stdout),
            "{setting}"
        );
        assert!(!tallies.is_empty());
        let fuel = |run: &Run| run.report.as_ref().unwrap().fuel;
        assert_eq!(fuel(&off), fuel(&on));
    }
    assert_eq!((plain.code, &plain.stdout), (off.code, &off.stdout));
    assert!(plain.stdout.contains("aside 8\n"), "{}", plain.stdout);
    let package = source_digest(&FIXTURE.options.package).unwrap();
    assert_eq!(package, FIXTURE.digest_before);
}

#[test]
fn every_test_is_answered_and_the_program_goes_on() {
    let (_, tallies) = checked(&[(protocol::CHECKS, "all")]);
    // What becomes of a pod depends on the kernel, and has a test of its own.
    let is_pod = |tally: &&CheckTally| tally.name.as_str() == "writes";
    let lines: Vec<String> = tallies.iter().filter(|t| !is_pod(t)).map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_test_that_would_end_the_program_is_answered_in_a_copy_whatever_its_property_says() {
    let (_, here) = checked(&[(protocol::CHECKS, "all")]);
    let (_, apart) = checked(&[(protocol::CHECKS, "all fork")]);
    assert_eq!(here, apart);
}

#[test]
fn a_test_in_a_pod_writes_to_a_folder_of_its_own() {
    let (run, tallies) = checked(&[(protocol::CHECKS, "all")]);
    assert!(run.stdout.ends_with("written 4\n4\n"), "{}", run.stdout);
    let writes = tallies.iter().find(|tally| tally.name.as_str() == "writes");
    let line = line(writes.unwrap());
    // Whoever has no such kernel is told that nothing was tested.
    let is_impossible = line.starts_with("writes: 1 1 0 1 call 1: no pod can be made");
    assert!(line == "writes: 1 1 0 0 " || is_impossible, "{line}");
}

#[test]
fn a_test_on_copies_that_exits_unforeseen_leaves_no_report_of_a_program_that_ended_early() {
    // The weaver does not see that a library ends the program, so the test runs in the program.
    let library = "pub fn leave() -> ! { std::process::exit(0) }\n";
    let manifest = format!("{MANIFEST}[dependencies]\nleaving = {{ path = \"leaving\" }}\n");
    let source = "/// @meta[leaves, clone] leaves(-x) == \\result\nfn leaves(x: i32) -> i32 {\n\
                  if x < 0 { leaving::leave() }\nx\n}\n\
                  fn main() { println!(\"{}\", leaves(1)); }\n";
    let (_folder, mut options) = package(&[
        ("Cargo.toml", &manifest),
        ("leaving/Cargo.toml", &MANIFEST.replace("sample", "leaving")),
        ("leaving/src/lib.rs", library),
        ("src/main.rs", source),
    ]);
    options.checks = Some(CheckOptions::default());
    let woven = weave(&options, &|_| ()).unwrap();
    let here = run(&woven.binary, &[], &[(protocol::CHECKS, "all")]);
    assert_eq!((here.stdout.as_str(), here.report), ("", None));
    let apart = run(&woven.binary, &[], &[(protocol::CHECKS, "all fork")]);
    assert_eq!(apart.stdout, "1\n");
    let tallies = apart.report.unwrap().checks.unwrap();
    let lines: Vec<String> = tallies.iter().map(line).collect();
    assert_eq!(lines, ["leaves: 1 1 1 0 call 1: ended the program"]);
}

#[test]
fn calls_are_chosen_as_the_setting_says() {
    let counts = |setting: &str| {
        let (_, tallies) = checked(&[(protocol::CHECKS, setting)]);
        let sine = tallies.iter().find(|tally| tally.name.as_str() == "sine-1");
        sine.map(|tally| (tally.n_calls, tally.n_tests))
    };
    assert_eq!(counts("all"), Some((3, 3)));
    assert_eq!(counts("every=2"), Some((3, 1)));
    assert_eq!(counts("budget=2"), Some((3, 2)));
    assert_eq!(counts("every=4"), None);
    assert_eq!(
        FIXTURE.run(&[], &[(protocol::CHECKS, "often")]).code,
        Some(87)
    );
}

fn alarms_of_mutant(id: &str) -> Vec<String> {
    let mutant = FIXTURE.mutant(id);
    let number = mutant.number.to_string();
    let original: Vec<String> = alarms(&[]);
    let of_mutant = alarms(&[(protocol::MUTANT, &number)]);
    let settings = [
        (protocol::MUTANT, number.as_str()),
        (protocol::CHECKS, "all"),
    ];
    assert_eq!(
        checked(&settings).0.stdout,
        FIXTURE.run_mutant(mutant, &[]).stdout
    );
    let is_new = |name: &String| !original.contains(name);
    of_mutant.into_iter().filter(is_new).collect()
}

fn alarms(settings: &[(&str, &str)]) -> Vec<String> {
    let settings = [settings, &[(protocol::CHECKS, "all")]].concat();
    let (_, tallies) = checked(&settings);
    let alarmed = tallies.iter().filter(|tally| tally.n_alarms > 0);
    alarmed.map(|tally| tally.name.to_string()).collect()
}

#[test]
fn mutants_raise_alarms_where_a_property_does_not_hold() {
    assert_eq!(alarms_of_mutant("src/main.rs::tax/mul-to-div/1"), ["tax-1"]);
    assert_eq!(
        alarms_of_mutant("src/aside.rs::double/add-to-sub/1"),
        Vec::<String>::new()
    );
}

#[test]
fn a_broken_link_is_found_through_a_function_that_is_right() {
    // The mutant builds a list whose back-links skip an item; `walk` itself is as written.
    let is_link =
        |mutant: &&Mutant| mutant.function == "List::of" && mutant.operator.0 == "literal-plus-one";
    let last = FIXTURE.live().filter(is_link).last().unwrap();
    assert_eq!((last.before.as_str(), last.after.as_str()), ("1", "2"));
    assert_eq!(alarms_of_mutant(&last.id.0), ["back-links"]);
}

#[test]
fn what_tests_reach_is_reached_wherever_they_run() {
    let reached = |setting: &str| {
        let settings = [(protocol::PROBE, "reach"), (protocol::CHECKS, setting)];
        let (run, _) = checked(&settings);
        run.report.unwrap().reach.unwrap()
    };
    let with = reached("all");
    assert_eq!(with, reached("all fork"));
    let without = FIXTURE.run(&[], &[(protocol::PROBE, "reach")]);
    let without = without.report.unwrap().reach.unwrap();
    let more = (FIXTURE.live())
        .filter(|mutant| with.is_reached(mutant.number) && !without.is_reached(mutant.number));
    let functions: BTreeSet<&str> = more.map(|mutant| mutant.function.as_str()).collect();
    assert_eq!(functions, ["exits", "loops"].into());
}

#[track_caller]
fn check_refused(source: &str, expected: &[&str]) {
    let (folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", source)]);
    options.checks = Some(CheckOptions::default());
    let error = weave(&options, &|_| ()).unwrap_err();
    assert!(matches!(error, MutatorError::Check(_)), "{error}");
    let text = message(&error, folder.path());
    for part in expected {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_property_that_does_not_compile_is_refused_with_the_compilers_words() {
    check_refused(
        "/// @meta f(x) == \"one\"\nfn f(x: u8) -> u8 { x }\nfn main() { f(1); }",
        &[
            "line 1, column 11 of `src/main.rs`",
            "`@meta f(x) == \"one\"` does not compile",
            "`u8: PartialEq<&str>`",
        ],
    );
    check_refused(
        "struct Fixed(u8);\n/// @meta f(x) == 1\nfn f(x: Fixed) -> u8 { x.0 }\nfn main() { f(Fixed(1)); }",
        &["line 2, column 11", "Clone"],
    );
    check_refused(
        "/// @meta[M] if x > 1 { f(x) ==\nfn f(x: u8) -> u8 { x }\nfn main() { f(1); }",
        &["line 1, column"],
    );
}

/// Every link back skips a node; the program itself goes on as if nothing were wrong.
const LINK: (&str, &str) = ("previous: last,", "previous: last.saturating_sub(1),");

fn martirank() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../subjects/martirank")
}

/// MartiRank's files, those in `src/list.rs` with a change.
fn files_of_martirank(change: (&str, &str)) -> Vec<(String, String)> {
    let root = martirank();
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = fs::read_to_string(root.join("src").join(&name)).unwrap();
        let text = match name.as_str() {
            "list.rs" => {
                assert_eq!(text.matches(change.0).count(), 1);
                text.replace(change.0, change.1)
            }
            _ => text,
        };
        files.push((format!("src/{name}"), text));
    }
    for name in ["Cargo.toml", "Cargo.lock"] {
        let text = fs::read_to_string(root.join(name)).unwrap();
        files.push((name.to_owned(), text));
    }
    files
}

/// The properties that raise an alarm on a known case, and how many tests M1 had.
fn alarms_of_martirank(change: (&str, &str)) -> (Vec<String>, u64) {
    let files = files_of_martirank(change);
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let (_folder, mut options) = package(&files);
    options.classes = BTreeSet::new();
    options.checks = Some(CheckOptions {
        side_file: Some(martirank().with_file_name("martirank.checks")),
    });
    let woven = weave(&options, &|_| ()).unwrap();
    let case = martirank().join("partial-oracle/steps-plain");
    let [train, test] = ["train.csv", "test.csv"].map(|file| case.join(file));
    let (train, test) = (train.to_str().unwrap(), test.to_str().unwrap());
    let arguments = [
        "--train",
        train,
        "--test",
        test,
        "--model",
        "model",
        "--ranking",
        "ranking",
    ];
    let run = run(&woven.binary, &arguments, &[(protocol::CHECKS, "all")]);
    assert_eq!(run.code, Some(0));
    let tallies = run.report.unwrap().checks.unwrap();
    let m1 = tallies.iter().find(|tally| tally.name.as_str() == "M1");
    let alarmed = tallies.iter().filter(|tally| tally.n_alarms > 0);
    let names = alarmed.map(|tally| tally.name.to_string()).collect();
    (names, m1.unwrap().n_tests)
}

#[test]
fn a_broken_link_back_is_found_by_the_property_of_the_quality_although_that_is_right() {
    let (alarmed, n_tests) = alarms_of_martirank((LINK.0, LINK.0));
    assert_eq!(alarmed, Vec::<String>::new());
    assert!(n_tests > 0);
    let (alarmed, _) = alarms_of_martirank(LINK);
    assert!(alarmed.contains(&"M1".to_owned()), "{alarmed:?}");
}
