//! Text that others wrote is shown at a terminal, not obeyed, and is no formula in a spreadsheet.

use crate::support::Project;

const STUDY: &str = "datasets/studies/own/study.toml";

#[test]
fn escapes_in_a_title_are_shown_and_not_obeyed() {
    let project = Project::of_readmes();
    let title = "title = \"The worked example\"";
    project.replace(STUDY, title, "title = \"\\u001b[2Jgone\\u009b\\u202e\"");
    let said = project.run_well(&["list", "studies"]).stdout;
    assert!(said.contains("\\u001b[2Jgone\\u009b\\u202e"), "{said:?}");
    assert!(!said.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{said:?}");
    // JSON is the same value as ever.
    let json = project.run_well(&["list", "studies", "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(rows[0]["about"], "\u{1b}[2Jgone\u{9b}\u{202e}");
}

#[test]
fn escapes_in_names_of_files_and_in_toml_are_shown_in_errors() {
    let project = Project::of_readmes();
    project.run_badly(
        &["export", "\u{1b}]0;mine\u{7}", "--format", "jsonl"],
        3,
        &["\\u001b]0;mine\\u0007"],
    );
    // The parser of arguments leaves out what it would not show.
    let said = project.run(&["\u{1b}[31mlist"]);
    assert_eq!(said.code, 2);
    assert!(!said.stderr.contains('\u{1b}'), "{:?}", said.stderr);
    project.replace(STUDY, "title = ", "\u{1b}[31mtitle = ");
    let said = project.run(&["run", "own"]);
    assert_eq!(said.code, 3);
    assert!(
        said.stderr.contains("\\u001b[31mtitle"),
        "{:?}",
        said.stderr
    );
    assert!(!said.stderr.contains('\u{1b}'), "{:?}", said.stderr);
}

#[test]
fn escapes_in_what_a_program_complains_are_shown() {
    let project = Project::of_readmes();
    let main = "subjects/sum/src/main.rs";
    let line = "    eprintln!(\"\\u{1b}[2Jfailed\\u{202e}\"); std::process::exit(3);\n}";
    let text = project.read(main);
    let (body, _) = text.rsplit_once('}').unwrap();
    project.write(main, &format!("{body}{line}\n"));
    let said = project.run(&["run", "own"]);
    assert_eq!(said.code, 4, "{}", said.stderr);
    let expected = "it says: \\u001b[2Jfailed\\u202e";
    assert!(said.stderr.contains(expected), "{:?}", said.stderr);
}

#[test]
fn a_cell_that_starts_a_formula_is_text_in_csv() {
    let project = Project::of_readmes();
    let title = "title = \"The worked example\"";
    project.replace(STUDY, title, "title = \"=HYPERLINK(\\\"u\\\")\"");
    let csv = project.run_well(&["list", "studies", "--format", "csv"]);
    assert_eq!(
        csv.stdout,
        "kind,name,about\nstudies,\"own\",\"'=HYPERLINK(\"\"u\"\")\"\n"
    );
}

#[test]
fn a_guarded_cell_of_a_matrix_is_imported_as_it_was() {
    let project = Project::empty();
    project.write(
        "matrix.csv",
        "mutant,test,killed,before,after\nm1,a,1,'-x,-3.5\nm2,a,0,''=y,'z'\n",
    );
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    let mut changes: Vec<(&str, &str)> = record
        .mutants
        .iter()
        .map(|row| (row.before.as_str(), row.after.as_str()))
        .collect();
    changes.sort_unstable();
    assert_eq!(changes, [("'=y", "'z'"), ("-x", "-3.5")]);
}
