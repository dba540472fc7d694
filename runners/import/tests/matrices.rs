//! Small matrices of each tool, and what becomes of every cell.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

use std::collections::BTreeMap;

use killrate_import::{
    ImportError, ImportOptions, MajorFiles, major, mutation_testing_elements, pit, tidy,
};
use killrate_model::{MutantClass, MutantStatus, StudyName, SubjectName, Verdict};
use killrate_record::{Basis, Record, VariantId};

fn options() -> ImportOptions {
    ImportOptions {
        subject: SubjectName::new("program").unwrap(),
        study: StudyName::new("theirs").unwrap(),
    }
}

/// Writes the record, which checks that its rows fit together, and shows the matrix: per test the
/// letters of the original and of every mutant, by number.
///
/// `.` satisfied, `n` satisfied because it is not reached, `-` not judged; a violation is the first
/// letter of its cause, an inconclusive verdict `?`.
#[track_caller]
fn check(record: &Result<Record, ImportError>, expected: &[&str]) {
    let record = record.as_ref().unwrap();
    let folder = tempfile::tempdir().unwrap();
    killrate_record::write(&folder.path().join("record"), record).unwrap();
    let n_mutants = record.mutants.len();
    let mut lines: BTreeMap<String, Vec<char>> = BTreeMap::new();
    for row in &record.verdicts {
        let place = match &row.variant {
            VariantId::Original => 0,
            VariantId::Mutant(id) => {
                let known = record.mutants.iter().find(|row| row.mutant == *id).unwrap();
                known.number as usize
            }
        };
        let letter = match (&row.verdict, row.basis) {
            (Verdict::Satisfied, Basis::Run) => '.',
            (Verdict::Satisfied, _) => 'n',
            (Verdict::Violated(evidence), _) => evidence.cause.name().chars().next().unwrap(),
            _ => '?',
        };
        let label = format!("{} {}", row.technique, row.property);
        let line = lines.entry(label);
        line.or_insert_with(|| vec!['-'; n_mutants + 1])[place] = letter;
    }
    let lines: Vec<String> = lines
        .into_iter()
        .map(|(label, letters)| format!("{label} {}", letters.into_iter().collect::<String>()))
        .collect();
    assert_eq!(lines, expected);
}

fn ids(record: &Record) -> Vec<&str> {
    let ids = record.mutants.iter().map(|row| row.mutant.0.as_str());
    ids.collect()
}

fn classes(record: &Record) -> Vec<MutantClass> {
    record.mutants.iter().map(|row| row.class).collect()
}

#[track_caller]
fn check_error(record: Result<Record, ImportError>, expected: &str) {
    assert_eq!(record.unwrap_err().to_string(), expected);
}

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
fn without_a_coverage_map_every_test_is_taken_to_run() {
    let files = MajorFiles {
        tests: None,
        coverage: None,
        ..major_files("TestNo,MutantNo,How\n7,2,FAIL\n")
    };
    check(&major(&files, &options()), &["suite 7 ..t."]);
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
    let files = MajorFiles {
        mutants: "1:ROR\n",
        ..major_files("TestNo,MutantNo,How\n")
    };
    check_error(
        major(&files, &options()),
        "line 1 of the list of mutants cannot be used: it is not `NUMBER:OPERATOR:FROM:TO:PLACE:LINE:CHANGE`",
    );
}

const PIT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<mutations partial="true">
<mutation detected='true' status='KILLED' numberOfTestsRun='2'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>&lt;init&gt;</mutatedMethod><methodDescription>()V</methodDescription>
  <lineNumber>9</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.MathMutator</mutator>
  <indexes><index>4</index></indexes><blocks><block>0</block></blocks>
  <killingTests>demo.Test.push(demo.Test)|demo.Test.pop(demo.Test)</killingTests>
  <succeedingTests>demo.Test.size(demo.Test)</succeedingTests>
  <description>Replaced integer addition with subtraction</description>
</mutation>
<mutation detected='false' status='NO_COVERAGE' numberOfTestsRun='0'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>peek</mutatedMethod><methodDescription>()I</methodDescription><lineNumber>30</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.returns.PrimitiveReturnsMutator</mutator>
  <indexes><index>5</index></indexes><blocks><block>1</block></blocks>
  <killingTests/><succeedingTests/><description>replaced int return with 0</description>
</mutation>
<mutation detected='true' status='TIMED_OUT' numberOfTestsRun='1'>
  <sourceFile>Stack.java</sourceFile><mutatedClass>demo.Stack</mutatedClass>
  <mutatedMethod>pop</mutatedMethod><methodDescription>()I</methodDescription><lineNumber>22</lineNumber>
  <mutator>org.pitest.mutationtest.engine.gregor.mutators.NegateConditionalsMutator</mutator>
  <indexes><index>6</index></indexes><blocks><block>2</block></blocks>
  <killingTests></killingTests><succeedingTests></succeedingTests>
  <description>negated conditional</description>
</mutation>
</mutations>
"#;

#[test]
fn a_report_of_pit_judges_the_tests_that_ran_and_a_time_out_falls_to_the_floor() {
    let record = pit(PIT, &options());
    check(
        &record,
        &[
            "implicit ends-normally ...l",
            "suite demo.Test.pop-demo.Test .t--",
            "suite demo.Test.push-demo.Test .t--",
            "suite demo.Test.size-demo.Test ..--",
        ],
    );
    let record = record.unwrap();
    assert_eq!(record.mutants[0].function, "demo.Stack.<init>");
    let expected = [
        MutantClass::Arithmetic,
        MutantClass::ReturnValue,
        MutantClass::NegatedCondition,
    ];
    assert_eq!(classes(&record), expected);
}

