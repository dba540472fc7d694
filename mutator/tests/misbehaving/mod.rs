//! Tests of properties that do everything a test should not do, in every sandbox.

use std::path::Path;
use std::sync::LazyLock;

use killrate_model::{CheckTally, protocol};
use killrate_mutator::{CheckOptions, Woven, build_plain, weave};
use tempfile::TempDir;

use crate::package::{MANIFEST, package};
use crate::woven::{Run, run};

/// What a function does with a negative number, and what the report then says.
const WAYS: [(&str, &str, &str); 5] = [
    (
        "loops",
        "let mut y = x; while y < 0 { y -= y % 2 - y % 2; }",
        "out of fuel",
    ),
    ("panics", "panic!(\"no\");", "panicked: no"),
    ("aborts", "std::process::abort();", "killed by signal 6"),
    ("exhausts", EXHAUST, "killed by signal 6"),
    (
        "exits",
        "println!(\"leaving\"); std::process::exit(3);",
        "ended the program",
    ),
];

const EXHAUST: &str = "let mut blocks = Vec::new(); \
     loop { blocks.push(std::hint::black_box(Vec::<u8>::with_capacity(1 << 26))); }";

/// The choices behind `@meta`, and a name for them.
const SANDBOXES: [(&str, &str); 6] = [
    ("clone", "clone"),
    ("fork", "fork, after"),
    ("early", "fork, before"),
    ("batch", "batch"),
    ("pod", "pod, after"),
    ("early_pod", "pod, before"),
];

struct Program {
    woven: Woven,
    plain: Run,
    _folder: TempDir,
}

static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
    let (folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", &source())]);
    options.checks = Some(CheckOptions::default());
    let plain = run(&build_plain(&options).unwrap(), &[], &[]);
    Program {
        woven: weave(&options, &|_| ()).unwrap(),
        plain,
        _folder: folder,
    }
});

/// A function for every way and sandbox. Only with an argument the program calls the one that
/// exhausts the memory of the program itself.
fn source() -> String {
    let (mut functions, mut calls) = (String::new(), String::new());
    for (way, text, _) in WAYS {
        for (sandbox, choices) in SANDBOXES {
            functions.push_str(&format!(
                "/// @meta[{way}-{sandbox}, {choices}] {way}_{sandbox}(-x) == \\result\n\
                 #[allow(unreachable_code)] fn {way}_{sandbox}(x: i32) -> i32 {{ if x < 0 {{ {text} }} x }}\n"
            ));
            if (way, sandbox) != ("exhausts", "clone") {
                calls.push_str(&format!("println!(\"{{}}\", {way}_{sandbox}(1));\n"));
            }
        }
    }
    format!(
        "{functions}fn main() {{\nif std::env::args().count() > 1 {{ exhausts_clone(1); }}\n\
         {calls}println!(\"end\");\n}}\n"
    )
}

fn checked(binary: &Path, arguments: &[&str], checks: &str) -> Run {
    let settings = [(protocol::CHECKS, checks), (protocol::FUEL, "1000000")];
    run(binary, arguments, &settings)
}

#[track_caller]
fn check(run: &Run, name: &str, expected: &str) {
    let tallies = run.report.as_ref().unwrap().checks.as_ref().unwrap();
    let named = |tally: &&CheckTally| tally.name.as_str() == name;
    let tally = tallies.iter().find(named).unwrap();
    let counts = (tally.n_calls, tally.n_tests, tally.n_alarms);
    // Whoever has a kernel without the rules for pods is told that nothing was tested.
    let is_impossible = name.contains("pod") && tally.detail.contains("no pod can be made");
    if is_impossible {
        assert_eq!((counts, tally.n_inconclusive), ((1, 1, 0), 1), "{name}");
    } else {
        assert_eq!((counts, tally.n_inconclusive), ((1, 1, 1), 0), "{name}");
        assert_eq!(tally.detail, format!("call 1: {expected}"), "{name}");
    }
}

#[test]
fn a_test_that_misbehaves_is_an_alarm_in_every_sandbox_and_the_program_goes_on() {
    let run = checked(&PROGRAM.woven.binary, &[], "all");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, PROGRAM.plain.stdout);
    assert!(run.stdout.ends_with("1\nend\n"), "{}", run.stdout);
    for (way, _, expected) in WAYS {
        for (sandbox, _) in SANDBOXES {
            let expected = match (way, sandbox) {
                ("exhausts", "clone") => continue,
                // The last tests that wait are run when the program ends already, and one that ends
                // for the second time is aborted by the standard library.
                ("exits", "batch") => "killed by signal 6",
                _ => expected,
            };
            check(&run, &format!("{way}-{sandbox}"), expected);
        }
    }
}

#[test]
fn a_test_on_copies_that_exhausts_memory_is_answered_when_every_test_has_a_copy_of_the_process() {
    let checked_with_little = |checks: &str| {
        let limited = "ulimit -v 2097152 && exec \"$0\" too";
        let binary = PROGRAM.woven.binary.to_str().unwrap();
        checked(Path::new("/bin/sh"), &["-c", limited, binary], checks)
    };
    // The memory is the program's own, which ends without a report; studies then ask again.
    let here = checked_with_little("all");
    assert_eq!((here.code, here.report), (None, None));
    let apart = checked_with_little("all fork");
    assert_eq!(
        (apart.code, &apart.stdout),
        (Some(0), &PROGRAM.plain.stdout)
    );
    check(&apart, "exhausts-clone", "killed by signal 6");
}
