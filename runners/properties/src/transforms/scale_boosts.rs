//! All operands so many times as important.

use crate::number::Number;
use crate::query::Query;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Multiplies the boost of every operand; one that has none has the boost 1.
pub(crate) const SCALE_BOOSTS: TransformInfo = TransformInfo {
    name: "scale-boosts",
    class: Class::Multiplicative,
    description: "multiplies the boost of every operand of a query by a constant above 0; one that has none has the boost 1",
    example: Example {
        format: "query",
        call: "scale-boosts(input, 4)",
        before: "1\tromeo juliet^0.25\n2\t(nurse friar)^2 tybalt\n",
        after: "1\tromeo^4 juliet\n2\t(nurse friar)^8 tybalt^4\n",
    },
    parameter: Parameter::Number,
    action: Action::Queries {
        change: scale_boosts,
        idle: "it changes no boost",
    },
};

fn scale_boosts(query: &mut Query<'_>, constant: Option<&Constant>) -> Result<bool, String> {
    let Some(Constant::Number(factor)) = constant else {
        unreachable!("the grammar demands a number");
    };
    if factor.cmp_value(Number::ZERO).is_le() {
        return Err("boosts can be multiplied by a number above 0 only".to_owned());
    }
    match query.scale_boosts(*factor) {
        Some(()) => Ok(true),
        None => Err(format!("a boost of `{query}` would go out of range")),
    }
}
