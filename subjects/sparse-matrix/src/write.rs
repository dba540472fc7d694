//! Writing matrices as Matrix Market files.

use crate::compressed::Compressed;
use crate::error::InputError;
use std::fmt::Write as _;
use std::fs;

/// The text of a file: the entries row by row, and in a row as they are kept.
pub fn render_matrix(matrix: &Compressed) -> String {
    let mut text = String::from("%%MatrixMarket matrix coordinate integer general\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} {} {}",
        matrix.n_rows,
        matrix.n_columns,
        matrix.n_entries()
    );
    for row in 0..matrix.n_rows {
        for i in matrix.row_starts[row]..matrix.row_starts[row + 1] {
            let column = matrix.columns[i] + 1;
            let _ = writeln!(text, "{} {column} {}", row + 1, matrix.values[i]);
        }
    }
    text
}

/// Writes a matrix to a file.
pub fn write_matrix(path: &str, matrix: &Compressed) -> Result<(), InputError> {
    fs::write(path, render_matrix(matrix)).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compressed::Entry;

    #[test]
    fn rows_and_columns_are_counted_from_1() {
        let entries = [(1, 2, -4), (0, 1, 3), (1, 0, 9)].map(|(row, column, value)| Entry {
            row,
            column,
            value,
        });
        let matrix = Compressed::from_entries(2, 3, &entries);
        assert_eq!(
            render_matrix(&matrix),
            "%%MatrixMarket matrix coordinate integer general\n2 3 3\n1 2 3\n2 3 -4\n2 1 9\n"
        );
    }
}
