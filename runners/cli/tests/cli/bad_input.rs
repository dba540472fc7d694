//! Every kind of bad input: a clear message, the documented exit code, nothing half-written.

use crate::support::Project;

const STUDY: &str = "datasets/studies/own/study.toml";
const SUBJECT: &str = "subjects/sum/subject.toml";

#[test]
fn an_unknown_study_gets_the_nearest_name() {
    let project = Project::of_readmes();
    let complaint = ["there is no study `onw`", "the nearest name is `own`"];
    project.run_badly(&["run", "onw"], 3, &complaint);
    assert!(!project.path("records").exists());
}

#[test]
fn an_unknown_subject_in_a_study_names_file_and_key() {
    let project = Project::of_readmes();
    project.replace(STUDY, "name = \"sum\"", "name = \"smu\"");
    let complaint = [
        STUDY,
        "`subject[0].name`",
        "there is no subject `smu`",
        "the nearest name is `sum`",
    ];
    project.run_badly(&["run", "own"], 3, &complaint);
}

#[test]
fn an_unknown_data_set_technique_or_property_set_names_file_and_key() {
    let cases = [
        (
            "[\"few\"]",
            "[\"fwe\"]",
            "`subject[0].data-sets`",
            "the nearest name is `few`",
        ),
        (
            "\"metamorphic\"",
            "\"metamorfic\"",
            "`subject[0].techniques`",
            "the nearest name is `metamorphic`",
        ),
        (
            "property-sets = [\"own\"]",
            "property-sets = [\"onw\"]",
            "`subject[0].property-sets`",
            "the nearest name is `own`",
        ),
    ];
    for (from, to, key, hint) in cases {
        let project = Project::of_readmes();
        project.replace(STUDY, from, to);
        project.run_badly(&["run", "own"], 3, &[STUDY, key, hint]);
    }
}

#[test]
fn what_is_named_twice_is_refused_before_anything_runs() {
    let cases = [
        (
            "[\"few\"]",
            "[\"few\", \"few\"]",
            "`subject[0].data-sets`",
            "`few` is named twice",
        ),
        ("[1]", "[1, 1]", "`transform-seeds`", "`1` is named twice"),
    ];
    for (from, to, key, problem) in cases {
        let project = Project::of_readmes();
        project.replace(STUDY, from, to);
        project.run_badly(&["run", "own"], 3, &[STUDY, key, problem]);
        assert!(!project.path("target").exists(), "nothing was woven");
    }
}

#[test]
fn a_second_data_set_of_the_same_name_is_refused() {
    let project = Project::of_readmes();
    project.write("datasets/more/few.toml", "format = 1\n");
    let complaint = [
        "two data sets `few`",
        "datasets/more/few.toml",
        "datasets/own/few.toml",
    ];
    project.run_badly(&["list"], 3, &complaint);
}

#[test]
fn a_property_that_does_not_apply_under_any_seed_is_no_fault() {
    let project = Project::of_readmes();
    project.write("datasets/own/few.csv", "number\n3\n");
    let digest = killrate_model::Digest::of(b"number\n3\n").to_string();
    let manifest = project.read("datasets/own/few.toml");
    let old = manifest.split("sha256 = \"").nth(1).unwrap()[..64].to_owned();
    project.replace("datasets/own/few.toml", &old, &digest);
    project.replace(STUDY, "[1]", "[1, 2]");
    project.run_well(&["run", "own"]);
    let record = killrate_record::read(&project.path("records/own")).unwrap();
    assert_eq!(record.skipped.len(), 1);
}

#[test]
fn a_technique_that_a_random_subject_cannot_have_is_refused() {
    let project = Project::of_readmes();
    project.replace(SUBJECT, "title =", "is-deterministic = false\ntitle =");
    let complaint = [
        STUDY,
        "`subject[0].techniques`",
        "`reference`",
        "is-deterministic = false",
    ];
    project.run_badly(&["run", "own"], 3, &complaint);
}

#[test]
fn a_mutant_that_there_is_not_is_told_with_the_way_to_find_one() {
    let project = Project::of_readmes();
    project.replace(
        STUDY,
        "name = \"sum\"",
        "name = \"sum\"\nonly = [\"nowhere\"]",
    );
    project.run_badly(
        &["run", "own"],
        3,
        &["contains `nowhere`", "killrate mutants sum"],
    );
}

