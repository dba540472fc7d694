//! Relations of functions behind commands and in crates, by the real binary.

use std::path::Path;

use crate::support::{Said, binary};

/// A folder with files, in which the binary runs outside any project.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn infer(folder: &Path, arguments: &[&str]) -> Said {
    let mut command = binary();
    command.arg("infer").args(arguments).current_dir(folder);
    command.output().unwrap().into()
}

#[test]
fn relations_of_a_command_are_listed() {
    let folder = folder(&[("eval.awk", "{ printf \"%.17g\\n\", sqrt($1 * $1) }\n")]);
    let said = infer(folder.path(), &["--command", "awk -f eval.awk"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let mut lines = said.stdout.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("awk   "), "{head}");
    let mirror = lines.find(|line| line.starts_with("  awk(−x) = awk(x) "));
    let mirror = mirror.unwrap_or_else(|| panic!("{}", said.stdout));
    let words: Vec<&str> = mirror.split_whitespace().collect();
    assert_eq!(words[3..7], ["for", "|x|", "≤", "1000"], "{mirror}");
    assert_eq!(
        (words[7], words[9], words[10]),
        ("catches", "of", "66"),
        "{mirror}"
    );
}

#[test]
fn a_function_of_a_crate_in_a_folder_has_relations_in_json() {
    let folder = folder(&[
        (
            "shapes/Cargo.toml",
            "[package]\nname = \"shapes\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        ),
        (
            "shapes/src/lib.rs",
            "pub fn longer(a: f64, b: f64) -> f64 {\n    if a > b { a } else { b }\n}\n",
        ),
    ]);
    let said = infer(
        folder.path(),
        &["./shapes", "--function", "longer", "--format", "json"],
    );
    assert_eq!(said.code, 0, "{}", said.stderr);
    let json: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(json["function"], "longer");
    let relations = json["relations"].as_array().unwrap();
    let exchanged = relations
        .iter()
        .find(|relation| relation["text"] == "longer(y, x) = longer(x, y)")
        .unwrap_or_else(|| panic!("{}", said.stdout));
    assert_eq!(
        exchanged["inputs"],
        serde_json::json!(["longer(y, x)", "longer(x, y)"])
    );
    assert_eq!(exchanged["domain"]["text"], "|x, y| ≤ 20");
    assert_eq!(exchanged["tolerance"]["factor"], 4.0);
    assert_eq!(exchanged["checks"]["n-points"], 8000);
    let coefficients: Vec<f64> = (exchanged["coefficients"].as_array().unwrap().iter())
        .map(|term| term["coefficient"]["value"].as_f64().unwrap())
        .collect();
    assert_eq!(coefficients, [1.0, -1.0]);
}

#[track_caller]
fn check_refused(arguments: &[&str], code: i32, expected: &str) {
    let folder = folder(&[
        ("four.awk", "{ print 4 }\n"),
        ("word.awk", "{ print \"four\" }\n"),
    ]);
    let said = infer(folder.path(), arguments);
    assert_eq!(said.code, code, "{}", said.stderr);
    assert!(said.stderr.contains(expected), "{}", said.stderr);
    assert_eq!(said.stdout, "");
}

#[test]
fn a_constant_is_refused_with_what_to_do() {
    check_refused(
        &["--command", "awk -f four.awk"],
        4,
        "no relation of `awk` can be inferred\n  because it gave 4e0 for all arguments; a constant has no relation that a fault could break",
    );
}

#[test]
fn a_program_that_prints_words_is_refused() {
    check_refused(
        &["--command", "awk -f word.awk"],
        3,
        "answered call 1 with `four`, which is no number",
    );
}

#[test]
fn a_function_must_be_named_with_its_crate() {
    check_refused(
        &["sin(x)"],
        2,
        "`sin(x)` is no folder of a crate; say with `--crate` which crate has it",
    );
    check_refused(&[], 2, "there is nothing to infer from");
    check_refused(&["sin(x)", "--crate", "libm"], 3, "is not a whole version");
}

#[test]
fn what_is_inferred_is_saved_as_properties_of_the_function() {
    let folder = folder(&[
        (
            "shapes/Cargo.toml",
            "[package]\nname = \"shapes\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        ),
        (
            "shapes/src/lib.rs",
            "pub fn hill(x: f64) -> f64 {\n    let y = x * x;\n    y / (1.0 + y)\n}\n",
        ),
    ]);
    let arguments = ["./shapes", "--function", "hill", "--save", "hill.checks"];
    let said = infer(folder.path(), &arguments);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let saved = std::fs::read_to_string(folder.path().join("hill.checks")).unwrap();
    let mut lines = saved.lines();
    assert_eq!(
        lines.next(),
        Some(
            "# Inferred from the original of `shapes::hill`: what a mutant does was not looked at."
        )
    );
    let n_properties = saved.matches("    @meta[inferred-hill-").count();
    assert!(lines.any(|line| line == "src/lib.rs::hill"), "{saved}");
    let told = format!("{n_properties} properties written to `hill.checks`");
    assert!(
        n_properties > 0 && said.stderr.contains(&told),
        "{}",
        said.stderr
    );
    // A file that is there may hold properties that somebody wrote.
    let again = infer(folder.path(), &arguments);
    assert_eq!(again.code, 3, "{}", again.stderr);
    assert!(
        again
            .stderr
            .contains("there is a file `hill.checks` already"),
        "{}",
        again.stderr
    );
}
