//! What the original says of a property.

use crate::Verdict;

/// Whether a property can judge mutants, by its verdicts on the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Soundness {
    /// It applies to no data set, so nothing is known of it.
    Untested,
    /// The original breaks it somewhere: what it says is not so, and what breaks it elsewhere need not
    /// be a fault.
    Refuted,
    /// The original never breaks it, and never satisfies it either.
    Undecided,
    /// The original satisfies it somewhere and breaks it nowhere.
    Sound,
}

impl Soundness {
    /// By the verdicts on the original, one for each case.
    pub fn of<'a>(on_original: impl IntoIterator<Item = &'a Verdict>) -> Self {
        on_original
            .into_iter()
            .fold(Self::Untested, |known, verdict| match (known, verdict) {
                (Self::Refuted, _) | (_, Verdict::Violated(_)) => Self::Refuted,
                (Self::Sound, _) => Self::Sound,
                (_, verdict) if verdict.is_satisfied() => Self::Sound,
                _ => Self::Undecided,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cause, Evidence, Reason};

    #[track_caller]
    fn check(verdicts: &str, expected: Soundness) {
        let verdicts: Vec<Verdict> = verdicts
            .chars()
            .map(|letter| match letter {
                's' => Verdict::Satisfied,
                't' => Verdict::SatisfiedByTolerance,
                'v' => Verdict::Violated(Evidence {
                    cause: Cause::RelationBroken,
                    detail: String::new(),
                }),
                _ => Verdict::Inconclusive(Reason::AbnormalEnd {
                    detail: String::new(),
                }),
            })
            .collect();
        assert_eq!(Soundness::of(&verdicts), expected);
    }

    #[test]
    fn one_case_that_the_original_breaks_refutes_a_property() {
        check("v", Soundness::Refuted);
        check("ssvs", Soundness::Refuted);
        check("iv", Soundness::Refuted);
        check("vi", Soundness::Refuted);
    }

    #[test]
    fn a_case_without_an_answer_refutes_nothing_and_proves_nothing() {
        check("", Soundness::Untested);
        check("ii", Soundness::Undecided);
        check("is", Soundness::Sound);
        check("ti", Soundness::Sound);
    }
}
