//! The program as its users see it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test's own, new and empty.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

#[expect(
    clippy::disallowed_methods,
    reason = "this test runs the program itself, which is not a subject here"
)]
fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sparse-matrix"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program can be started")
}

const FILES: [&str; 6] = ["--a", "a.mtx", "--b", "b.mtx", "--product", "product.mtx"];

#[track_caller]
fn check_refused(folder: &Path, arguments: &[&str], reason: &str) {
    let output = run(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(told.contains(reason), "{told}");
    assert!(!folder.join("product.mtx").exists());
}

/// The known cases of `subject.toml`, run as a study runs them.
#[test]
fn special_cases_come_out_as_expected() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("partial-oracle");
    let mut n_cases = 0;
    for entry in fs::read_dir(cases).expect("the folder is there") {
        let case = entry.expect("it can be listed").path();
        if !case.is_dir() {
            continue;
        }
        let folder = scratch("special-cases");
        for name in ["a.mtx", "b.mtx"] {
            fs::copy(case.join(name), folder.join(name)).expect("it can be copied");
        }
        let output = run(&folder, &FILES);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
        let product = fs::read_to_string(folder.join("product.mtx")).expect("it was written");
        let expected = fs::read_to_string(case.join("product.expected")).expect("it is there");
        assert_eq!(product, expected, "{}", case.display());
        n_cases += 1;
    }
    assert_eq!(n_cases, 8);
}

#[test]
fn what_cannot_be_used_is_told() {
    let folder = scratch("refused");
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).expect("the target folder is writable");
    };
    let matrix = "%%MatrixMarket matrix coordinate integer general\n";
    write("a.mtx", &format!("{matrix}2 3 0\n"));
    check_refused(&folder, &FILES, "cannot read `b.mtx`");
    write("b.mtx", &format!("{matrix}2 2 0\n"));
    let reason = "the first matrix has 3 columns and the second 2 rows";
    check_refused(&folder, &FILES, reason);
    write("b.mtx", &format!("{matrix}3 2 1\n1 1 x\n"));
    check_refused(&folder, &FILES, "cannot use `b.mtx`, line 3");
    check_refused(&folder, &FILES[..4], "one of `--a`, `--b` and `--product`");
    check_refused(&folder, &["--c", "1"], "there is no flag `--c`");
    check_refused(&folder, &["--a"], "`--a` has no value");
    check_refused(&folder, &["--a", "1", "--a", "2"], "`--a` comes twice");
}
