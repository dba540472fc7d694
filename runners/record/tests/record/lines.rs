//! A record as JSON lines, and back.

use crate::fixture::{name, record, verdict, violated, woven};
use killrate_record::{Basis, from_json_lines, to_json_lines};

#[test]
fn nothing_is_lost_on_the_way_to_json_lines_and_back() {
    let mut record = record();
    let awkward = violated("`a\"b\\c`\nnext\tline é\u{0}\u{2028}");
    let mut row = verdict(woven(), Some(3), awkward, Basis::NotReached);
    row.property = name("zz");
    record.verdicts.push(row);
    let lines = to_json_lines(&record);
    // The provenance, two mutants, one reach, one line, four verdicts, one skipped, one cost.
    assert_eq!(lines.lines().count(), 11);
    assert_eq!(from_json_lines(&lines).unwrap(), record);
}

#[test]
fn a_line_has_the_columns_by_name_and_empty_ones_as_null() {
    let lines = to_json_lines(&record());
    let verdict: serde_json::Value = serde_json::from_str(lines.lines().nth(5).unwrap()).unwrap();
    let expected = serde_json::json!({
        "table": "verdicts",
        "subject": "tiny",
        "variant": "original",
        "technique": "metamorphic",
        "property": "permute",
        "data_set": "golf",
        "seed": null,
        "verdict": "satisfied",
        "cause": null,
        "detail": null,
        "basis": "run",
    });
    assert_eq!(verdict, expected);
}

/// What the version before wrote.
#[test]
fn a_line_without_a_column_that_was_added_since_is_read() {
    let lines = to_json_lines(&record());
    let older = lines.replace("\"site_kind\":null,", "");
    assert_ne!(older, lines);
    assert_eq!(from_json_lines(&older).unwrap(), record());
}

#[track_caller]
fn check_refused(from: &str, to: &str, expected: &str) {
    let lines = to_json_lines(&record()).replacen(from, to, 1);
    let error = from_json_lines(&lines).unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn a_damaged_line_is_named() {
    check_refused(
        "\"number\":1,",
        "",
        "line 2 is no part of a record: it has 14 columns, not 15",
    );
    let wrong_type = "line 2 is no part of a record: there is no `number` of the right type";
    check_refused("\"number\":1,", "\"number\":\"1\",", wrong_type);
    check_refused("{", "", "line 1 is no part of a record: ");
    let wrong_kind = "line 2 is no part of a record: there is no such value as `loops`";
    check_refused("\"site_kind\":null", "\"site_kind\":\"loops\"", wrong_kind);
    let unknown = "line 4 is no part of a record: its `table` is none of a record";
    check_refused("\"table\":\"reach\"", "\"table\":\"rich\"", unknown);
}
