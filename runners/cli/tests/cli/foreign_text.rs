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

/// A record that somebody else has made, or one whose files were changed.
#[cfg(feature = "analysis")]
#[test]
fn escapes_in_a_record_and_in_its_provenance_are_shown() {
    let project = Project::empty();
    project.write(
        "matrix.csv",
        "mutant,test,killed,function,before,after\n\
         one,a,1,\u{1b}[2Jgone,x\u{202e}y,\u{9b}31mz\n\
         two,a,0,=cmd,\u{7},b\n",
    );
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    let mut record = killrate_record::read(&project.path("theirs")).unwrap();
    record.provenance.toolchain = "imported from \u{1b}]0;theirs\u{7}".to_owned();
    record.provenance.tool_version = "\u{202e}1".to_owned();
    killrate_record::write(&project.path("changed"), &record).unwrap();
    let report = ["report", "theirs", "--policy", "strict"];
    let mut told = String::new();
    for more in [
        &[][..],
        &["--table", "all"],
        &["--by", "function"],
        &["--by", "mutant"],
        &["--format", "json"],
        &["--by", "function", "--color", "always"],
    ] {
        let said = project.run_well(&[&report[..], more].concat());
        told += &said.stdout;
        told += &said.stderr;
    }
    told += &project
        .run_well(&["export", "theirs", "--format", "jsonl"])
        .stdout;
    told += &project
        .run_well(&["diff", "theirs", "changed", "--policy", "strict"])
        .stdout;
    let obeyed = ['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}'];
    assert!(!told.contains(obeyed), "{told:?}");
    for shown in ["\\u001b]0;theirs\\u0007", "\\u202e1", "\\u001b[2Jgone"] {
        assert!(told.contains(shown), "`{shown}` is not in {told:?}");
    }
    // In a file it is as little obeyed, and a spreadsheet runs no cell.
    project.run_well(&[&report[..], &["-o", "report.txt"]].concat());
    assert!(!project.read("report.txt").contains(obeyed));
    let csv = [&report[..], &["--by", "function", "--format", "csv"]].concat();
    let csv = project.run_well(&csv).stdout;
    assert!(csv.contains("\n,'=cmd,"), "{csv:?}");
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
