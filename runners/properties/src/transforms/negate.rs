//! The other sign.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Gives every number the other sign.
pub(crate) const NEGATE: TransformInfo = TransformInfo {
    name: "negate",
    class: Class::Invertive,
    description: "gives every number the other sign",
    example: Example {
        format: "csv",
        call: "negate(input)",
        before: "length,colour,class\n1.10,red,a\n-3,?,b\n0,red,a\n",
        after: "length,colour,class\n-1.10,red,a\n3,?,b\n0,red,a\n",
    },
    parameter: Parameter::None,
    action: Action::Numbers {
        change: |value, _| Some(value.negated()),
        keeps_zero: true,
    },
};
