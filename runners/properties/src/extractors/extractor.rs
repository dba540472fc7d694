//! What an extractor is.

use std::fmt;

use killrate_model::hint;

use crate::extractors::extractors;

/// Picks the telling part out of an output, so that a property need not look at the rest.
#[derive(Debug)]
pub struct ExtractorInfo {
    /// The name in manifests.
    pub name: &'static str,
    /// What it picks, in one line.
    pub description: &'static str,
    /// What stands after its name, such as `TEXT`; `None` when nothing does.
    pub argument: Option<&'static str>,
    /// The format of what it picks.
    pub format: &'static str,
    /// A use of it, with what it makes of a small output.
    pub example: ExtractionExample,
    pub(crate) extract: fn(text: &str, argument: &str) -> Result<String, String>,
}

/// An extractor at work.
#[derive(Debug)]
pub struct ExtractionExample {
    /// As written in a manifest.
    pub call: &'static str,
    /// An output.
    pub before: &'static str,
    /// What is picked out of it.
    pub after: &'static str,
}

/// An extractor with its argument, as in `after "total:"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    extractor: &'static ExtractorInfo,
    argument: String,
}

/// Why a text is not an extraction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot extract by `{text}`: {problem}")]
pub struct ExtractionError {
    text: String,
    problem: String,
}

impl Extraction {
    /// Reads a name and, for those that take one, an argument: `numbers`, `after total:`.
    ///
    /// # Errors
    /// When nothing has that name, or the argument is missing or too much.
    pub fn parse(text: &str) -> Result<Self, ExtractionError> {
        let refuse = |problem: String| ExtractionError {
            text: text.to_owned(),
            problem,
        };
        // Only the first space divides, because an argument may hold others.
        let (name, argument) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let names = || extractors().iter().map(|extractor| extractor.name);
        let extractor = extractors()
            .iter()
            .copied()
            .find(|extractor| extractor.name == name)
            .ok_or_else(|| refuse(format!("there is no `{name}`; {}", hint(name, names()))))?;
        let argument = argument.trim();
        match (extractor.argument, argument.is_empty()) {
            (Some(what), true) => Err(refuse(format!(
                "`{name}` needs {what}, as in `{}`",
                extractor.example.call
            ))),
            (None, false) => Err(refuse(format!("`{name}` takes nothing after its name"))),
            _ => Ok(Self {
                extractor,
                argument: argument.to_owned(),
            }),
        }
    }

    /// The format of what it picks.
    pub fn format(&self) -> &'static str {
        self.extractor.format
    }

    /// What it picks out of an output.
    ///
    /// # Errors
    /// When the output is not text or does not hold what is looked for.
    pub fn extract(&self, content: &[u8]) -> Result<String, ExtractionError> {
        let refuse = |problem: String| ExtractionError {
            text: self.to_string(),
            problem,
        };
        let text = std::str::from_utf8(content)
            .map_err(|_| refuse("the output is not UTF-8 text".to_owned()))?;
        (self.extractor.extract)(text, &self.argument).map_err(refuse)
    }
}

impl fmt::Display for Extraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extractor.name)?;
        match self.argument.as_str() {
            "" => Ok(()),
            argument => write!(f, " {argument}"),
        }
    }
}

impl PartialEq for ExtractorInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for ExtractorInfo {}

/// These lines, each with a line end.
pub(super) fn join<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check_refused(text: &str, output: &str, expected: &str) {
        let extracted = Extraction::parse(text).and_then(|found| found.extract(output.as_bytes()));
        assert_eq!(extracted.unwrap_err().to_string(), expected);
    }

    #[test]
    fn extractors_are_listed_by_name_and_do_what_their_examples_show() {
        assert!(extractors().is_sorted_by_key(|extractor| extractor.name));
        for extractor in extractors() {
            let example = &extractor.example;
            let extraction = Extraction::parse(example.call).unwrap();
            assert_eq!(extraction.to_string(), example.call);
            let picked = extraction.extract(example.before.as_bytes()).unwrap();
            assert_eq!(picked, example.after, "{}", extractor.name);
        }
    }

    #[test]
    fn what_is_not_an_extraction_is_refused() {
        let start = "cannot extract by";
        check_refused(
            "numbrs",
            "",
            &format!("{start} `numbrs`: there is no `numbrs`; the nearest name is `numbers`"),
        );
        check_refused(
            "after",
            "",
            &format!("{start} `after`: `after` needs a text, as in `after total:`"),
        );
        check_refused(
            "numbers 3",
            "",
            &format!("{start} `numbers 3`: `numbers` takes nothing after its name"),
        );
    }

    #[test]
    fn what_is_not_there_is_an_error_and_never_an_empty_output() {
        let start = "cannot extract by";
        check_refused(
            "after total:",
            "sum: 3\n",
            &format!("{start} `after total:`: no line has `total:`"),
        );
        check_refused(
            "column price",
            "a,b\n1,2\n",
            &format!("{start} `column price`: there is no column `price`; use one of `a`, `b`"),
        );
        check_refused(
            "json a.b",
            "{\"a\": 1}",
            &format!("{start} `json a.b`: line 1 has no `a.b`"),
        );
        check_refused(
            "weka-predictions",
            "Weka exception: no\n",
            &format!("{start} `weka-predictions`: there is no line that begins with `inst#`"),
        );
        let extraction = Extraction::parse("numbers").unwrap();
        assert_eq!(
            extraction.extract(b"\xff").unwrap_err().to_string(),
            format!("{start} `numbers`: the output is not UTF-8 text")
        );
    }

    proptest! {
        #[test]
        fn no_extractor_panics(text in "([a-c1-9:,#{}\"\\[\\]. ?+-]|\n|inst#|actual|predicted){0,60}") {
            for extractor in extractors() {
                let extraction = Extraction::parse(extractor.example.call).unwrap();
                let _ = extraction.extract(text.as_bytes());
            }
        }
    }
}
