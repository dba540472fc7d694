//! What a page shows besides the record.

use std::collections::BTreeMap;

/// What makes a page easier to read and is not part of a record; no number comes from here.
#[derive(Debug, Clone, Default)]
pub struct PageContext {
    /// The title of the study.
    pub title: Option<String>,
    /// The question of the study.
    pub question: Option<String>,
    /// The source files of subjects, by subject and by path in the package; only files that are what
    /// the record was made from.
    pub sources: BTreeMap<String, BTreeMap<String, String>>,
    /// The script of the component `mutation-testing-elements`, which then shows the sources.
    pub elements: Option<String>,
}

impl PageContext {
    /// The text of a source file, if there is one.
    pub(super) fn source(&self, subject: &str, file: &str) -> Option<&str> {
        Some(self.sources.get(subject)?.get(file)?.as_str())
    }
}
