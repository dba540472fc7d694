//! What a verdict came to for a mutant, in a letter.

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
    Violated,
    Killed,
}

impl Code {
    /// Every code, what tells most first.
    pub(super) const ALL: [Self; 11] = [
        Self::Killed,
        Self::Violated,
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
            Self::Violated => 'v',
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
            Self::Violated => "violated, not counted",
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
            Self::Violated => {
                "The property is violated, but the policy does not count this mutant or runs that fail, so it is no kill."
            }
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
            Self::Unsound => {
                "The original does not satisfy this itself, or a placebo does not, so it cannot kill."
            }
            Self::NotJudged => "There is no verdict.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour of a name in the style sheet, as the lightness that contrasts are made of: W3C, Web
    /// Content Accessibility Guidelines 2.2, "relative luminance".
    fn luminance(name: &str, theme: usize) -> f64 {
        let (_, rest) = include_str!("assets/base.css")
            .split_once(&format!("  --{name}: light-dark("))
            .unwrap();
        let (colours, _) = rest.split_once(')').unwrap();
        let colour = colours.split(", ").nth(theme).unwrap();
        let part = |at: usize| {
            let part = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn any_two_codes_differ_in_lightness_in_both_themes() {
        for theme in [0, 1] {
            let names: Vec<String> = { Code::ALL.iter().filter(|code| **code != Code::NotJudged) }
                .map(|code| format!("code-{}", code.letter()))
                .chain(["paper".to_owned()])
                .collect();
            for (place, name) in names.iter().enumerate() {
                for other in &names[..place] {
                    let (a, b) = (luminance(name, theme), luminance(other, theme));
                    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                    // Eleven lightnesses a fifth apart still leave the outermost ones a hue.
                    assert!(contrast > 1.2, "{name} and {other}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn what_tells_most_stands_for_a_property() {
        let mut codes = Code::ALL;
        codes.sort();
        codes.reverse();
        assert_eq!(codes, Code::ALL);
    }
}
