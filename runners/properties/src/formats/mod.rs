//! The data formats, one file each.

mod arff;
mod bytes;
mod csv;
mod format;
mod json_lines;
mod labels;
mod lines;
mod sparse;
mod tree;
mod words;
mod xml;

pub(crate) use format::find;
pub use format::{FormatError, FormatInfo};

/// Every format, by name.
pub fn formats() -> &'static [&'static FormatInfo] {
    &[
        &arff::ARFF,
        &bytes::BYTES,
        &csv::CSV,
        &json_lines::JSON_LINES,
        &labels::LABELS,
        &lines::LINES,
        &sparse::SPARSE,
        &tree::TREE,
        &words::WORDS,
        &xml::XML,
    ]
}
