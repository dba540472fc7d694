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

/// Extractors with their arguments, each at work on what the one before it has picked, as in
/// `after total: | word 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// At least one.
    links: Vec<Link>,
}

/// An extractor with its argument.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Link {
    extractor: &'static ExtractorInfo,
    argument: String,
}

/// What stands between two extractors.
const THEN: &str = " | ";
/// What stands for it in an argument.
const LITERAL_THEN: &str = " || ";

/// Why a text is not an extraction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot extract by `{text}`: {problem}")]
pub struct ExtractionError {
    text: String,
    problem: String,
}

impl Extraction {
    /// Reads one extractor or several with ` | ` between them: a name and, for those that take one,
    /// an argument, as in `numbers`, `after total:` and `lines-with bin | sum`.
    ///
    /// In an argument ` || ` stands for ` | `.
    ///
    /// # Errors
    /// When nothing has that name, or an argument is missing or too much.
    pub fn parse(text: &str) -> Result<Self, ExtractionError> {
        let link = |part: &str| {
            Link::parse(part).map_err(|problem| ExtractionError {
                text: text.to_owned(),
                problem,
            })
        };
        let links = text.split(THEN).map(link);
        Ok(Self {
            links: links.collect::<Result<_, _>>()?,
        })
    }

    /// The format of what it picks.
    pub fn format(&self) -> &'static str {
        self.links
            .last()
            .map_or("lines", |link| link.extractor.format)
    }

    /// What it picks out of an output.
    ///
    /// # Errors
    /// When the output is not text or does not hold what is looked for; the error names the
    /// extractor that did not find it.
    pub fn extract(&self, content: &[u8]) -> Result<String, ExtractionError> {
        let refuse = |text: String, problem: String| ExtractionError { text, problem };
        let text = std::str::from_utf8(content).map_err(|_| {
            let problem = "the output is not UTF-8 text".to_owned();
            refuse(self.to_string(), problem)
        })?;
        let mut picked = text.to_owned();
        for link in &self.links {
            picked = (link.extractor.extract)(&picked, &link.argument)
                .map_err(|problem| refuse(link.to_string(), problem))?;
        }
        Ok(picked)
    }
}

impl Link {
    fn parse(text: &str) -> Result<Self, String> {
        // Only the first space divides, because an argument may hold others.
        let (name, argument) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let names = || extractors().iter().map(|extractor| extractor.name);
        let extractor = extractors()
            .iter()
            .copied()
            .find(|extractor| extractor.name == name)
            .ok_or_else(|| format!("there is no `{name}`; {}", hint(name, names())))?;
        let argument = argument.trim();
        match (extractor.argument, argument.is_empty()) {
            (Some(what), true) => Err(format!(
                "`{name}` needs {what}, as in `{}`",
                extractor.example.call
            )),
            (None, false) => Err(format!(
                "`{name}` takes nothing after its name; write `{name} | …` for what comes next"
            )),
            _ => Ok(Self {
                extractor,
                argument: argument.replace(LITERAL_THEN, THEN),
            }),
        }
    }
}

impl fmt::Display for Extraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, link) in self.links.iter().enumerate() {
            let between = if index == 0 { "" } else { THEN };
            write!(f, "{between}{link}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extractor.name)?;
        match self.argument.as_str() {
            "" => Ok(()),
            argument => write!(f, " {}", argument.replace(THEN, LITERAL_THEN)),
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
            &format!(
                "{start} `numbers 3`: `numbers` takes nothing after its name; write `numbers | …` for what comes next"
            ),
        );
        check_refused(
            "lines-with bin | smu",
            "",
            &format!(
                "{start} `lines-with bin | smu`: there is no `smu`; the nearest name is `sum`"
            ),
        );
        assert!(Extraction::parse("lines-with bin | | sum").is_err());
    }

    #[track_caller]
    fn check_picked(text: &str, output: &str, expected: &str) {
        let extraction = Extraction::parse(text).unwrap();
        assert_eq!(extraction.to_string(), text);
        assert_eq!(extraction.extract(output.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn extractors_in_a_chain_work_on_what_the_one_before_has_picked() {
        let output = "bin 1: 2.5 4\nfree: 9\nbin 2: 3\n";
        check_picked("lines-with bin | after : | sum", output, "9.5\n");
        check_picked("lines-with bin | last-line | word 3", output, "3\n");
        // The format is that of what is picked in the end.
        let chain = Extraction::parse("last-line | numbers").unwrap();
        assert_eq!(chain.format(), "lines");
    }

    #[test]
    fn a_bar_in_an_argument_is_doubled() {
        check_picked("after a || b", "x a | b 3\n", "3\n");
        // Without spaces on both sides a bar is a character like any other.
        check_picked("before |", "x|y\n", "x\n");
    }

    #[test]
    fn a_chain_that_breaks_names_the_extractor_that_found_nothing() {
        check_refused(
            "lines-with bin | after total:",
            "bin 1\ntotal: 3\n",
            "cannot extract by `after total:`: no line has `total:`",
        );
        check_refused(
            "lines-with bin | sum",
            "total: 3\n",
            "cannot extract by `sum`: there is no number in it",
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
