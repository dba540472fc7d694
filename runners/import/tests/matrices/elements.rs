//! Reports of mutation-testing-elements.

use killrate_import::{ImportError, mutation_testing_elements};
use killrate_model::Verdict;

use crate::{check, check_error, check_score, ids, options, reasons};

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
            "suite unnamed-test ....-l",
        ],
    );
    check_score(&record, 3, 4);
    let record = record.unwrap();
    assert!(!record.provenance.is_full_matrix());
    // Of mutant 2 just one of two tests was completed; with both there is nothing left to know.
    let full = ELEMENTS.replace("\"testsCompleted\": 1", "\"testsCompleted\": 2");
    let full = mutation_testing_elements(&full, &options()).unwrap();
    assert!(full.provenance.is_full_matrix());
    assert_eq!(reasons(&record), ["does not compile: TS2322"]);
    assert_eq!(ids(&record)[0], "src/add.js/ArithmeticOperator/1");
}

/// A report with these mutants in the file `a.js` and the tests `t1` and `t2`; all have the same place.
fn elements_of(mutants: &[&str]) -> String {
    let place = r#"{"start": {"line": 2, "column": 10}, "end": {"line": 2, "column": 15}}"#;
    let mutant = |rest: &&str| format!(r#"{{"mutatorName": "M", "location": {place}, {rest}}}"#);
    let mutants: Vec<String> = mutants.iter().map(mutant).collect();
    format!(
        r#"{{"schemaVersion": "2.0", "files": {{"a.js": {{"source": "f(a,b) {{\n  return a + b;\n}}\n",
           "mutants": [{}]}}}},
           "testFiles": {{"t.js": {{"tests": [{{"id": "t1", "name": "one"}}, {{"id": "t2", "name": "two"}}]}}}}}}"#,
        mutants.join(",\n")
    )
}

