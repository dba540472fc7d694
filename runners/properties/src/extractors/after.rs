//! What follows a text.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The rest of every line after the first place where it has a text.
pub(super) const AFTER: ExtractorInfo = ExtractorInfo {
    name: "after",
    description: "the rest of every line that has the text, from there on",
    argument: Some("a text"),
    format: "lines",
    example: ExtractionExample {
        call: "after total:",
        before: "items: 3\ntotal: 8.5\n",
        after: "8.5\n",
    },
    extract: |text, argument| {
        let rests = text.lines().filter_map(|line| line.split_once(argument));
        let picked = join(rests.map(|(_, rest)| rest.trim()));
        if picked.is_empty() {
            Err(format!("no line has `{argument}`"))
        } else {
            Ok(picked)
        }
    },
};