#[test]
fn a_record_is_not_written_over_something_else() {
    let project = Project::of_readmes();
    project.write("records/own/thesis.tex", "precious");
    project.run_badly(&["run", "own"], 3, &["records/own", "thesis.tex"]);
    assert_eq!(project.read("records/own/thesis.tex"), "precious");
    assert!(!project.path("target").exists(), "nothing was woven");
}

#[test]
fn check_looks_at_properties_that_no_study_uses() {
    let project = Project::of_readmes();
    project.replace(
        SUBJECT,
        "own = [",
        "spare = [\"twice: if permuet(numbers) then equal(stdout)\"]\nown = [",
    );
    let said = project.run(&["check"]);
    assert_eq!(said.code, 3);
    assert!(said.stdout.contains("bad  subject sum"), "{}", said.stdout);
    assert!(
        said.stderr.contains("`properties.spare[0]`"),
        "{}",
        said.stderr
    );
}

#[test]
fn broken_toml_names_file_and_line() {
    let project = Project::of_readmes();
    project.replace(STUDY, "seed = 1\n", "seed = = 1\n");
    project.run_badly(&["plan", "own"], 3, &[STUDY, "line 4"]);
}

#[test]
fn an_unknown_key_is_refused_by_name() {
    let project = Project::of_readmes();
    project.replace(SUBJECT, "title =", "titel = \"\"\ntitle =");
    project.run_badly(&["run", "own"], 3, &[SUBJECT, "titel"]);
}

#[test]
fn a_missing_key_is_named() {
    let project = Project::of_readmes();
    project.replace(STUDY, "seed = 1\n", "");
    project.run_badly(&["run", "own"], 3, &[STUDY, "seed"]);
}

#[test]
fn a_manifest_of_another_format_is_refused() {
    let project = Project::of_readmes();
    project.replace(SUBJECT, "format = 1", "format = 2");
    project.run_badly(&["run", "own"], 3, &[SUBJECT, "its `format` is 2"]);
}

#[test]
fn a_missing_data_file_is_named() {
    let project = Project::of_readmes();
    std::fs::remove_file(project.path("datasets/own/few.csv")).unwrap();
    project.run_badly(
        &["run", "own"],
        3,
        &["datasets/own/few.csv", "No such file"],
    );
}

#[test]
fn a_changed_data_file_is_told_by_its_checksum() {
    let project = Project::of_readmes();
    project.write("datasets/own/few.csv", "number\n3\n1\n4\n5\n");
    let complaint = [
        "few.csv",
        "few.toml",
        "`files.numbers.sha256`",
        "restore the file",
    ];
    project.run_badly(&["run", "own"], 3, &complaint);
    let said = project.run(&["check"]);
    assert_eq!(said.code, 3);
    assert!(said.stdout.contains("bad  data set few"), "{}", said.stdout);
}

#[test]
fn a_malformed_property_points_at_its_column() {
    let project = Project::of_readmes();
    project.replace(SUBJECT, "if permute(numbers)", "if permuet(numbers)");
    let complaint = [SUBJECT, "`properties.own[0]`", "permuet", "permute"];
    project.run_badly(&["run", "own"], 3, &complaint);
}

#[test]
fn a_subject_that_does_not_build_says_so_in_the_compilers_words() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/src/main.rs",
        "let mut total = 0;",
        "let mut total = zero;",
    );
    project.run_badly(&["run", "own"], 3, &["sum", "cannot find value `zero`"]);
    assert!(!project.path("records/own").exists());
}

#[test]
fn a_subject_that_fails_on_a_data_set_is_no_basis() {
    let project = Project::of_readmes();
    project.replace("subjects/sum/src/main.rs", "skip(1)", "skip(0)");
    let complaint = [
        "the original of `sum` does not end normally on `few`",
        "exit code 101",
    ];
    project.run_badly(&["run", "own"], 4, &complaint);
    assert!(!project.path("records/own").exists());
}

#[test]
fn an_undeclared_non_deterministic_subject_is_no_basis() {
    let project = Project::of_readmes();
    project.replace(
        "subjects/sum/src/main.rs",
        "println!(\"{total}\");",
        "println!(\"{total} {:?}\", std::time::SystemTime::now());",
    );
    let complaint = [
        "the original of `sum` is not deterministic",
        "is-deterministic = false",
    ];
    project.run_badly(&["run", "own"], 4, &complaint);
}

