//! Matrices of other tools, as records.

use crate::support::{Project, repository};

const MATRIX: &str = "mutant,technique,test,killed\n\
    m1,unit,a,1\nm2,unit,a,1\nm3,unit,a,0\nm1,system,b,0\nm2,system,b,1\nm3,system,b,0\n";

#[test]
fn a_tidy_matrix_becomes_a_record_and_a_bad_one_is_told_by_line() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    let import = [
        "import",
        "csv",
        "matrix.csv",
        "--out",
        "theirs",
        "--subject",
        "stack",
    ];
    assert_eq!(project.run_well(&import).stdout, "theirs\n");
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    assert_eq!((record.mutants.len(), record.verdicts.len()), (3, 8));
    project.write("matrix.csv", &MATRIX.replace("m3,unit,a,0", "m3,unit,a,2"));
    project.run_badly(&import, 3, &["`matrix.csv`", "line 4", "`2`"]);
    project.run_badly(
        &["import", "major", "nowhere", "--out", "other"],
        3,
        &["nowhere/killMap.csv"],
    );
}

#[test]
fn only_an_imported_record_of_the_same_study_is_replaced() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    let import = |study: &'static str| {
        [
            "import",
            "csv",
            "matrix.csv",
            "--out",
            "theirs",
            "--study",
            study,
        ]
    };
    project.run_well(&import("one"));
    project.run_well(&import("one"));
    project.run_badly(
        &import("two"),
        3,
        &[
            "cannot replace `theirs`",
            "imported for the study `one`",
            "choose another folder",
        ],
    );
    let provenance = project.read("theirs/provenance.json");
    assert!(provenance.contains("imported from tidy CSV"));
    project.write(
        "theirs/provenance.json",
        &provenance.replace("imported from tidy CSV", "rustc 1"),
    );
    project.run_badly(&import("one"), 3, &["run for the study `one`"]);
    let own = ["import", "csv", "matrix.csv", "--out", "own"];
    project.write("own/README.md", "# Mine\n");
    project.run_badly(&own, 3, &["cannot replace `own`", "`README.md`"]);
    assert_eq!(project.read("own/README.md"), "# Mine\n");
}

/// Imports a text and checks that it is refused as something that the user can mend.
#[track_caller]
fn check_refused(format: &str, text: &str, problem: &str) {
    let project = Project::empty();
    project.write("report", text);
    let import = ["import", format, "report", "--out", "theirs"];
    project.run_badly(&import, 3, &["cannot import `report`", problem]);
    assert!(!project.path("theirs").exists());
}

#[test]
fn input_that_contradicts_itself_is_never_a_fault() {
    let mutant = r#"{"id": "0", "mutatorName": "M", "status": "Survived", "coveredBy": ["t"],
        "location": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}}"#;
    check_refused(
        "mutation-testing-elements",
        &format!(r#"{{"files": {{"a.js": {{"mutants": [{mutant}, {mutant}]}}}}}}"#),
        "mutant `a.js 0`",
    );
    check_refused(
        "csv",
        "subject,mutant,test,killed\na,m,t,1\n,original,t,0\n",
        "line 3 of the matrix",
    );
    check_refused("pit", "<mutations>\n<mutation>", "line 2 of the report");
}

#[test]
fn the_matrix_of_the_documentation_can_be_imported() {
    let text = std::fs::read_to_string(repository().join("docs/import.md")).unwrap();
    let (_, text) = text.split_once("```csv\n").unwrap();
    let (matrix, _) = text.split_once("```").unwrap();
    let project = Project::empty();
    project.write("matrix.csv", matrix);
    project.run_well(&["import", "csv", "matrix.csv", "--out", "theirs"]);
    let record = killrate_record::read(&project.path("theirs")).unwrap();
    assert_eq!((record.mutants.len(), record.verdicts.len()), (2, 6));
}

#[cfg(feature = "analysis")]
#[test]
fn the_rate_of_a_suite_is_the_score_of_its_tool() {
    let mutation = |(index, (status, killing, succeeding)): (usize, (&str, &str, &str))| {
        format!(
            "<mutation status='{status}'><sourceFile>A.java</sourceFile><mutatedClass>A</mutatedClass>\
             <mutatedMethod>m</mutatedMethod><lineNumber>1</lineNumber><mutator>x.MathMutator</mutator>\
             <index>{index}</index><killingTests>{killing}</killingTests>\
             <succeedingTests>{succeeding}</succeedingTests><description>d</description></mutation>"
        )
    };
    let mutations: String = [
        ("KILLED", "a", "b"),
        ("SURVIVED", "", "a|b"),
        ("NO_COVERAGE", "", ""),
        ("NO_COVERAGE", "", ""),
        ("TIMED_OUT", "", ""),
        ("NON_VIABLE", "", ""),
    ]
    .into_iter()
    .enumerate()
    .map(mutation)
    .collect();
    let project = Project::empty();
    project.write("report.xml", &format!("<mutations>{mutations}</mutations>"));
    project.run_well(&["import", "pit", "report.xml", "--out", "theirs"]);
    let by = [
        "report",
        "theirs",
        "--policy",
        "strict",
        "--by",
        "technique",
        "--format",
        "csv",
    ];
    let said = project.run_well(&by).stdout;
    assert!(said.contains("\n,suite,2,5,"), "{said}");
    assert!(said.contains("\n,implicit,1,5,"), "{said}");

    // The tool withdrew a mutant; whether a compiler had a say in that is not known.
    let tables = |names: &str| {
        let command = ["report", "theirs", "--policy", "strict", "--format", "csv"];
        project.run_well(&[&command[..], &["--table", names]].concat())
    };
    let said = tables("discarded,funnel").stdout;
    assert!(
        said.contains("\nimported,withdrawn by the tool,1,1\n"),
        "{said}"
    );
    assert!(!said.contains("does not compile"), "{said}");
    assert!(said.contains("\nimported,all,6,1,6,5,"), "{said}");
}

#[cfg(feature = "analysis")]
#[test]
fn every_table_serves_an_imported_record() {
    let project = Project::empty();
    project.write("matrix.csv", MATRIX);
    project.run_well(&[
        "import",
        "csv",
        "matrix.csv",
        "--out",
        "theirs",
        "--subject",
        "stack",
    ]);
    let all = ["report", "theirs", "--policy", "strict", "--table", "all"];
    let said = project.run_well(&all).stdout;
    let told = "On stack, unit killed most: 2 of 3 mutants, 67 % (95 % interval 21–94 %).";
    assert!(said.contains(told), "{said}");
    assert!(!said.contains("Claims of the papers"), "{said}");
    let html = [
        "report",
        "theirs",
        "--policy",
        "strict",
        "--format",
        "html",
        "-o",
        "page.html",
    ];
    project.run_well(&html);
    assert!(project.read("page.html").starts_with("<!DOCTYPE html>"));
}
