//! One text for another.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Replaces a text wherever it is part of a value, as in queries.
pub(crate) const REPLACE: TransformInfo = TransformInfo {
    name: "replace",
    class: Class::Substitutive,
    description: "puts one text in the place of another wherever a value holds it",
    example: Example {
        format: "csv",
        call: "replace(input, \"romeo OR juliet\", \"juliet OR romeo\")",
        before: "query,class\nromeo OR juliet,a\n\"romeo OR juliet, act 2\",b\n",
        after: "query,class\njuliet OR romeo,a\n\"juliet OR romeo, act 2\",b\n",
    },
    parameter: Parameter::Replacement,
    action: Action::Texts {
        change: |value, from, to| value.replace(from, to),
    },
};
