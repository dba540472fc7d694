//! What a judgement came to for a mutant, in a letter.

/// What one case, or all cases of a property, came to for a mutant; the last that holds for any case
/// stands for the property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Code {
    NotJudged,
    Unsound,
    NotReached,
    NotInfected,
    Masked,
    Unseen,
    Blind,
    Tolerated,
    Inconclusive,
    Killed,
}

impl Code {
    /// Every code, what tells most first.
    pub(super) const ALL: [Self; 10] = [
        Self::Killed,
        Self::Inconclusive,
        Self::Tolerated,
        Self::Blind,
        Self::Unseen,
        Self::Masked,
        Self::NotInfected,
        Self::NotReached,
        Self::Unsound,
        Self::NotJudged,
    ];

    /// Its letter in the data of the page and its class in the style sheet.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Killed => 'k',
            Self::Inconclusive => 'i',
            Self::Tolerated => 't',
            Self::Blind => 'b',
            Self::Unseen => 'p',
            Self::Masked => 'm',
            Self::NotInfected => 'n',
            Self::NotReached => 'r',
            Self::Unsound => 'u',
            Self::NotJudged => '-',
        }
    }

    /// How legends call it.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Inconclusive => "inconclusive",
            Self::Tolerated => "tolerated",
            Self::Blind => "blind",
            Self::Unseen => "passed",
            Self::Masked => "masked",
            Self::NotInfected => "not infected",
            Self::NotReached => "not reached",
            Self::Unsound => "unsound",
            Self::NotJudged => "not judged",
        }
    }

    /// What it means for a mutant.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Killed => "The verdict counts as a kill under the policy.",
            Self::Inconclusive => {
                "A run ended abnormally or left an output that cannot be read, so nothing was concluded."
            }
            Self::Tolerated => {
                "A tolerance swallowed it: without its tolerance the property would hold on the original \
                 and be violated here."
            }
            Self::Blind => {
                "The output differs from the original's, and what is expected holds all the same: the \
                 relation is blind to this difference."
            }
            Self::Unseen => {
                "What is expected holds. The reference did not judge this data set, so whether an output \
                 differs is not known."
            }
            Self::Masked => {
                "The changed expression has another value, but the output of the source run is the \
                 original's."
            }
            Self::NotInfected => {
                "The changed expression is evaluated and always has the value it had before."
            }
            Self::NotReached => "No run evaluates the changed expression.",
            Self::Unsound => "The original does not satisfy this itself, so it cannot kill.",
            Self::NotJudged => "There is no verdict.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_most_stands_for_a_property() {
        let mut codes = Code::ALL;
        codes.sort();
        codes.reverse();
        assert_eq!(codes, Code::ALL);
    }
}
