//! Mutants of a real subject whose verdicts were read against the code, one by one.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Project, repository};
use killrate_model::Verdict;
use killrate_record::{Basis, VariantId, VerdictRow};
use serde::Deserialize;

#[derive(Deserialize)]
struct HandChecked {
    mutant: Vec<Expected>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Expected {
    id: String,
    before: String,
    after: String,
    violated: Option<BTreeSet<String>>,
    ends: Option<String>,
    is_reached: Option<bool>,
    why: String,
}

#[test]
fn the_harness_still_says_what_was_checked_by_hand() {
    let project = Project::empty();
    for folder in [
        "subjects/c45",
        "datasets/uci",
        "datasets/studies/hand-checked",
    ] {
        project.copy(&repository().join(folder), folder);
    }
    project.run_well(&["run", "hand-checked"]);
    #[cfg(feature = "analysis")]
    crate::export_statuses::check_statuses(&project, "hand-checked");
    let record = killrate_record::read(&project.path("records/hand-checked")).unwrap();
    let text =
        std::fs::read_to_string(repository().join("subjects/c45/hand-checked.toml")).unwrap();
    let expected: HandChecked = toml::from_str(&text).unwrap();
    assert!(expected.mutant.len() >= 20);
    let changes: BTreeMap<&str, (&str, &str)> = record
        .mutants
        .iter()
        .map(|row| {
            (
                row.mutant.0.as_str(),
                (row.before.as_str(), row.after.as_str()),
            )
        })
        .collect();
    for expected in &expected.mutant {
        let change = (expected.before.as_str(), expected.after.as_str());
        assert_eq!(
            changes.get(expected.id.as_str()),
            Some(&change),
            "{}",
            expected.id
        );
        let is_it = |row: &&VerdictRow| matches!(&row.variant, VariantId::Mutant(id) if id.0 == expected.id);
        let rows = record.verdicts.iter().filter(is_it);
        let is_of_output = |row: &&VerdictRow| row.property.as_str().starts_with("same-");
        let (of_outputs, rows): (Vec<&VerdictRow>, Vec<&VerdictRow>) = rows.partition(is_of_output);
        // Two data sets, each with the floor, four properties and the ceiling, which looks at the
        // model and the predictions apart too.
        assert_eq!((rows.len(), of_outputs.len()), (12, 4), "{}", expected.id);
        check(expected, &rows);
        if expected.ends.is_none() {
            check_outputs(expected, &rows, &of_outputs);
        }
    }
}

/// A run that ended normally differs as a whole where an output differs.
#[track_caller]
fn check_outputs(expected: &Expected, rows: &[&VerdictRow], of_outputs: &[&VerdictRow]) {
    let differing = |rows: &[&VerdictRow], property: &str| -> BTreeSet<String> {
        let is_violated = |row: &&&VerdictRow| {
            row.property.as_str().starts_with(property)
                && matches!(row.verdict, Verdict::Violated(_))
        };
        let rows = rows.iter().filter(is_violated);
        rows.map(|row| row.data_set.to_string()).collect()
    };
    assert_eq!(
        differing(of_outputs, "same-"),
        differing(rows, "equals-original"),
        "{}",
        expected.id
    );
}

#[track_caller]
fn check(expected: &Expected, rows: &[&VerdictRow]) {
    let Expected { id, why, .. } = expected;
    let is_violated = |row: &&&VerdictRow| matches!(row.verdict, Verdict::Violated(_));
    let cell = |row: &&VerdictRow| format!("{}/{}", row.property, row.data_set);
    let violated: BTreeSet<String> = rows.iter().filter(is_violated).map(cell).collect();
    if let Some(ends) = &expected.ends {
        for data_set in ["golf", "iris"] {
            let floor = rows.iter().find(|row| {
                row.property.as_str() == "ends-normally" && row.data_set.as_str() == data_set
            });
            let Verdict::Violated(evidence) = &floor.unwrap().verdict else {
                panic!("{id} ends normally on {data_set}, but: {why}");
            };
            assert_eq!(evidence.detail, *ends, "{id}: {why}");
        }
        let is_undecided = |row: &&&VerdictRow| matches!(row.verdict, Verdict::Inconclusive(_));
        assert_eq!(rows.iter().filter(is_undecided).count(), 8, "{id}: {why}");
    } else {
        assert_eq!(Some(&violated), expected.violated.as_ref(), "{id}: {why}");
    }
    if expected.is_reached == Some(false) {
        assert!(
            rows.iter().all(|row| row.basis == Basis::NotReached),
            "{id}: {why}"
        );
    }
}
