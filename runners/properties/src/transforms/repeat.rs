//! The data followed by themselves.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts all rows, then those in scope once more: a set composed of two.
pub(crate) const REPEAT: TransformInfo = TransformInfo {
    name: "repeat",
    class: Class::Compositional,
    description: "puts the rows in scope once more after all rows, so that two sets become one",
    example: Example {
        format: "csv",
        call: "repeat(input)",
        before: "length,class\n1,a\n2,b\n",
        after: "length,class\n1,a\n2,b\n1,a\n2,b\n",
    },
    parameter: Parameter::OptionalAmount,
    action: Action::Rows {
        arrange: |rows, scope, _| (0..rows.len()).chain(scope.iter().copied()).collect(),
        is_random: false,
    },
};
