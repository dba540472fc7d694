//! The thesis's tables by their numbers.

use crate::tables::AS_PRINTED;
use crate::{AnalysisError, TableKind};

/// A table of the thesis, as part of one of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The number in the thesis, or what the thesis gives only in its text.
    pub number: &'static str,
    /// The kind of table it is part of.
    kind: &'static str,
    /// The subject it is about; `None` for all of them together.
    pub(crate) subject: Option<&'static str>,
}

const fn view(number: &'static str, kind: &'static str, subject: Option<&'static str>) -> View {
    View {
        number,
        kind,
        subject,
    }
}

/// The tables of the thesis that a record can be set beside.
pub const VIEWS: [View; 30] = [
    view("3.1", "funnel", None),
    view("3.2", AS_PRINTED.name, None),
    view("3.3", AS_PRINTED.name, None),
    view("3.4", "techniques", None),
    view("3.5", "overlap", None),
    view("3.6", "properties", None),
    view("3.7", "properties", Some("c45")),
    view("3.8", "data-sets", Some("c45")),
    view("3.9", "properties", Some("martirank")),
    view("3.10", "data-sets", Some("martirank")),
    view("3.11", "properties", Some("svm")),
    view("3.12", "data-sets", Some("svm")),
    // Programs of the second study, and tests of programs in use, are not among our subjects yet.
    view("3.14", AS_PRINTED.name, None),
    view("3.15", AS_PRINTED.name, None),
    view("3.16", AS_PRINTED.name, None),
    view("3.17", AS_PRINTED.name, None),
    view("payl", "techniques", Some("payl")),
    view("4.3", "function-properties", None),
    view("4.4", "levels", None),
    view("4.5", "level-overlap", None),
    view("4.6", "checked-functions", None),
    view("4.7", "function-kills", Some("c45")),
    view("4.8", "function-kills", Some("martirank")),
    view("4.9", "function-kills", Some("svm")),
    view("4.10", "function-kills", Some("payl")),
    view("4.12", AS_PRINTED.name, None),
    view("4.13", AS_PRINTED.name, None),
    view("4.14", AS_PRINTED.name, None),
    view("4.15", AS_PRINTED.name, None),
    view("5.3", AS_PRINTED.name, None),
];

impl View {
    /// The view of this number.
    pub fn numbered(number: &str) -> Option<Self> {
        VIEWS.into_iter().find(|view| view.number == number)
    }

    pub(crate) fn kind(self) -> Result<&'static TableKind, AnalysisError> {
        match self.kind == AS_PRINTED.name {
            true => Ok(&AS_PRINTED),
            false => TableKind::named(self.kind),
        }
    }

    /// Whether a table belongs to the view, in a record of that many subjects.
    pub(crate) fn has(self, subject: Option<&str>, n_subjects: usize) -> bool {
        // With a single subject there is no table over all: what it has is all there is.
        subject == self.subject || (self.subject.is_none() && n_subjects == 1)
    }
}
