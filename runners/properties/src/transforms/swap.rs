//! Two inputs in each other's place.

use crate::transforms::apply::Obstacle;
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Exchanges two inputs.
pub(crate) const SWAP: TransformInfo = TransformInfo {
    name: "swap",
    class: Class::Permutative,
    description: "exchanges an input and another of the same format",
    example: Example {
        format: "csv",
        call: "swap(input, other)",
        before: "length,class\n1,a\n2,b\n",
        after: "length,class\n7,c\n",
    },
    parameter: Parameter::Input,
    action: Action::Both {
        needs_matrix: false,
        is_random: false,
        change: |one, other, _, _| {
            if one.write() == other.write() {
                return Err(Obstacle::Idle("both inputs are the same".to_owned()));
            }
            std::mem::swap(one, other);
            Ok(())
        },
    },
};
