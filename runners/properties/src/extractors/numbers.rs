//! Numbers without the words around them.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};
use crate::relations::numbers_in_line;

/// Every number that stands by itself.
pub(super) const NUMBERS: ExtractorInfo = ExtractorInfo {
    name: "numbers",
    description: "every number that stands by itself, one per line",
    argument: None,
    format: "lines",
    example: ExtractionExample {
        call: "numbers",
        before: "used 3 of 10.50 MB\npage2\n",
        after: "3\n10.50\n",
    },
    extract: |text, _| {
        let numbers = text.lines().flat_map(numbers_in_line);
        let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
        Ok(join(words.iter().map(String::as_str)))
    },
};
