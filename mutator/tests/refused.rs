//! Packages that cannot be woven, and what the user is told.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod package;

use std::fs;

use killrate_mutator::{build_single, diff, find, weave};
use package::{MANIFEST, message, package};

#[track_caller]
fn check_refused(files: &[(&str, &str)], expected: &str) {
    let (folder, options) = package(files);
    let error = find(&options).unwrap_err();
    assert_eq!(message(&error, folder.path()), expected);
}

#[test]
fn a_package_that_does_not_compile_is_refused_in_the_words_of_the_compiler() {
    let (folder, options) = package(&[
        ("Cargo.toml", MANIFEST),
        (
            "src/main.rs",
            "fn main() {\n    let x: u32 = \"one\" + 1;\n}\n",
        ),
    ]);
    let error = weave(&options, &|_| ()).unwrap_err();
    let text = message(&error, folder.path());
    let expected = "\
package `sample` does not compile; correct it before mutating it
error[E0369]: cannot add `{integer}` to `&str`
 --> src/main.rs:2:24
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn a_file_that_does_not_parse_is_named() {
    check_refused(
        &[
            ("Cargo.toml", MANIFEST),
            ("src/main.rs", "fn main() { 1 + }\n"),
        ],
        "cannot parse `src/main.rs` at line 1, column 17: unexpected end of input, expected an \
         expression; make it compile before mutating it",
    );
}

#[test]
fn a_folder_without_a_manifest_is_refused() {
    check_refused(
        &[("src/main.rs", "fn main() {}")],
        "cannot read `FOLDER/package/Cargo.toml`; name the folder of a Cargo package",
    );
}

#[test]
fn a_workspace_without_a_package_is_refused() {
    check_refused(
        &[("Cargo.toml", "[workspace]\nmembers = []\n")],
        "`FOLDER/package/Cargo.toml` has no `package.name`; name the folder of a package, not of \
         a workspace",
    );
}

#[test]
fn a_package_that_inherits_from_no_workspace_is_refused() {
    check_refused(
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"sample\"\nedition.workspace = true\n",
            ),
            ("src/main.rs", "fn main() {}"),
        ],
        "`FOLDER/package/Cargo.toml` takes `package.edition` from its workspace, which has no such \
         key; correct it until `cargo check` accepts it",
    );
}

#[test]
fn a_library_is_refused() {
    check_refused(
        &[("Cargo.toml", MANIFEST), ("src/lib.rs", "")],
        "package `sample` has no binary target; add `src/main.rs` or a `[[bin]]` section",
    );
}

#[test]
fn a_package_with_two_programs_must_say_which() {
    check_refused(
        &[
            ("Cargo.toml", MANIFEST),
            ("src/bin/one.rs", "fn main() {}"),
            ("src/bin/two/main.rs", "fn main() {}"),
        ],
        "package `sample` has the binary targets one, two; choose one",
    );
}

#[test]
fn a_dependency_that_does_not_exist_is_cargos_complaint() {
    let manifest = format!("{MANIFEST}\n[dependencies]\nmissing = {{ path = \"missing\" }}\n");
    let (folder, options) = package(&[("Cargo.toml", &manifest), ("src/main.rs", "fn main() {}")]);
    let error = weave(&options, &|_| ()).unwrap_err();
    let text = message(&error, folder.path());
    assert!(
        text.starts_with("cargo cannot build package `sample`; correct what it complains about\n"),
        "{text}"
    );
    assert!(text.contains("FOLDER/package/missing"), "{text}");
}

#[test]
fn a_mutant_of_an_older_source_is_refused() {
    let (_folder, options) = package(&[
        ("Cargo.toml", MANIFEST),
        ("src/main.rs", "fn main() { assert!(1 < 2); }\n"),
    ]);
    let mutants = find(&options).unwrap().mutants;
    fs::write(options.package.join("src/main.rs"), "fn main() {}\n").unwrap();
    let expected = "mutant `src/main.rs::main/literal-minus-one/1` does not fit the source of \
                    package `sample` any more; weave it again";
    assert_eq!(
        build_single(&options, &mutants[0]).unwrap_err().to_string(),
        expected
    );
    assert_eq!(
        diff(&options, &mutants[0]).unwrap_err().to_string(),
        expected
    );
}
