//! Addition to the principal diagonal.

use crate::number::Number;
use crate::transforms::apply::Obstacle;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Adds a constant to every place of the principal diagonal.
pub(crate) const ADD_DIAGONAL: TransformInfo = TransformInfo {
    name: "add-diagonal",
    class: Class::Additive,
    description: "adds a constant to the principal diagonal of a matrix, which need not be square",
    example: Example {
        format: "matrix",
        call: "add-diagonal(input, 1)",
        before: "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 1 5\n2 3 7\n",
        after: "%%MatrixMarket matrix coordinate integer general\n2 3 3\n1 1 6\n2 2 1\n2 3 7\n",
    },
    parameter: Parameter::Number,
    action: Action::Matrix {
        change: |matrix, constant| {
            let summand = match constant {
                Some(&Constant::Number(number)) => number,
                _ => Number::ZERO,
            };
            let length = matrix.shape.n_rows.min(matrix.shape.n_columns);
            if length > LONGEST_DIAGONAL {
                return Err(Obstacle::Impossible(format!(
                    "a diagonal of more than {LONGEST_DIAGONAL} places is not filled"
                )));
            }
            let diagonal = (1..=length).map(|position| ((position, position), summand));
            matrix
                .add(diagonal.collect())
                .ok_or_else(|| Obstacle::Impossible("a sum would go out of range".to_owned()))
        },
    },
};

/// A shape costs nothing to write, and nobody waits for more entries than these.
const LONGEST_DIAGONAL: u64 = 1_000_000;
