//! Kill details of Major, which name no test.

use killrate_import::{ImportError, MajorKillDetails, major_kill_details};
use killrate_record::Record;

use crate::{check, check_error, check_score, check_texts, options, reasons};

const MUTANTS: &str = "\
1:ROR:<(int,int):<=(int,int):triangle.Triangle@classify(int,int):12:a < b |==> a <= b
2:AOR:+(int,int):-(int,int):triangle.Triangle@classify(int,int):14:a + b |==> a - b
3:ORU:-(int):~(int):triangle.Triangle:20:x ? -a : b |==> x ? ~a : b
4:LVR:0:POS:triangle.Triangle@side(int):31:0 |==> 1
5:LVR:POS:0:triangle.Triangle@side(int):32:1 |==> 0
6:LVR:POS:NEG:triangle.Triangle@side(int):32:1 |==> -1
";
const HEADING: &str = "MutantNo,[FAIL | TIME | EXC | LIVE | UNCOV]\n";

fn read(kills: &str) -> Result<Record, ImportError> {
    let files = MajorKillDetails {
        kills,
        file: "`kill.csv`",
        mutants: MUTANTS,
    };
    major_kill_details(&files, &options())
}

#[track_caller]
fn check_refused(lines: &str, expected: &str) {
    check_error(read(&format!("{HEADING}{lines}")), expected);
}

#[test]
fn every_status_of_major_is_a_verdict_of_one_test_without_a_name() {
    let record = read(&format!(
        "{HEADING}1,FAIL\n2,TIME\n3,EXC\n4,LIVE\n5,UNCOV\n"
    ));
    check(
        &record,
        &[
            "implicit ends-normally ..lc.n-",
            "suite unnamed-test .tlc.n-",
        ],
    );
    check_texts(
        &record,
        &[("unnamed-test", "tests that the tool does not name")],
    );
    check_score(&record, 3, 5);
    let record = record.unwrap();
    assert_eq!(reasons(&record), ["no line in Major's kill details"]);
    let reached: Vec<bool> = record.reach.iter().map(|row| row.reached).collect();
    assert_eq!(reached, [true, true, true, true, false]);
}

#[test]
fn kill_details_without_any_kill_still_judge_every_mutant() {
    let all = "1,LIVE\n2,LIVE\n3,LIVE\n4,LIVE\n5,LIVE\n6,LIVE\n";
    let record = read(&format!("MutantNo,[FAIL | TIME | EXC | LIVE]\n{all}"));
    check(&record, &["suite unnamed-test ......."]);
    check_score(&record, 0, 6);
    // Whether all are reached or the version does not tell cannot be known.
    assert_eq!(record.unwrap().reach, []);
}

#[test]
fn kill_details_may_have_no_heading_other_line_ends_and_lines_twice() {
    let kills = "\u{feff}1,FAIL\r\n4,live\r\n\r\n4,LIVE\r\n 2 , TIME ,more\r\n";
    check(
        &read(kills),
        &[
            "implicit ends-normally ..l-.--",
            "suite unnamed-test .tl-.--",
        ],
    );
}

#[test]
fn kill_details_that_do_not_fit_are_refused_by_file_and_line() {
    check_refused(
        "1,FAIL\n9,LIVE\n",
        "line 3 of the `kill.csv` cannot be used: the list of mutants has no `9`",
    );
    check_refused(
        "1,KILLED\n",
        "line 2 of the `kill.csv` cannot be used: `KILLED` is none of FAIL, TIME, EXC, LIVE and UNCOV",
    );
    check_refused(
        "1,FAIL\n2\n",
        "line 3 of the `kill.csv` cannot be used: it has 1 cells, not 2",
    );
    check_refused(
        "4,FAIL\n1,LIVE\n4,LIVE\n",
        "line 4 of the `kill.csv` cannot be used: mutant 4 is `LIVE` here and something else on line 2",
    );
    check_refused(
        "1,FAIL\n1,TIME\n",
        "line 3 of the `kill.csv` cannot be used: mutant 1 is `TIME` here and something else on line 2",
    );
    // A kill map under the name of kill details.
    check_error(
        read("TestNo,MutantNo,[FAIL | TIME | EXC]\n1,2,FAIL\n"),
        "line 2 of the `kill.csv` cannot be used: `2` is none of FAIL, TIME, EXC, LIVE and UNCOV",
    );
    check_error(
        read("MutantNo\n1\n"),
        "line 1 of the `kill.csv` cannot be used: it has 1 cells, not 2",
    );
    check_error(
        read("\n"),
        "the `kill.csv` is empty, without even a heading; is it the right file?",
    );
    // Lines of no mutant at all.
    check_refused(
        "",
        "there is no judgement in the matrix, so there is nothing to analyse",
    );
}
