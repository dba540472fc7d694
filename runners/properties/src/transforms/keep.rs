//! Only some rows.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Leaves nothing but some rows: some chosen by the seed, or all in scope.
pub(crate) const KEEP: TransformInfo = TransformInfo {
    name: "keep",
    class: Class::Exclusive,
    description: "leaves a number or share of the rows, chosen by the seed, or all rows in scope",
    example: Example {
        format: "csv",
        call: "keep(input, class a)",
        before: "length,class\n1,a\n2,b\n3,a\n",
        after: "length,class\n1,a\n3,a\n",
    },
    parameter: Parameter::Amount,
    action: Action::Rows {
        arrange: |_, scope, _| scope.to_vec(),
        is_random: false,
    },
};