#[test]
fn every_status_of_the_schema_counts_as_the_schema_counts_it() {
    let text = elements_of(&[
        r#""id": "0", "status": "Killed", "killedBy": ["t1"], "coveredBy": ["t1", "t2"], "testsCompleted": 2"#,
        r#""id": "1", "status": "Killed", "coveredBy": ["t1"], "testsCompleted": 1"#,
        r#""id": "2", "status": "Survived", "coveredBy": ["t2"]"#,
        r#""id": "3", "status": "NoCoverage", "coveredBy": []"#,
        r#""id": "4", "status": "Timeout", "coveredBy": ["t1", "t2"]"#,
        r#""id": "5", "status": "Timeout", "killedBy": ["t2"], "coveredBy": ["t2"]"#,
        r#""id": "6", "status": "RuntimeError", "coveredBy": ["t1"], "statusReason": "out of stack""#,
        r#""id": "7", "status": "CompileError""#,
        r#""id": "8", "status": "Ignored", "statusReason": "by a comment""#,
        r#""id": "9", "status": "Pending""#,
    ]);
    let record = mutation_testing_elements(&text, &options());
    check(
        &record,
        &[
            "implicit ends-normally ....nl.----",
            "suite one .t-nn-n----",
            "suite two ..n.n-l----",
            "suite unnamed-test ..t.nl.----",
        ],
    );
    check_score(&record, 4, 6);
    assert_eq!(
        reasons(&record.unwrap()),
        [
            "cannot be run: an error before any test: out of stack",
            "does not compile",
            "ignored, the report says: by a comment",
            "never run",
        ]
    );
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
            "suite price-adds-0 .t.-n",
            "suite price-adds-1 ...-n",
            "suite price-u00e9 .n.tn",
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
fn a_report_may_have_nulls_and_a_byte_order_mark() {
    let text = elements_of(&[
        r#""id": "0", "status": "Killed", "killedBy": null, "coveredBy": null, "static": null"#,
        r#""id": "1", "status": "Survived", "killedBy": null, "coveredBy": ["t1"], "testsCompleted": null"#,
    ]);
    check(
        &mutation_testing_elements(&format!("\u{feff}{text}"), &options()),
        &["suite one .-.", "suite two .-n", "suite unnamed-test .t."],
    );
}

#[test]
fn a_report_that_contradicts_itself_is_refused_by_mutant() {
    let refuse = |mutant: &str, problem: &str| {
        let text = elements_of(&[r#""id": "7", "status": "Pending""#, mutant]);
        check_error(mutation_testing_elements(&text, &options()), problem);
    };
    refuse(
        r#""id": "7", "status": "Survived""#,
        "mutant `a.js 7` of the report cannot be used: its file has another one of that `id`; write the report again",
    );
    refuse(
        r#""id": "8", "status": "Survived", "killedBy": ["t1"]"#,
        "mutant `a.js 8` of the report cannot be used: it is `Survived`, and `killedBy` names a test; \
         write the report again",
    );
    refuse(
        r#""id": "8", "status": "NoCoverage", "killedBy": ["t1"]"#,
        "mutant `a.js 8` of the report cannot be used: it is `NoCoverage`, and `killedBy` names a test; \
         write the report again",
    );
    refuse(
        r#""id": "8", "status": "NoCoverage", "coveredBy": ["t1"]"#,
        "mutant `a.js 8` of the report cannot be used: it is `NoCoverage`, and `coveredBy` names a test; \
         write the report again",
    );
}

#[test]
fn what_stands_in_a_report_twice_is_refused() {
    let file = r#""a.js": {"mutants": []}"#;
    let text = format!(r#"{{"schemaVersion": "2", "files": {{{file}, {file}}}}}"#);
    let error = mutation_testing_elements(&text, &options()).unwrap_err();
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(
        cause.starts_with("the file `a.js` stands there twice"),
        "{cause}"
    );
    let tests = |name: &str| format!(r#"{{"tests": [{{"id": "t", "name": "{name}"}}]}}"#);
    let text = format!(
        r#"{{"files": {{{file}}}, "testFiles": {{"a": {}, "b": {}}}}}"#,
        tests("one"),
        tests("two")
    );
    check_error(
        mutation_testing_elements(&text, &options()),
        "two tests of the report have the id `t`; write the report again",
    );
}

#[test]
fn what_a_mutant_replaces_is_taken_from_the_source() {
    let before = |source: &str, [line, column, end_line, end_column]: [u32; 4]| {
        let report = serde_json::json!({
            "files": {"a.js": {"source": source, "mutants": [{
                "id": "1", "mutatorName": "M", "status": "Survived", "coveredBy": ["t"],
                "location": {"start": {"line": line, "column": column},
                             "end": {"line": end_line, "column": end_column}},
            }]}},
        });
        let record = mutation_testing_elements(&report.to_string(), &options()).unwrap();
        record.mutants[0].before.clone()
    };
    let source = "f(a, b) {\r\n  return a + b;\r\n}\n";
    assert_eq!(before(source, [2, 10, 2, 15]), "a + b");
    assert_eq!(before(source, [1, 9, 3, 2]), "{\r\n  return a + b;\r\n}");
    assert_eq!(before("'😀é' + b", [1, 7, 1, 8]), "+");
    // Where there is no such place, nothing is known.
    for nowhere in [[7, 1, 7, 2], [2, 40, 2, 41], [2, 15, 2, 10], [0, 0, 0, 0]] {
        assert_eq!(before(source, nowhere), "", "{nowhere:?}");
    }
}

#[test]
fn versions_one_and_two_of_the_schema_are_read() {
    let text = elements_of(&[r#""id": "0", "status": "Survived""#]);
    let of_version = |version: &str| {
        let text = text.replace("\"2.0\"", version);
        mutation_testing_elements(&text, &options())
    };
    for version in ["\"1\"", "\"1.7\"", "\"2\"", "\"2.0.3\"", "null"] {
        check_score(&of_version(version), 0, 1);
    }
    check_error(
        of_version("\"7.3\""),
        "the report has `schemaVersion` `7.3`, and versions 1 and 2 are known; \
         write it with a version of the tool that has one of these",
    );
    check_error(
        mutation_testing_elements(r#"{"schemaVersion": "3", "mutants": []}"#, &options()),
        "the report has `schemaVersion` `3`, and versions 1 and 2 are known; \
         write it with a version of the tool that has one of these",
    );
}

#[test]
fn a_report_without_tests_is_no_matrix() {
    let text = r#"{"files": {"a": {"mutants": []}}}"#;
    let error = mutation_testing_elements(text, &options()).unwrap_err();
    assert!(matches!(error, ImportError::NoMatrix(_)), "{error}");
    let error = mutation_testing_elements("[]", &options()).unwrap_err();
    assert!(matches!(error, ImportError::Json(_)), "{error}");
}
