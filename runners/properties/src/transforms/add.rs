//! Addition of a constant.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Adds a constant to every number.
pub(crate) const ADD: TransformInfo = TransformInfo {
    name: "add",
    class: Class::Additive,
    description: "adds a constant to every number",
    example: Example {
        format: "csv",
        call: "add(input, 10)",
        before: "length,colour,class\n4.9,red,a\n0.30,?,b\n?,red,a\n",
        after: "length,colour,class\n14.9,red,a\n10.30,?,b\n?,red,a\n",
    },
    parameter: Parameter::Number,
    action: Action::Numbers {
        change: |value, constant| value.plus(constant),
        keeps_zero: false,
    },
};
