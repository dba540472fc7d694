//! One word of every line.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The word at a position, counted from 1, of every line.
pub(super) const WORD: ExtractorInfo = ExtractorInfo {
    name: "word",
    description: "the word at a position, counted from 1, of every line that has so many",
    argument: Some("a position"),
    format: "lines",
    example: ExtractionExample {
        call: "word 2",
        before: "a c f\ndone\n",
        after: "c\n",
    },
    extract: |text, argument| {
        let position: usize = argument
            .parse()
            .ok()
            .filter(|&position| position > 0)
            .ok_or_else(|| format!("`{argument}` is not a position, counted from 1"))?;
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().nth(position - 1));
        let picked = join(words);
        if picked.is_empty() {
            Err(format!("no line has {position} words"))
        } else {
            Ok(picked)
        }
    },
};
