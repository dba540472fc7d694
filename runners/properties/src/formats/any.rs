//! Content that is taken as it is.

use crate::formats::FormatInfo;
use crate::formats::format::Encoding;

/// Any content; what a file is whose format nobody has named.
pub(crate) const ANY: FormatInfo = FormatInfo {
    name: "any",
    description: "any content, taken as it is; no transform changes it",
    example: "\u{1}\u{2}\u{3}",
    has_rows: false,
    has_numbers: false,
    has_texts: false,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Unknown,
};
