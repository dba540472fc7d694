//! Versions of one program that are subjects of their own.

/// What the name of a subject ends in that keeps its state side by side and updates it, where the subject
/// without this ending derives it afresh.
const STATE_KEEPING: &str = "-stateful";

/// How a version of a program handles what it knows while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Version {
    /// It derives what it needs from its data each time.
    StateDeriving,
    /// It keeps what it knows side by side and updates it.
    StateKeeping,
}

impl Version {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::StateDeriving, Self::StateKeeping];

    /// What tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::StateDeriving => "state-deriving",
            Self::StateKeeping => "state-keeping",
        }
    }

    /// The subject that is this version of a program.
    pub(crate) fn subject(self, program: &str) -> String {
        match self {
            Self::StateDeriving => program.to_owned(),
            Self::StateKeeping => format!("{program}{STATE_KEEPING}"),
        }
    }
}

/// The program that a subject is a version of, and which.
pub(crate) fn version(subject: &str) -> (&str, Version) {
    match subject.strip_suffix(STATE_KEEPING) {
        Some(program) => (program, Version::StateKeeping),
        None => (subject, Version::StateDeriving),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_leads_back_to_its_program() {
        for kind in Version::ALL {
            assert_eq!(version(&kind.subject("sum")), ("sum", kind));
        }
        assert_eq!(
            version("stateful-sum"),
            ("stateful-sum", Version::StateDeriving)
        );
    }
}
