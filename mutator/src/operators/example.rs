//! A bitwise operator is replaced by its opposite.

use killrate_model::MutantClass;
use syn::{BinOp, Expr};

use super::{Find, Operator, operands, replace_token};
use crate::site::{Role, Shape, Site};
use crate::source::Source;

/// `&` and `|` replace each other.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::Arithmetic,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let (token, name) = match binary.op {
        BinOp::BitAnd(_) => ("|", "bit-and-to-bit-or"),
        BinOp::BitOr(_) => ("&", "bit-or-to-bit-and"),
        _ => return None,
    };
    let operands = operands(binary, source);
    let change = replace_token(&operands, source, token, name.to_owned(), false);
    Some(Site {
        range: operands.left.start..operands.right.end,
        shape: Shape::Calculation(operands),
        changes: vec![change],
    })
}

#[cfg(test)]
mod tests {
    use super::OPERATOR;
    use crate::operators::testing::check_operator;

    #[test]
    fn and_and_or_replace_each_other() {
        check_operator(&OPERATOR, "a & b", &["bit-and-to-bit-or: a & b → a | b"]);
        check_operator(&OPERATOR, "a | b", &["bit-or-to-bit-and: a | b → a & b"]);
    }

    #[test]
    fn logic_is_not_bitwise() {
        check_operator(&OPERATOR, "a && b", &[]);
    }
}
