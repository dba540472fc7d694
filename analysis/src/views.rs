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
    /// The one over all subjects, in a record that has one of these.
    AllSubjects(&'static [&'static str]),
    /// That of a subject.
    Subject(&'static str),
}

impl View {
    /// Whether a table belongs to the view, in a record of these subjects.
    pub(crate) fn has(self, subject: Option<&str>, subjects: &[String]) -> bool {
        match self.about {
            About::Everything => true,
            // With a single subject there is no table over all: what it has is all there is.
            About::AllSubjects(of_paper) => {
                let is_of_paper = |known: &String| of_paper.contains(&known.as_str());
                let is_over_all = subject.is_none() || subjects.len() == 1;
                is_over_all && subjects.iter().any(is_of_paper)
            }
            About::Subject(name) => subject == Some(name),
        }
    }
}
