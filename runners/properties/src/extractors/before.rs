//! What comes before a text.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The beginning of every line up to the first place where it has a text.
pub(super) const BEFORE: ExtractorInfo = ExtractorInfo {
    name: "before",
    description: "the beginning of every line that has the text, up to there",
    argument: Some("a text"),
    format: "lines",
    example: ExtractionExample {
        call: "before %",
        before: "accuracy\n95 % right\n",
        after: "95\n",
    },
    extract: |text, argument| {
        let starts = text.lines().filter_map(|line| line.split_once(argument));
        let picked = join(starts.map(|(start, _)| start.trim()));
        if picked.is_empty() {
            Err(format!("no line has `{argument}`"))
        } else {
            Ok(picked)
        }
    },
};
