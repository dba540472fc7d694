//! Tables of papers by their numbers.

/// A table of a paper, as part of one of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Its number, or what the paper gives only in its text.
    pub number: &'static str,
    /// The kind of table of ours that it is part of; `None` where nothing of ours stands beside it.
    pub kind: Option<&'static str>,
    /// Which tables of the kind it is.
    pub about: About,
}

/// Which tables of a kind are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// All of them.
    Everything,
    /// The one over all subjects.
    AllSubjects,
    /// That of a subject.
    Subject(&'static str),
}

impl View {
    /// Whether a table belongs to the view, in a record of that many subjects.
    pub(crate) fn has(self, subject: Option<&str>, n_subjects: usize) -> bool {
        match self.about {
            About::Everything => true,
            // With a single subject there is no table over all: what it has is all there is.
            About::AllSubjects => subject.is_none() || n_subjects == 1,
            About::Subject(name) => subject == Some(name),
        }
    }
}
