//! The rules of change: one file per class, and the list that names them all.

mod arithmetic;
mod body;
mod comparison;
mod constant_replacement;
mod logical_connective;
mod negated_condition;
mod off_by_one;
mod operand_replacement;
mod range;
mod return_value;
mod statement_deletion;
mod trap;

// The worked example of the README: complete, tested, and not in the list.
#[cfg(test)]
mod example;
#[cfg(test)]
pub(crate) mod testing;

use killrate_model::MutantClass;
use syn::{BinOp, Block, Expr, ExprBinary, Signature};

use crate::site::{Change, Operands, Role, Site};
use crate::source::Source;

/// The rules of one class.
pub(crate) struct Operator {
    /// The class its mutants are counted under.
    pub class: MutantClass,
    /// How its sites are found.
    pub find: Find,
}

/// How an operator finds its sites.
pub(crate) enum Find {
    /// The site this expression is, if it is one; the role says what surrounds it.
    InExpression(fn(&Expr, Role, &Source) -> Option<Site>),
    /// The sites of this function, those of functions inside it left out.
    InFunction(fn(&Signature, &Block, &Source) -> Vec<Site>),
}

/// Every operator: those of the papers in the order of their tables, then the others.
///
/// Where two make the same change it is the first one's, so that choosing more classes takes no
/// mutant from those of the papers.
pub(crate) const ALL: [Operator; 11] = [
    comparison::OPERATOR,
    arithmetic::OPERATOR,
    off_by_one::OPERATOR,
    logical_connective::OPERATOR,
    negated_condition::OPERATOR,
    statement_deletion::OPERATOR,
    operand_replacement::OPERATOR,
    constant_replacement::OPERATOR,
    return_value::OPERATOR,
    trap::OPERATOR,
    range::OPERATOR,
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

/// Whether this condition binds names, which then are used behind it.
pub(crate) fn binds_names(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            binds_names(&binary.left) || binds_names(&binary.right)
        }
        _ => false,
    }
}

/// The change that evaluates another text in place of a site.
pub(crate) fn replace_whole(text: &str, operator: &str) -> Change {
    Change {
        operator: operator.to_owned(),
        is_thesis: false,
        token: text.to_owned(),
        after: text.to_owned(),
    }
}
