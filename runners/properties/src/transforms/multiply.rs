//! Multiplication by a constant.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Multiplies every number by a constant.
pub(crate) const MULTIPLY: TransformInfo = TransformInfo {
    name: "multiply",
    class: Class::Multiplicative,
    description: "multiplies every number by a constant",
    example: Example {
        format: "csv",
        call: "multiply(input, 10)",
        before: "length,colour,class\n1.1,red,a\n0.30,?,b\n0.0,red,a\n",
        after: "length,colour,class\n11,red,a\n3,?,b\n0.0,red,a\n",
    },
    parameter: Parameter::Number,
    action: Action::Numbers {
        change: |value, constant| value.times(constant),
        keeps_zero: true,
    },
};
