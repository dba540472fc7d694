//! How an output ends.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The last line that is not blank.
pub(super) const LAST_LINE: ExtractorInfo = ExtractorInfo {
    name: "last-line",
    description: "the last line that is not blank",
    argument: None,
    format: "lines",
    example: ExtractionExample {
        call: "last-line",
        before: "working\n3 of 4\n\n",
        after: "3 of 4\n",
    },
    extract: |text, _| {
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        last.map(|line| join([line]))
            .ok_or_else(|| "all lines are blank".to_owned())
    },
};
