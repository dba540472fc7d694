//! Every kind of program that is kept is compared with its digest before it is used again.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

#[expect(dead_code, reason = "no build fails here, so no message is read")]
mod package;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use killrate_model::MutantClass;
use killrate_mutator::{WeaveOptions, build_marked, build_plain, weave, weave_tests};
use package::{MANIFEST, package};

/// A reference to a constant lives for ever; to a number that is chosen at run time it does not, so
/// the mutants of `2` compile alone.
const PROGRAM: &str = "\
fn evens() -> &'static [u32] {
    &[2]
}

fn main() {
    println!(\"{:?}\", evens());
}

#[test]
fn small() {
    assert!(evens()[0] < 3);
}
";

/// What a program prints; the times of its tests are not looked at.
#[expect(
    clippy::disallowed_methods,
    reason = "these tests are about what kept programs do when they run"
)]
fn prints(program: &Path) -> String {
    let output = Command::new(program).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (before, _) = text.split_once("; finished in").unwrap_or((&text, ""));
    before.to_owned()
}

/// Replaces the program that `build` gives, and expects it as it was.
#[track_caller]
fn check(options: &WeaveOptions, build: impl Fn(&WeaveOptions) -> PathBuf) {
    let program = build(options);
    let expected = prints(&program);
    fs::write(&program, "#!/bin/sh\necho replaced\n").unwrap();
    assert_eq!(build(options), program);
    assert_eq!(prints(&program), expected);
    // What was not replaced is not built again.
    let time = || fs::metadata(&program).unwrap().modified().unwrap();
    let before = time();
    build(options);
    assert_eq!(time(), before);
}

#[test]
fn whatever_kept_program_was_replaced_is_built_again() {
    let files = [("Cargo.toml", MANIFEST), ("src/main.rs", PROGRAM)];
    let (_folder, mut options) = package(&files);
    options.classes = [MutantClass::OffByOne].into();
    options.tests = true;
    let woven = |options: &WeaveOptions| weave(options, &|_| ()).unwrap();
    let alone = |options: &WeaveOptions| {
        let programs = woven(options).alone;
        assert_eq!(programs.len(), 2);
        programs.into_values().next_back().unwrap()
    };
    check(&options, |options| woven(options).binary);
    check(&options, alone);
    check(&options, |options| build_plain(options).unwrap());
    check(&options, |options| build_marked(options).unwrap().binary);
    let tests = |options: &WeaveOptions| {
        let mut programs = weave_tests(options, &woven(options)).unwrap();
        assert_eq!(programs.len(), 1);
        programs.remove(0)
    };
    check(&options, |options| tests(options).binary);
    check(&options, |options| {
        tests(options).alone.into_values().next().unwrap()
    });
}
