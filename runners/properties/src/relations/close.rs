//! Nearly the same output.

use crate::relations::equal;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// The output is the same but for small differences of its numbers.
pub(crate) const CLOSE: RelationInfo = RelationInfo {
    name: "close",
    description: "the text is the same and no number is further off than the tolerance",
    example: "close(output, 1%)",
    argument: ArgumentKind::Tolerance,
    needs_text: true,
    compare: equal::compare,
};
