//! Fewer rows.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Takes rows away: some chosen by the seed, or all in scope.
pub(crate) const REMOVE: TransformInfo = TransformInfo {
    name: "remove",
    class: Class::Exclusive,
    description: "takes away a number or share of the rows, chosen by the seed, or all rows in scope",
    example: Example {
        format: "csv",
        call: "remove(input, 50%)",
        before: "length,class\n1,a\n2,b\n3,c\n4,d\n",
        after: "length,class\n1,a\n4,d\n",
    },
    parameter: Parameter::Amount,
    action: Action::Rows {
        arrange: |rows, scope, _| {
            (0..rows.len())
                .filter(|row| scope.binary_search(row).is_err())
                .collect()
        },
        is_random: false,
    },
};
