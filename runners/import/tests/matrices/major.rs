//! Kill maps of Major.

use killrate_import::{MajorFiles, major};
use killrate_model::MutantClass;

use crate::{check, check_error, classes, ids, options};

const MAJOR_MUTANTS: &str = "\
1:ROR:<(int,int):<=(int,int):triangle.Triangle@classify(int,int):12:a < b |==> a <= b
2:AOR:+(int,int):-(int,int):triangle.Triangle@classify(int,int):14:a + b |==> a - b
3:ORU:-(int):~(int):triangle.Triangle:20:x ? -a : b |==> x ? ~a : b
";

const MAJOR_TESTS: &str =
    "TestNo,TestName\n1,triangle.Test[equal]\n2,triangle.Test[scalene]\n3,triangle.Test[none]\n";

fn major_files(kill_map: &str) -> MajorFiles<'_> {
    MajorFiles {
        kill_map,
        mutants: MAJOR_MUTANTS,
        tests: Some(MAJOR_TESTS),
        coverage: Some("TestNo,MutantNo\n1,1\n1,2\n2,1\n2,3\n"),
    }
}

#[test]
fn a_kill_map_of_major_is_a_matrix_of_all_tests_and_mutants() {
    let kill_map = "TestNo,MutantNo,[FAIL | TIME | EXC]\n1,1,FAIL\n2,1,TIME\n2,3,EXC\n";
    let record = major(&major_files(kill_map), &options());
    check(
        &record,
        &[
            "suite triangle.Test-equal .t.n",
            "suite triangle.Test-none .nnn",
            "suite triangle.Test-scalene .lnc",
        ],
    );
    let record = record.unwrap();
    let expected = [
        MutantClass::Comparison,
        MutantClass::Arithmetic,
        MutantClass::Other,
    ];
    assert_eq!(classes(&record), expected);
    assert_eq!(
        ids(&record),
        [
            "triangle.Triangle::classify(int,int)/ROR/1",
            "triangle.Triangle::classify(int,int)/AOR/2",
            "triangle.Triangle/ORU/3",
        ]
    );
    let second = &record.mutants[1];
    let change = (second.before.as_str(), second.after.as_str());
    assert_eq!(change, ("a + b", "a - b"));
    // A change may hold the mark between the parts of a line.
    assert_eq!(record.mutants[2].before, "x ? -a : b");
    assert_eq!(record.provenance.subjects[&options().subject].n_woven, 3);
}

#[test]
fn a_coverage_map_of_major_tells_what_is_reached() {
    let files = MajorFiles {
        coverage: Some("TestNo,MutantNo\n1,1\n"),
        ..major_files("TestNo,MutantNo,How\n2,3,EXC\n")
    };
    let reached = |files: &MajorFiles<'_>| -> Vec<bool> {
        let record = major(files, &options()).unwrap();
        record.reach.iter().map(|row| row.reached).collect()
    };
    // What is killed was reached, whatever the map says.
    assert_eq!(reached(&files), [true, false, true]);
    let without = MajorFiles {
        coverage: None,
        ..files
    };
    assert_eq!(reached(&without), [false; 0]);
}

#[test]
fn a_string_of_a_program_of_major_may_hold_the_mark_of_a_change() {
    let files = MajorFiles {
        mutants: "\u{feff}1:STD:<CALL>:<NO-OP>:A@f:20:log(\"a |==> b: \" + x) |==> <NO-OP>\n",
        coverage: None,
        ..major_files("TestNo,MutantNo,How\n1,1,FAIL\n")
    };
    let record = major(&files, &options()).unwrap();
    let mutant = &record.mutants[0];
    let change = (mutant.before.as_str(), mutant.after.as_str());
    assert_eq!(change, ("log(\"a |==> b: \" + x)", "<NO-OP>"));
}

#[test]
fn files_of_major_may_have_no_heading() {
    let files = MajorFiles {
        tests: Some("\u{feff}1,one\n2,two\n"),
        coverage: Some("1,1\n2,3\n"),
        ..major_files("1,1,FAIL\n2,3,EXC\n")
    };
    check(
        &major(&files, &options()),
        &["suite one .tnn", "suite two .nnc"],
    );
    // No test kills anything, which a heading alone says.
    check(
        &major(&major_files("TestNo,MutantNo,How\n"), &options()),
        &[
            "suite triangle.Test-equal ...n",
            "suite triangle.Test-none .nnn",
            "suite triangle.Test-scalene ..n.",
        ],
    );
    for kill_map in ["", "\n", "\r\n\r\n"] {
        check_error(
            major(&major_files(kill_map), &options()),
            "the kill map is empty, without even a heading; is it the right file?",
        );
    }
}

