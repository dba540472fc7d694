//! Tables of the thesis that nothing of ours stands beside.

use super::TableKind;

/// No part of any report: a view of the thesis that the record has nothing for is shown as it is
/// printed.
pub(crate) const AS_PRINTED: TableKind = TableKind {
    name: "as-printed",
    thesis: &[],
    question: "What does the thesis print?",
    is_main: false,
    build: |_| Ok(Vec::new()),
};
