//! `killrate init`: any package becomes a subject, and what cannot become one is told why.

use std::os::unix::ffi::OsStringExt as _;

use crate::support::Project;

const MANIFEST: &str = "[package]\nname = \"adder\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
const LIBRARY: &str = "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n";

/// A project, and a package of these files in the folder `elsewhere` of it.
fn project(files: &[(&str, &str)]) -> Project {
    let project = Project::empty();
    project.write("subjects/README.md", "");
    project.write("datasets/README.md", "");
    for (path, text) in files {
        project.write(&format!("elsewhere/{path}"), text);
    }
    project
}

#[test]
fn a_member_of_a_workspace_with_two_programs_becomes_a_subject() {
    let inheriting = MANIFEST.replace("edition = \"2021\"", "edition.workspace = true")
        + "\n[dependencies]\nbase.workspace = true\n\n[features]\nfast = []\n";
    let workspace = "[workspace]\nmembers = [\"*\"]\nresolver = \"2\"\n\n\
        [workspace.package]\nedition = \"2018\"\n\n\
        [workspace.dependencies]\nbase = { path = \"base\" }\n";
    let base = MANIFEST.replace("adder", "base");
    let project = project(&[
        ("Cargo.toml", workspace),
        ("base/Cargo.toml", &base),
        ("base/src/lib.rs", LIBRARY),
        ("adder/Cargo.toml", &inheriting),
        ("adder/src/bin/one.rs", "fn main() {}\n"),
        (
            "adder/src/bin/two.rs",
            "fn main() {\n    println!(\"{}\", base::add(1, 2) - i32::from(cfg!(feature = \"fast\")));\n}\n",
        ),
    ]);
    let choose = ["has the programs one, two", "--binary"];
    project.run_badly(&["init", "elsewhere/adder"], 3, &choose);
    project.run_well(&["init", "elsewhere/adder", "--binary", "two"]);
    let manifest = project.read("subjects/adder/subject.toml");
    assert!(
        manifest.contains("package = \"../../elsewhere/adder\"\nbinary = \"two\"\n"),
        "{manifest}"
    );
    project.replace(
        "subjects/adder/subject.toml",
        "binary =",
        "features = [\"fast\"]\nbinary =",
    );
    project.run_well(&["check"]);
    let mutants = project
        .run_well(&["mutants", "adder", "--format", "csv"])
        .stdout;
    assert!(
        mutants.contains("src/bin/two.rs::main/sub-to-add/1"),
        "{mutants}"
    );
    assert!(!mutants.contains("src/bin/one.rs"), "{mutants}");
    assert!(
        !project.path("elsewhere/Cargo.lock").exists(),
        "the package is not touched"
    );
    assert!(
        !project.path("elsewhere/target").exists(),
        "the package is not touched"
    );
}

#[test]
fn a_library_gets_a_driver_and_is_what_is_mutated() {
    let no_std = format!("#![no_std]\n#![forbid(unsafe_code)]\n#![deny(warnings)]\n{LIBRARY}");
    let build = "fn main() {\n    println!(\"cargo:rustc-cfg=made\");\n}\n";
    let edition = MANIFEST.replace("edition = \"2021\"\n", "");
    let project = project(&[
        ("Cargo.toml", &edition),
        ("src/lib.rs", &no_std),
        ("build.rs", build),
    ]);
    project.run_well(&["init", "elsewhere", "--name", "own/adder"]);
    project.replace(
        "subjects/own/adder/src/main.rs",
        "Ok(line.to_owned())",
        "Ok(adder::add(line.parse()?, 1).to_string())",
    );
    let mutants = project
        .run_well(&["mutants", "own/adder", "--format", "csv"])
        .stdout;
    let ids: Vec<&str> = mutants.lines().skip(1).collect();
    assert_eq!(ids.len(), 1, "{mutants}");
    assert!(ids[0].contains("src/lib.rs::add/add-to-sub/1"), "{mutants}");
    assert!(ids[0].ends_with("\"woven\""), "{mutants}");
    let again = ["something at", "subjects/own/adder", "--name"];
    project.run_badly(&["init", "elsewhere", "--name", "own/adder"], 3, &again);
}

#[test]
fn what_cannot_become_a_subject_is_told_why() {
    let virtual_workspace = project(&[("Cargo.toml", "[workspace]\nmembers = []\n")]);
    virtual_workspace.run_badly(&["init", "elsewhere"], 3, &["no `package.name`"]);
    virtual_workspace.run_badly(&["init", "nowhere"], 3, &["nowhere/Cargo.toml"]);
    virtual_workspace.run_badly(&["init", "libm@0.2"], 3, &["`0.2` is not a whole version"]);
    virtual_workspace.run_badly(&["init", "li bm@0.2.1"], 3, &["write it as `libm@0.2.16`"]);
    let empty = project(&[("Cargo.toml", MANIFEST)]);
    empty.run_badly(
        &["init", "elsewhere"],
        3,
        &["`adder` has no library target"],
    );
    let macros = format!("{MANIFEST}\n[lib]\nproc-macro = true\n");
    let macros = project(&[("Cargo.toml", &macros), ("src/lib.rs", "")]);
    macros.run_badly(&["init", "elsewhere"], 3, &["procedural macro"]);
    let library = project(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY)]);
    library.run_badly(
        &["init", "elsewhere", "--binary", "x"],
        3,
        &["leave --binary out"],
    );
    library.run_badly(
        &["init", "elsewhere", "--name", "a b"],
        3,
        &["choose a --name"],
    );
    for project in [virtual_workspace, empty, macros, library] {
        let left: Vec<_> = std::fs::read_dir(project.path("subjects"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1, "nothing is half-written: {left:?}");
    }
}

#[test]
fn a_path_that_is_not_utf_8_is_refused_with_the_reason() {
    let project = project(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY)]);
    let strange = std::ffi::OsString::from_vec(b"caf\xe9".to_vec());
    std::fs::rename(project.path("elsewhere"), project.path(".").join(strange)).unwrap();
    let folder = project
        .path(".")
        .join(std::ffi::OsString::from_vec(b"caf\xe9".to_vec()));
    std::os::unix::fs::symlink(folder, project.path("link")).unwrap();
    project.run_badly(&["init", "link"], 3, &["is not UTF-8", "move the package"]);
}
