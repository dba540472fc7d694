//! The data formats, one file each.

mod any;
mod arff;
mod bytes;
mod csv;
mod format;
mod json_lines;
mod labels;
mod lines;
mod matrix;
mod pcap;
mod query;
mod sparse;
mod tree;
mod words;
mod xml;

pub use format::{FilePosition, FormatError, FormatInfo};
pub(crate) use format::{find, line_places};
pub(crate) use query::QUERY_COLUMN;
pub(crate) use words::word_places;

/// Every format, by name.
pub fn formats() -> &'static [&'static FormatInfo] {
    &[
        &any::ANY,
        &arff::ARFF,
        &bytes::BYTES,
        &csv::CSV,
        &json_lines::JSON_LINES,
        &labels::LABELS,
        &lines::LINES,
        &matrix::MATRIX,
        &pcap::PCAP,
        &query::QUERY,
        &sparse::SPARSE,
        &tree::TREE,
        &words::WORDS,
        &xml::XML,
    ]
}
