//! The judgements of a record as other tools count them: as tests.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::SubjectName;
use killrate_record::{Record, VariantId, VerdictRow};

/// What is judged, whichever variant is: a test in the words of other tools.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TestKey<'a> {
    pub subject: &'a SubjectName,
    pub technique: &'a str,
    pub property: &'a str,
    pub data_set: &'a str,
    pub seed: Option<u64>,
}

impl<'a> TestKey<'a> {
    fn of(row: &'a VerdictRow) -> Self {
        Self {
            subject: &row.subject,
            technique: row.technique.as_str(),
            property: row.property.as_str(),
            data_set: row.data_set.as_str(),
            seed: row.seed,
        }
    }

    /// Unlike that of any other test.
    pub(crate) fn id(&self) -> String {
        let Self {
            subject, technique, ..
        } = self;
        format!("{subject} {technique} {}", self.name())
    }

    /// For people.
    pub(crate) fn name(&self) -> String {
        let seed = { self.seed }.map_or_else(String::new, |seed| format!(", seed {seed}"));
        format!("{} on {}{seed}", self.property, self.data_set)
    }

    /// The tests that are listed together.
    pub(crate) fn file(&self) -> String {
        format!("{}/{}", self.subject, self.technique)
    }
}

/// The judgements of the chosen techniques, those on mutants by subject and mutant.
pub(crate) struct Cases<'a> {
    /// Every test, the unsound ones among them.
    pub tests: BTreeSet<TestKey<'a>>,
    /// Tests that raise an alarm on the original, or cannot judge it: they kill nothing.
    pub unsound: BTreeSet<TestKey<'a>>,
    pub judged: BTreeMap<(&'a SubjectName, &'a str), Vec<(TestKey<'a>, &'a VerdictRow)>>,
}

impl<'a> Cases<'a> {
    pub(crate) fn of(record: &'a Record, is_chosen: impl Fn(&str) -> bool) -> Self {
        let mut cases = Self {
            tests: BTreeSet::new(),
            unsound: BTreeSet::new(),
            judged: BTreeMap::new(),
        };
        let rows = record.verdicts.iter();
        for row in rows.filter(|row| is_chosen(row.technique.as_str())) {
            let key = TestKey::of(row);
            cases.tests.insert(key.clone());
            match &row.variant {
                VariantId::Original => {
                    if !row.verdict.is_satisfied() {
                        cases.unsound.insert(key);
                    }
                }
                VariantId::Mutant(id) => {
                    let mutant = (&row.subject, id.0.as_str());
                    cases.judged.entry(mutant).or_default().push((key, row));
                }
            }
        }
        cases
    }
}
