//! Operands in the opposite order.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the operands of queries into the opposite order.
pub(crate) const SWAP_OPERANDS: TransformInfo = TransformInfo {
    name: "swap-operands",
    class: Class::Permutative,
    description: "puts the operands of queries and brackets into the opposite order where they are joined alike, all by `AND` or none",
    example: Example {
        format: "query",
        call: "swap-operands(input)",
        before: "1\tromeo OR juliet\n2\tnurse AND friar OR romeo\n3\t+tybalt (friar AND nurse)^2\n",
        after: "1\tjuliet OR romeo\n2\tnurse AND friar OR romeo\n3\t(nurse AND friar)^2 +tybalt\n",
    },
    parameter: Parameter::None,
    action: Action::Queries {
        change: |query, _| Ok(query.swap_operands()),
        idle: "no query has two operands that can change places",
    },
};
