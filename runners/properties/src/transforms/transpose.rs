//! The transpose of a matrix.

use crate::matrix::Shape;
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Makes rows of the columns, and columns of the rows.
pub(crate) const TRANSPOSE: TransformInfo = TransformInfo {
    name: "transpose",
    class: Class::Permutative,
    description: "makes the rows of a matrix its columns, and its columns its rows",
    example: Example {
        format: "matrix",
        call: "transpose(input)",
        before: "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 3 5\n2 1 7\n",
        after: "%%MatrixMarket matrix coordinate integer general\n3 2 2\n1 2 7\n3 1 5\n",
    },
    parameter: Parameter::None,
    action: Action::Matrix {
        change: |matrix, _| {
            let Shape { n_rows, n_columns } = matrix.shape;
            matrix.shape = Shape {
                n_rows: n_columns,
                n_columns: n_rows,
            };
            for entry in &mut matrix.entries {
                let (row, column) = entry.place;
                entry.place = (column, row);
            }
            Ok(())
        },
    },
};
