//! Matrices of other tools, as records.

use crate::support::Project;

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
