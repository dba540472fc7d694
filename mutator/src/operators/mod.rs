//! The rules of change: one file per class, and the list that names them all.

mod arithmetic;
mod comparison;
mod off_by_one;

// The worked example of the README: complete, tested, and not in the list.
#[cfg(test)]
mod example;
#[cfg(test)]
pub(crate) mod testing;

use killrate_model::MutantClass;
use syn::{Expr, ExprBinary};

use crate::site::{Change, Operands, Role, Site};
use crate::source::Source;

/// The rules of one class.
pub(crate) struct Operator {
    /// The class its mutants are counted under.
    pub class: MutantClass,
    /// The site this expression is, if it is one; the role says what surrounds it.
    pub find: fn(&Expr, Role, &Source) -> Option<Site>,
}

/// Every operator, in the order of the papers' tables.
pub(crate) const ALL: [Operator; 3] = [
    comparison::OPERATOR,
    arithmetic::OPERATOR,
    off_by_one::OPERATOR,
];

/// Where the parts of a binary expression are.
pub(crate) fn operands(binary: &ExprBinary, source: &Source) -> Operands {
    Operands {
        left: source.range_of(&binary.left),
        operator: source.range_of(&binary.op),
        right: source.range_of(&binary.right),
    }
}

/// The change that puts another operator token into a binary expression.
pub(crate) fn replace_token(
    operands: &Operands,
    source: &Source,
    token: &str,
    operator: String,
    is_thesis: bool,
) -> Change {
    let before = operands.left.start..operands.operator.start;
    let after = operands.operator.end..operands.right.end;
    Change {
        operator,
        is_thesis,
        token: token.to_owned(),
        after: [source.slice(&before), token, source.slice(&after)].concat(),
    }
}