#[test]
fn wrong_arguments_are_a_usage_error() {
    let project = Project::of_readmes();
    project.run_badly(&["run"], 2, &["Usage: killrate run"]);
    project.run_badly(&["reprot", "own"], 2, &["report"]);
    project.run_badly(&["run", "own", "--threads", "0"], 2, &["--threads"]);
}

#[test]
fn a_folder_without_a_project_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = crate::support::binary()
        .args(["list"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = crate::support::Said::from(output);
    assert_eq!(said.code, 3);
    assert!(
        said.stderr.contains("there is no killrate project"),
        "{}",
        said.stderr
    );
}

#[cfg(feature = "analysis")]
#[test]
fn a_report_without_a_record_says_what_to_run() {
    let project = Project::of_readmes();
    project.run_badly(&["report", "own"], 3, &["records/own", "killrate run"]);
}

#[test]
fn a_run_does_not_replace_the_record_of_another_study() {
    let project = Project::of_readmes();
    let said = project.run_well(&["run", "own", "--out", "kept"]);
    let told = "`killrate report kept` shows the answer";
    assert!(said.stderr.contains(told), "{}", said.stderr);
    // The same study may be run again, also to mend a record that is damaged.
    project.write("kept/verdicts.parquet", "PAR1");
    project.run_well(&["run", "own", "--out", "kept"]);
    let provenance = project.read("kept/provenance.json");
    let other = provenance.replace("\"name\": \"own\"", "\"name\": \"other\"");
    assert_ne!(other, provenance);
    project.write("kept/provenance.json", &other);
    let complaint = [
        "cannot replace `kept`",
        "run for the study `other`",
        "choose another folder",
    ];
    project.run_badly(&["run", "own", "--out", "kept"], 3, &complaint);
    assert_eq!(project.read("kept/provenance.json"), other);
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let project = Project::of_readmes();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = project.command(&["list"]);
    let said = command.stdout(full.unwrap()).output().unwrap();
    assert_eq!(said.status.code(), Some(1));
    let told = String::from_utf8(said.stderr).unwrap();
    assert!(
        told.starts_with("error: cannot write to standard output; "),
        "{told}"
    );
}

#[cfg(feature = "analysis")]
#[test]
fn names_that_a_report_does_not_know_are_a_usage_error() {
    let project = Project::of_readmes();
    for (arguments, complaint) in [
        (["--table", "functoins"], "the nearest name is `functions`"),
        (["--table", "3.4,3.4"], "the table `3.4` is named twice"),
        (
            ["--by", "technique, technique"],
            "the dimension `technique` is named twice",
        ),
        (["--by", "tecnique"], "the nearest name is `technique`"),
        (["--policy", "thesys"], "the nearest name is `thesis`"),
        (["--format", "tex"], "invalid value 'tex'"),
        (["--elements", "some.js"], "use it with `--format html`"),
    ] {
        project.run_badly(
            &[&["report", "own"], arguments.as_slice()].concat(),
            2,
            &[complaint],
        );
    }
    for (option, value) in [("--table", "funnel"), ("--by", "class")] {
        let page = ["report", "own", "--format", "html", option, value];
        project.run_badly(
            &page,
            2,
            &[&format!("`{option}` has no effect with `--format html`")],
        );
    }
    project.run_badly(
        &["diff", "own", "own", "--policy", "thesys"],
        2,
        &["`thesis`"],
    );
}

#[cfg(feature = "analysis")]
#[test]
fn an_audit_that_checks_nothing_says_what_a_table_needs() {
    let project = Project::of_readmes();
    project.write("bare.csv", "a,b\n1,2\n");
    project.run_badly(
        &["audit", "bare.csv"],
        3,
        &["`bare.csv`", "a row or a column `total`"],
    );
    project.write("wrong.csv", "a,b\nx,1\ntotal,2\n");
    assert_eq!(project.run(&["audit", "wrong.csv", "bare.csv"]).code, 5);
    project.write("right.csv", "a,b\nx,1\ntotal,1\n");
    project.run_well(&["audit", "right.csv"]);
}

#[test]
fn a_missing_data_file_is_named_with_what_to_do() {
    let project = Project::of_readmes();
    std::fs::remove_file(project.path("datasets/own/few.csv")).unwrap();
    project.run_badly(
        &["run", "own"],
        3,
        &["cannot read `", "few.csv`; put the file back"],
    );
}