#[test]
fn a_report_of_pit_without_a_matrix_is_refused() {
    let text = PIT.replace("<succeedingTests/>", "");
    check_error(
        pit(&text, &options()),
        "the report has no matrix: mutation 2 has no `succeedingTests`; run the tool again so that every test \
         runs on every mutant",
    );
    check_error(
        pit("<mutations></mutations>", &options()),
        "there is no mutant in the matrix, so there is nothing to analyse",
    );
    let error = pit("<mutations><mutation></mutations>", &options()).unwrap_err();
    assert!(matches!(error, ImportError::Xml(_)), "{error}");
}

const ELEMENTS: &str = r#"{
  "schemaVersion": "2.0", "thresholds": {"high": 80, "low": 60},
  "files": {"src/add.js": {"language": "javascript", "source": "…", "mutants": [
    {"id": "1", "mutatorName": "ArithmeticOperator", "replacement": "a - b", "status": "Killed",
     "location": {"start": {"line": 2, "column": 10}, "end": {"line": 2, "column": 15}},
     "killedBy": ["t1"], "coveredBy": ["t1", "t2"], "testsCompleted": 2},
    {"id": "2", "mutatorName": "BlockStatement", "status": "Killed",
     "location": {"start": {"line": 1, "column": 1}, "end": {"line": 3, "column": 2}},
     "killedBy": ["t1"], "coveredBy": ["t1", "t2"], "testsCompleted": 1},
    {"id": "3", "mutatorName": "EqualityOperator", "status": "Survived",
     "location": {"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 5}}, "coveredBy": ["t2"]},
    {"id": "4", "mutatorName": "StringLiteral", "status": "CompileError", "statusReason": "TS2322",
     "location": {"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 5}}},
    {"id": "5", "mutatorName": "UpdateOperator", "status": "Timeout",
     "location": {"start": {"line": 2, "column": 3}, "end": {"line": 2, "column": 5}}}
  ]}},
  "testFiles": {"add.test.js": {"tests": [{"id": "t1", "name": "adds two"}, {"id": "t2", "name": "adds none"}]}}
}"#;

#[test]
fn a_tool_that_stops_at_the_first_killer_leaves_the_others_without_a_verdict() {
    let record = mutation_testing_elements(ELEMENTS, &options());
    check(
        &record,
        &[
            "implicit ends-normally ....-l",
            "suite adds-none ..-.--",
            "suite adds-two .ttn--",
        ],
    );
    let record = record.unwrap();
    let withdrawn = MutantStatus::Withdrawn {
        reason: "TS2322".to_owned(),
    };
    assert_eq!(record.mutants[3].status, withdrawn);
    assert_eq!(ids(&record)[0], "src/add.js/ArithmeticOperator/1");
}

#[test]
fn a_report_without_tests_is_no_matrix() {
    let text = r#"{"files": {"a": {"mutants": []}}}"#;
    let error = mutation_testing_elements(text, &options()).unwrap_err();
    assert!(matches!(error, ImportError::NoMatrix(_)), "{error}");
    let error = mutation_testing_elements("[]", &options()).unwrap_err();
    assert!(matches!(error, ImportError::Json(_)), "{error}");
}

#[test]
fn a_tidy_matrix_may_have_techniques_subjects_and_the_original() {
    let text = "\
subject,mutant,technique,property,data_set,verdict,class,line
a,1,mt,permute,iris,violated,comparison,4
a,2,mt,permute,iris,satisfied,arithmetic,5
a,original,mt,permute,iris,satisfied,,
a,1,known,small,golf,inconclusive,comparison,4
a,original,known,small,golf,violated,,
";
    let record = tidy(text, &options());
    check(&record, &["known small t?-", "mt permute .t."]);
    let record = record.unwrap();
    assert_eq!(record.mutants[0].class, MutantClass::Comparison);
    assert_eq!(record.mutants[0].line, 4);
    assert_eq!(record.mutants[0].subject.as_str(), "a");
    assert_eq!(record.verdicts[0].data_set.as_str(), "golf");
}

#[test]
fn the_smallest_tidy_matrix_has_three_columns() {
    let text = "mutant,test,killed\nm1,t1,1\nm1,t2,0\nm2,t1,false\nm2,t2,TRUE\n";
    let record = tidy(text, &options());
    check(&record, &["suite t1 .t.", "suite t2 ..t"]);
}

#[test]
fn a_tidy_matrix_that_contradicts_itself_is_refused() {
    let refuse = |text: &str| tidy(text, &options());
    check_error(
        refuse("mutant,killed\nm,1\n"),
        "the matrix has no column `property` or `test`; add it to the heading",
    );
    check_error(
        refuse("mutant,test,killed\nm,t,1\nm,t,0\n"),
        "line 3 of the matrix cannot be used: there is a row for this mutant and test already",
    );
    check_error(
        refuse("mutant,test,killed\nm,t,perhaps\n"),
        "line 2 of the matrix cannot be used: `perhaps` in `killed` is none of 1, true, 0 and false",
    );
    check_error(
        refuse("mutant,test,killed\n,t,1\n"),
        "line 2 of the matrix cannot be used: it names no mutant",
    );
    check_error(
        refuse("mutant,test,killed\n"),
        "there is no mutant in the matrix, so there is nothing to analyse",
    );
    check_error(refuse("mutant,test,killed\nm,t\n"), "the matrix is not CSV");
}
