//! The opposite order.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the rows into the opposite order.
pub(crate) const REVERSE: TransformInfo = TransformInfo {
    name: "reverse",
    class: Class::Permutative,
    description: "puts the rows into the opposite order",
    example: Example {
        format: "csv",
        call: "reverse(input)",
        before: "length,class\n1,a\n2,b\n3,c\n",
        after: "length,class\n3,c\n2,b\n1,a\n",
    },
    parameter: Parameter::None,
    action: Action::Rows {
        arrange: |rows, scope, _| {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            for (&place, &row) in scope.iter().zip(scope.iter().rev()) {
                order[place] = row;
            }
            order
        },
        is_random: false,
    },
};
