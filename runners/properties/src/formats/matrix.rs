//! Sparse matrices, as Matrix Market has them (Boisvert, Pozo and Remington 1996).

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{Encoding, FormatError, FormatInfo};
use crate::matrix;

/// A line that says what the file holds, comments, the shape, then one entry per line.
pub(crate) const MATRIX: FormatInfo = FormatInfo {
    name: "matrix",
    description: "a sparse matrix as Matrix Market has it: `coordinate`, `integer` or `real`, `general`",
    example: "%%MatrixMarket matrix coordinate integer general\n% lengths\n2 3 3\n1 2 5\n2 1 7\n2 3 1\n",
    // The lines of a file are entries; a row that moves takes its entries along.
    has_rows: false,
    has_numbers: true,
    has_texts: false,
    has_queries: false,
    omits_zeros: true,
    encoding: Encoding::Matrix(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let parts = matrix::parts(text)?;
    let value = Column {
        name: "value".to_owned(),
        is_label: false,
        kind: ColumnKind::Numeric,
    };
    let rows = parts.entries.into_iter().map(|entry| RowPlace {
        cells: vec![Cell::new(
            0,
            entry.value.start - entry.span.start..entry.value.end - entry.span.start,
        )],
        span: entry.span,
    });
    let mut document = Document::new(text, vec![value], rows.collect());
    document.omits_zeros = true;
    document.shape = Some(parts.shape);
    Ok(document)
}
