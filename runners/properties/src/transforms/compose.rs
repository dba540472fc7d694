//! Two inputs in one.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the rows of another input after all rows.
pub(crate) const COMPOSE: TransformInfo = TransformInfo {
    name: "compose",
    class: Class::Compositional,
    description: "puts the rows of another input after all rows",
    example: Example {
        format: "csv",
        call: "compose(input, input)",
        before: "length,class\n1,a\n2,b\n",
        after: "length,class\n1,a\n2,b\n1,a\n2,b\n",
    },
    parameter: Parameter::Input,
    action: Action::Compose,
};
