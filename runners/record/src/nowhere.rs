//! What was planned, applies to no data set and so judged nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Record, SkippedRow};

/// How many properties are told one by one; a suite may have hundreds of tests that are left out.
const N_TOLD: usize = 5;

/// A subject, a technique and a property of it.
type Key = [String; 3];

/// A property that does not apply to a data set, by the names of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The subject, the technique and the property.
    pub property: Key,
    /// The data set.
    pub data_set: String,
    /// Why it does not apply.
    pub reason: String,
}

impl From<&SkippedRow> for Skipped {
    fn from(row: &SkippedRow) -> Self {
        let (subject, technique) = (row.subject.to_string(), row.technique.to_string());
        Self {
            property: [subject, technique, row.property.to_string()],
            data_set: row.data_set.to_string(),
            reason: row.reason.clone(),
        }
    }
}

impl Record {
    /// The properties that apply to no data set, and why; `None` when every one applies somewhere.
    pub fn applies_nowhere(&self) -> Option<String> {
        let rows = self.verdicts.iter();
        let judged = rows
            .map(|row| {
                [
                    row.subject.as_str(),
                    row.technique.as_str(),
                    row.property.as_str(),
                ]
            })
            .collect::<BTreeSet<[&str; 3]>>();
        let skipped: Vec<Skipped> = self.skipped.iter().map(Skipped::from).collect();
        applies_nowhere(&skipped, |key| {
            judged.contains(&key.each_ref().map(String::as_str))
        })
    }
}

/// The properties that apply to no data set, and why; `None` when every one applies somewhere.
pub fn applies_nowhere(skipped: &[Skipped], is_judged: impl Fn(&Key) -> bool) -> Option<String> {
    let mut nowhere: BTreeMap<&Key, Vec<&Skipped>> = BTreeMap::new();
    for row in skipped.iter().filter(|row| !is_judged(&row.property)) {
        nowhere.entry(&row.property).or_default().push(row);
    }
    let told: Vec<String> = nowhere
        .iter()
        .take(N_TOLD)
        .map(|([subject, technique, property], rows)| {
            let why = why_skipped(rows.iter().copied());
            format!("{technique} {property} on {subject}, because {why}")
        })
        .collect();
    let what = match nowhere.len() {
        0 => return None,
        1 => "One property applies to no data set, so it judged nothing",
        _ => "Some properties apply to no data set, so they judged nothing",
    };
    let more = match nowhere.len() - told.len() {
        0 => String::new(),
        n => format!("; and {n} more, which the table `skipped` has"),
    };
    Some(format!("{what}: {}{more}.", told.join("; ")))
}

/// Why something does not apply, each reason with its data sets.
pub fn why_skipped<'a>(rows: impl IntoIterator<Item = &'a Skipped>) -> String {
    let mut data_sets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let known = data_sets.entry(&row.reason).or_default();
        known.insert(&row.data_set);
    }
    let reasons = data_sets.into_iter().map(|(reason, data_sets)| {
        let data_sets: Vec<&str> = data_sets.into_iter().collect();
        format!("{reason} (data: {})", data_sets.join(", "))
    });
    reasons.collect::<Vec<String>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(property: &str, data_set: &str, reason: &str) -> Skipped {
        Skipped {
            property: ["sum", "metamorphic", property].map(str::to_owned),
            data_set: data_set.to_owned(),
            reason: reason.to_owned(),
        }
    }

    #[track_caller]
    fn check(skipped: &[Skipped], expected: Option<&str>) {
        let told = applies_nowhere(skipped, |key| key[2] == "judged");
        assert_eq!(told.as_deref(), expected);
    }

    #[test]
    fn what_judges_somewhere_is_not_told() {
        check(&[], None);
        check(&[skipped("judged", "few", "it has no rows")], None);
    }

    #[test]
    fn what_judges_nowhere_is_told_with_each_reason_and_its_data_sets() {
        let all = [
            skipped("never", "few", "`x` has no column `b`"),
            skipped("never", "many", "`x` has no column `b`"),
            skipped("never", "none", "`x` has no rows"),
            skipped("judged", "none", "`x` has no rows"),
        ];
        let expected = "One property applies to no data set, so it judged nothing: metamorphic never on sum, \
                        because `x` has no column `b` (data: few, many); `x` has no rows (data: none).";
        check(&all, Some(expected));
    }

    #[test]
    fn of_many_the_first_are_told_and_the_others_counted() {
        let all: Vec<Skipped> = (1..=7)
            .map(|n| skipped(&format!("p{n}"), "few", "no"))
            .collect();
        let told = applies_nowhere(&all, |_| false).unwrap();
        assert!(
            told.ends_with("metamorphic p5 on sum, because no (data: few); and 2 more, which the table `skipped` has."),
            "{told}"
        );
    }
}
