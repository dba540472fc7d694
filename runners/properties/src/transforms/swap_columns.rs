//! Two columns of a matrix in each other's place.

use crate::transforms::swap_rows::Swapped;
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Exchanges two columns.
pub(crate) const SWAP_COLUMNS: TransformInfo = TransformInfo {
    name: "swap-columns",
    class: Class::Permutative,
    description: "exchanges two columns of a matrix, counted from 1",
    example: Example {
        format: "matrix",
        call: "swap-columns(input, 1, 3)",
        before: "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 2 5\n2 1 7\n",
        after: "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 2 5\n2 3 7\n",
    },
    parameter: Parameter::Positions,
    action: Action::Matrix {
        change: |matrix, constant| {
            let swapped = Swapped::of(constant, matrix.shape.n_columns, "columns")?;
            for entry in &mut matrix.entries {
                entry.place.1 = swapped.place_of(entry.place.1);
            }
            Ok(())
        },
    },
};
