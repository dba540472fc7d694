//! The extractors, one file each.

mod after;
mod before;
mod column;
mod extractor;
mod json;
mod last_line;
mod lines_with;
mod numbers;
mod sum;
mod weka_predictions;
mod word;

pub use extractor::{Extraction, ExtractionError, ExtractionExample, ExtractorInfo};

/// Every extractor, by name.
pub fn extractors() -> &'static [&'static ExtractorInfo] {
    &[
        &after::AFTER,
        &before::BEFORE,
        &column::COLUMN,
        &json::JSON,
        &last_line::LAST_LINE,
        &lines_with::LINES_WITH,
        &numbers::NUMBERS,
        &sum::SUM,
        &weka_predictions::WEKA_PREDICTIONS,
        &word::WORD,
    ]
}
