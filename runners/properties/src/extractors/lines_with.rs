//! Some of the lines.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The lines that have a text.
pub(super) const LINES_WITH: ExtractorInfo = ExtractorInfo {
    name: "lines-with",
    description: "the lines that have the text",
    argument: Some("a text"),
    format: "lines",
    example: ExtractionExample {
        call: "lines-with alert",
        before: "packet 1\nalert 2\npacket 3\nalert 4\n",
        after: "alert 2\nalert 4\n",
    },
    // No such line is an answer too: a program that raises no alert says so by silence.
    extract: |text, argument| Ok(join(text.lines().filter(|line| line.contains(argument)))),
};
