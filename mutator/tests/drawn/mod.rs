//! Random numbers from outside of the process, replayed in the tests of the calls that drew them.

use std::sync::LazyLock;

use killrate_model::{CheckTally, protocol};
use killrate_mutator::{CheckOptions, Woven, build_plain, weave};
use tempfile::TempDir;

use crate::check_refused;
use crate::package::{MANIFEST, package};
use crate::woven::{Run, run};

/// The choices behind `@meta`, and a name for them.
const SANDBOXES: [(&str, &str); 7] = [
    ("clone", "clone"),
    ("clone_after", "clone, after"),
    ("fork", "fork, after"),
    ("early", "fork, before"),
    ("batch", "batch"),
    ("pod", "pod, after"),
    ("early_pod", "pod, before"),
];

/// The next number of a file that is open: neither a copy of a value nor one of the process rewinds it.
const TAPE: &str = "
use std::fs::File;
use std::io::Read;
use std::sync::LazyLock;
use std::time::Duration;

static TAPE: LazyLock<File> = LazyLock::new(|| {
    let numbers: Vec<u8> = (0..2000_u32).map(|n| ((n * 37 + 211) % 251) as u8).collect();
    std::fs::write(\"tape\", numbers).unwrap();
    File::open(\"tape\").unwrap()
});

/// @random
fn next() -> u64 {
    let mut byte = [0];
    (&*TAPE).read_exact(&mut byte).unwrap();
    byte[0].into()
}

/// @random
fn now() -> Option<Duration> {
    let tick = next();
    Some(Duration::from_secs(tick))
}
";

const OTHERS: &str = "
/// @meta[order, clone] difference(x + 1) == \\result + 1
/// @meta[order-early, fork, before] difference(x + 1) == \\result + 1
fn difference(x: i64) -> i64 {
    x + 2 * next() as i64 - next() as i64
}

/// @meta[kinds, fork] mixed() == \\result
fn mixed() -> (u64, Option<Duration>, u64) {
    (next(), now(), next())
}

/// @meta[nested, clone] outer(x + 1) == \\result + 1
/// @meta[nested-early, fork, before] outer(x + 1) == \\result + 1
fn outer(x: u64) -> u64 {
    next() + inner(0) * 1000 + inner(1) * 1000 + next() + x
}

/// @meta[inside, clone] inner(x + 1) == \\result + 1
/// @meta[inside-early, fork, before] inner(x + 1) == \\result + 1
/// @meta[inside-later, batch] inner(x + 1) == \\result + 1
fn inner(x: u64) -> u64 {
    next() + x
}

/// @meta[recursive, fork, after] recursive(n) == \\result
/// @meta[recursive-early, fork, before] recursive(n) == \\result
fn recursive(n: u64) -> u64 {
    if n == 0 { 0 } else { next() * n + recursive(n - 1) }
}

/// @meta[goes-deep, clone, deep] around(x + 1) == \\result + 1
fn around(x: u64) -> u64 {
    middle(x) + next()
}

/// @meta[in-deep, clone] middle(x + 1) == \\result + 1
fn middle(x: u64) -> u64 {
    next() + x
}
";

/// Every number that is drawn only in a test moves the tape, so these come after all others.
const LAST: &str = "
/// @meta[begins-alike, clone] several(n + 1).starts_with(&\\result)
/// @meta[goes-on, clone] { let more = several(n + 2); more[n] != more[n + 1] && more[n] != \\result[n - 1] }
/// @meta[goes-on-early, fork, before] { let more = several(n + 2); more[n] != more[n + 1] && more[n] != \\result[n - 1] }
fn several(n: usize) -> Vec<u64> {
    (0..n).map(|_| next()).collect()
}

/// @meta[threaded, clone] threaded(x + 1) == \\result + 1
/// @meta[threaded-fork, fork, after] threaded(x + 1) == \\result + 1
/// @meta[threaded-early, fork, before] threaded(x + 1) == \\result + 1
/// @meta[threaded-later, batch] threaded(x + 1) == \\result + 1
fn threaded(x: u64) -> u64 {
    std::thread::spawn(next).join().unwrap() + x
}
";

/// A right and a wrong function for every sandbox, and others.
fn source() -> String {
    let (mut functions, mut calls) = (String::new(), String::new());
    for (name, choices) in SANDBOXES {
        for (kind, low) in [("right", "a"), ("wrong", "2 * a")] {
            functions.push_str(&format!(
                "/// @meta[{kind}-{name}, {choices}] {kind}_{name}(a + 10, b + 10) == \\result + 10\n\
                 fn {kind}_{name}(a: u64, b: u64) -> u64 {{ {low} + next() % (b - a + 1) }}\n"
            ));
            calls.push_str(&format!(
                "for _ in 0..3 {{ println!(\"{{}}\", {kind}_{name}(1, 200)); }}\n"
            ));
        }
    }
    for call in [
        "difference(1)",
        "mixed()",
        "outer(1)",
        "recursive(3)",
        "around(1)",
        "several(3)",
    ] {
        calls.push_str(&format!("println!(\"{{:?}}\", {call});\n"));
    }
    format!(
        "{TAPE}{functions}{OTHERS}{LAST}\
         fn main() {{\n{calls}if std::env::args().count() > 1 {{ threaded(1); }}\n}}\n"
    )
}

struct Program {
    woven: Woven,
    plain: Run,
    _folder: TempDir,
}

fn program(source: &str) -> Program {
    let (folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", source)]);
    options.checks = Some(CheckOptions::default());
    let plain = run(&build_plain(&options).unwrap(), &[], &[]);
    Program {
        woven: weave(&options, &|_| ()).unwrap(),
        plain,
        _folder: folder,
    }
}

static REPLAYED: LazyLock<Program> = LazyLock::new(|| program(&source()));

fn tallies(run: &Run) -> Vec<CheckTally> {
    run.report.clone().unwrap().checks.unwrap()
}

/// How many tests, alarms and inconclusive tests a property has; `None` where there can be no pod.
#[track_caller]
fn counts(tallies: &[CheckTally], name: &str) -> Option<(u64, u64, u64)> {
    let tally = tallies.iter().find(|tally| tally.name.as_str() == name);
    let tally = tally.unwrap_or_else(|| panic!("`{name}` was not tested"));
    let is_impossible = name.ends_with("pod") && tally.detail.contains("no pod can be made");
    (!is_impossible).then_some((tally.n_tests, tally.n_alarms, tally.n_inconclusive))
}

#[test]
fn numbers_from_outside_are_replayed_in_every_sandbox() {
    for setting in ["all", "all fork"] {
        let run = run(&REPLAYED.woven.binary, &[], &[(protocol::CHECKS, setting)]);
        let tallies = tallies(&run);
        for (name, _) in SANDBOXES {
            let right = counts(&tallies, &format!("right-{name}"));
            assert!(matches!(right, None | Some((3, 0, 0))), "{name} {right:?}");
            let wrong = counts(&tallies, &format!("wrong-{name}"));
            assert!(matches!(wrong, None | Some((3, 3, 0))), "{name} {wrong:?}");
        }
    }
}

#[test]
fn without_the_mark_every_sandbox_raises_alarms() {
    let unmarked = program(&source().replace("/// @random\n", ""));
    let run = run(&unmarked.woven.binary, &[], &[(protocol::CHECKS, "all")]);
    for (name, _) in SANDBOXES {
        let right = counts(&tallies(&run), &format!("right-{name}"));
        assert!(
            right.is_none_or(|(_, n_alarms, _)| n_alarms > 0),
            "{name} {right:?}"
        );
    }
}

#[test]
fn the_program_draws_what_it_draws_without_checks() {
    let settings: [&[(&str, &str)]; 3] = [
        &[],
        &[(protocol::CHECKS, "all")],
        &[(protocol::CHECKS, "all fork")],
    ];
    for settings in settings {
        let run = run(&REPLAYED.woven.binary, &[], settings);
        assert_eq!(
            (run.code, run.stdout),
            (Some(0), REPLAYED.plain.stdout.clone())
        );
    }
}

#[test]
fn each_call_is_given_its_own_numbers_in_their_order() {
    let run = run(&REPLAYED.woven.binary, &[], &[(protocol::CHECKS, "all")]);
    let tallies = tallies(&run);
    for (name, n_tests) in [
        ("order", 1),
        ("order-early", 1),
        ("kinds", 1),
        ("nested", 1),
        ("nested-early", 1),
        ("inside", 2),
        ("inside-early", 2),
        ("inside-later", 2),
        ("recursive", 4),
        ("recursive-early", 4),
        ("goes-deep", 1),
        // Once in the program, and once inside the test of `around`.
        ("in-deep", 2),
    ] {
        assert_eq!(counts(&tallies, name), Some((n_tests, 0, 0)), "{name}");
    }
}

#[test]
fn a_test_that_draws_more_than_its_call_draws_new_numbers() {
    let run = run(&REPLAYED.woven.binary, &[], &[(protocol::CHECKS, "all")]);
    for name in ["begins-alike", "goes-on", "goes-on-early"] {
        assert_eq!(counts(&tallies(&run), name), Some((1, 0, 0)), "{name}");
    }
}

#[test]
fn what_another_thread_drew_is_no_reason_for_an_alarm() {
    let binary = &REPLAYED.woven.binary;
    let run = run(binary, &["threaded"], &[(protocol::CHECKS, "all")]);
    for name in [
        "threaded",
        "threaded-fork",
        "threaded-early",
        "threaded-later",
    ] {
        assert_eq!(counts(&tallies(&run), name), Some((1, 0, 1)), "{name}");
    }
}

#[test]
fn a_mutant_is_found_by_its_numbers() {
    let id = "src/main.rs::right_clone/sub-to-add/1";
    let mut mutants = REPLAYED.woven.mutants.iter();
    let mutant = mutants.find(|mutant| mutant.id.0 == id).unwrap();
    let number = mutant.number.to_string();
    let settings = [
        (protocol::MUTANT, number.as_str()),
        (protocol::CHECKS, "all"),
    ];
    let run = run(&REPLAYED.woven.binary, &[], &settings);
    // The range is 202 wide in the call and 222 in the test; of 211, 248 and 34 two are beyond 202.
    let tallies = tallies(&run);
    assert_eq!(counts(&tallies, "right-clone"), Some((3, 2, 0)));
    assert_eq!(counts(&tallies, "right-fork"), Some((3, 0, 0)));
}

#[test]
fn a_type_that_cannot_be_kept_is_refused_with_the_compilers_words() {
    check_refused(
        "struct Odd(u8);\n/// @random\nfn f() -> Odd { if true { return Odd(1) } Odd(2) }\n\
         fn main() { f(); }",
        &[
            "cannot use `@random` at line 2, column 5 of `src/main.rs`: `Odd` cannot be kept",
            "`Odd: Carry`",
        ],
    );
}
