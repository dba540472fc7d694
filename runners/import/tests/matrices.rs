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

/// As PIT writes it today: a line per mutation, JUnit's own identities of tests, which hold
/// brackets, and the tests that cover a mutation.
const PIT_TODAY: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mutations partial=\"true\">\n\
    <mutation detected='true' status='KILLED' numberOfTestsRun='3'><sourceFile>Cart.java</sourceFile>\
    <mutatedClass>shop.Cart</mutatedClass><mutatedMethod>total</mutatedMethod>\
    <methodDescription>(Ljava/util/List;)D</methodDescription><lineNumber>31</lineNumber>\
    <mutator>org.pitest.mutationtest.engine.gregor.mutators.ConditionalsBoundaryMutator</mutator>\
    <indexes><index>5</index></indexes><blocks><block>1</block></blocks>\
    <killingTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[nested-class:Totals]/[method:empty()]|\
    shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[test-template:many(int, java.lang.String)]/[test-template-invocation:#1]</killingTests>\
    <succeedingTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[test-template:many(int, java.lang.String)]/[test-template-invocation:#2]</succeedingTests>\
    <coveringTests>shop.CartTest.[engine:junit-jupiter]/[class:shop.CartTest]/[nested-class:Totals]/[method:empty()]</coveringTests>\
    <description>changed conditional boundary &#60;= &amp; more</description></mutation>\n\
    <mutation detected='false' status='NON_VIABLE' numberOfTestsRun='0'><sourceFile>Cart.java</sourceFile>\
    <mutatedClass>shop.Cart</mutatedClass><mutatedMethod>&#60;init&#62;</mutatedMethod>\
    <methodDescription>()V</methodDescription><lineNumber>9</lineNumber><mutator>x.VoidMethodCallMutator</mutator>\
    <index>2</index><block>0</block><killingTests/><succeedingTests/><coveringTests/>\
    <description>removed call</description></mutation>\n</mutations>\n";

#[test]
fn tests_with_the_identities_of_junit_five_are_told_apart() {
    let record = pit(PIT_TODAY, &options());
    let prefix = "suite shop.CartTest.-engine-junit-jupiter-/-class-shop.CartTest-/";
    let many = "-test-template-many-int--java.lang.String--/-test-template-invocation--";
    check(
        &record,
        &[
            &format!("{prefix}-nested-class-Totals-/-method-empty .t-"),
            &format!("{prefix}{many}1 .t-"),
            &format!("{prefix}{many}2 ..-"),
        ],
    );
    let record = record.unwrap();
    assert_eq!(
        record.mutants[0].after,
        "changed conditional boundary <= & more"
    );
    assert_eq!(record.mutants[1].function, "shop.Cart.<init>");
    assert_eq!(classes(&record)[0], MutantClass::Comparison);
}

#[test]
fn a_report_of_pit_as_it_is_by_default_has_no_matrix() {
    let text = PIT_TODAY
        .replace("killingTests", "killingTest")
        .replace("succeedingTests", "ignored");
    check_error(
        pit(&text, &options()),
        "the report has no matrix: mutation 1 has no `succeedingTests`; run the tool again so that every test \
         runs on every mutant",
    );
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

/// As StrykerJS writes it: with the configuration, with a trace of calls as the reason, and with
/// mutants that act while the program is loaded.
const STRYKER: &str = r#"{"files":{"src/price.ts":{"language":"typescript","mutants":[
  {"id":"3","mutatorName":"ArithmeticOperator","replacement":"a + b","status":"Killed","static":false,
   "statusReason":"\nError: expected 3 to be 7\n    at Object.toBe (/home/x/test.js:17:83)\n","testsCompleted":2,
   "killedBy":["0"],"coveredBy":["0","1"],"location":{"end":{"column":40,"line":5},"start":{"column":35,"line":5}}},
  {"id":"4","mutatorName":"StringLiteral","replacement":"\"\"","status":"Survived","static":true,"testsCompleted":3,
   "coveredBy":["0"],"location":{"end":{"column":9,"line":1},"start":{"column":5,"line":1}}},
  {"id":"5","mutatorName":"ObjectLiteral","replacement":"{}","status":"Killed","static":true,"testsCompleted":1,
   "killedBy":["2"],"coveredBy":["0"],"location":{"end":{"column":9,"line":2},"start":{"column":5,"line":2}}},
  {"id":"6","mutatorName":"BlockStatement","replacement":"{}","status":"NoCoverage","static":false,
   "coveredBy":[],"location":{"end":{"column":9,"line":9},"start":{"column":5,"line":9}}}],
  "source":"const a = 1;\n"}},
 "schemaVersion":"1.0","thresholds":{"high":80,"low":60,"break":null},
 "testFiles":{"":{"tests":[{"id":"0","name":"price adds"},{"id":"1","name":"price adds"},{"id":"2","name":"price é"}]}},
 "projectRoot":"/home/x","config":{"coverageAnalysis":"perTest"},"framework":{"name":"StrykerJS","version":"9.6.1"}}"#;

#[test]
fn a_mutant_that_acts_before_any_test_is_judged_by_all_or_by_its_killer_alone() {
    let record = mutation_testing_elements(STRYKER, &options());
    check(
        &record,
        &[
            "suite price .n.tn",
            "suite price-adds-0 .t.-n",
            "suite price-adds-1 ...-n",
        ],
    );
    let record = record.unwrap();
    let evidence = record.verdicts.iter().find_map(|row| match &row.verdict {
        Verdict::Violated(evidence) => Some(evidence.detail.as_str()),
        _ => None,
    });
    assert_eq!(evidence, Some("Error: expected 3 to be 7"));
    assert_eq!(record.mutants[0].column, 35);
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
