//! The sum of two matrices.

use crate::matrix;
use crate::transforms::apply::Obstacle;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Adds another matrix, as far as both reach.
pub(crate) const PLUS: TransformInfo = TransformInfo {
    name: "plus",
    class: Class::Compositional,
    description: "adds another matrix entry by entry, as far as both have rows and columns",
    example: Example {
        format: "matrix",
        call: "plus(input, input)",
        before: "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 5\n2 1 7\n",
        after: "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 10\n2 1 14\n",
    },
    parameter: Parameter::Input,
    action: Action::Matrix {
        change: |matrix, constant| {
            let Some(Constant::NewRows(entries)) = constant else {
                unreachable!("the entries stand in the place of the input's name");
            };
            let summands = entries.iter().map(|line| matrix::entry(line));
            let inside = summands.filter(|&(place, _)| matrix.shape.holds(place));
            matrix
                .add(inside.collect())
                .ok_or_else(|| Obstacle::Impossible("a sum would go out of range".to_owned()))
        },
    },
};