#[test]
fn without_a_coverage_map_every_test_is_taken_to_run() {
    let files = MajorFiles {
        tests: None,
        coverage: None,
        ..major_files("TestNo,MutantNo,How\n7,2,FAIL\n")
    };
    check(&major(&files, &options()), &["suite 7 ..t."]);
}

#[test]
fn two_tests_of_major_with_one_name_keep_their_kills() {
    let files = MajorFiles {
        tests: Some("TestNo,TestName\n1,Test[same]\n2,Test[same]\n3,Test[other]\n"),
        coverage: None,
        ..major_files("TestNo,MutantNo,How\n1,1,FAIL\n2,3,EXC\n3,2,FAIL\n")
    };
    check(
        &major(&files, &options()),
        &[
            "suite Test-other ..t.",
            "suite Test-same--1 .t..",
            "suite Test-same--2 ...c",
        ],
    );
}

#[test]
fn files_of_newer_versions_of_major_have_more_columns() {
    let files = MajorFiles {
        mutants: "1:LVR:POS:0:shapes.Area:45:1817:2 |==> 0\n\
                  2:STD:<CALL>:<NO-OP>:shapes.Area$Inner@<init>(java.util.List<shapes.Side>):7:93:add(x) |==> <NO-OP>\n\
                  3:LVR:0:POS:shapes.Area@of(int):8:0 |==> 1\n",
        tests: Some("TestNo,TestName,Runtime\n1,shapes.Test[area],12\n2,shapes.Test,3\n"),
        coverage: None,
        kill_map: "TestNo,MutantNo,[FAIL | TIME | EXC]\r\n1,1,FAIL\r\n2,3,EXC\r\n",
    };
    let record = major(&files, &options());
    check(
        &record,
        &["suite shapes.Test ...c", "suite shapes.Test-area .t.."],
    );
    let record = record.unwrap();
    let shown: Vec<String> = { record.mutants.iter() }
        .map(|row| {
            format!(
                "{} {}: {} to {}",
                row.function, row.line, row.before, row.after
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            " 45: 2 to 0",
            "<init>(java.util.List<shapes.Side>) 7: add(x) to <NO-OP>",
            "of(int) 8: 0 to 1",
        ]
    );
}

#[test]
fn a_kill_map_that_does_not_fit_is_refused_by_line() {
    let refuse = |kill_map: &str| major(&major_files(kill_map), &options());
    check_error(
        refuse("TestNo,MutantNo,How\n1,9,FAIL\n"),
        "line 2 of the kill map cannot be used: the list of mutants has no `9`",
    );
    check_error(
        refuse("TestNo,MutantNo,How\n1,1,FAIL\n1,2,LIVE\n"),
        "line 3 of the kill map cannot be used: `LIVE` is none of FAIL, TIME and EXC",
    );
    check_error(
        refuse("TestNo,MutantNo,How\n1,1\n"),
        "line 2 of the kill map cannot be used: it has 2 cells, not 3",
    );
    // A line that is no line of a map is no heading of one.
    for broken in [
        "1;1;FAIL\n",
        "<html>404</html>\n",
        "TestNo,MutantNo\n1,1,FAIL\n",
    ] {
        let n_cells = broken.lines().next().unwrap().split(',').count();
        let expected =
            format!("line 1 of the kill map cannot be used: it has {n_cells} cells, not 3");
        check_error(refuse(broken), &expected);
    }
    let twice = MAJOR_MUTANTS.replace("3:ORU", "1:ORU");
    let files = MajorFiles {
        mutants: &twice,
        ..major_files("TestNo,MutantNo,How\n")
    };
    check_error(
        major(&files, &options()),
        "line 3 of the list of mutants cannot be used: there is a mutant 1 already",
    );
    let files = MajorFiles {
        tests: Some("1,one\n1,two\n"),
        ..major_files("TestNo,MutantNo,How\n")
    };
    check_error(
        major(&files, &options()),
        "line 2 of the test map cannot be used: there is a test 1 already",
    );
    let files = MajorFiles {
        mutants: "1:ROR\n",
        ..major_files("TestNo,MutantNo,How\n")
    };
    check_error(
        major(&files, &options()),
        "line 1 of the list of mutants cannot be used: it is not `NUMBER:OPERATOR:FROM:TO:PLACE:LINE:CHANGE`",
    );
}
