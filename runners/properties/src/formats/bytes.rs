//! Content that is taken as it is.

use crate::formats::FormatInfo;

/// Any bytes.
pub(crate) const BYTES: FormatInfo = FormatInfo {
    name: "bytes",
    description: "any bytes, taken as they are",
    example: "\u{1}\u{2}\u{3}",
    has_rows: false,
    has_numbers: false,
    has_texts: false,
    omits_zeros: false,
    read: None,
};
