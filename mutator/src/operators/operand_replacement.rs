//! An operation is replaced by one of its operands.

use killrate_model::MutantClass;
use syn::{BinOp, Expr};

use super::{Find, Operator, binds_names, operands, replace_whole};
use crate::site::{Role, Shape, Site};
use crate::source::Source;

/// An arithmetic, bitwise or logical operation becomes its first or its second operand, and a
/// compound assignment a plain one.
///
/// The other operand is not evaluated, as if it had never been written.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::OperandReplacement,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let (name, is_assignment) = name_of(&binary.op)?;
    if binds_names(expression) {
        return None;
    }
    let operands = operands(binary, source);
    let (left, right) = (source.slice(&operands.left), source.slice(&operands.right));
    let changes = if is_assignment {
        vec![replace_whole(
            &format!("{left} = {right}"),
            &format!("{name}-to-assign"),
        )]
    } else {
        vec![
            replace_whole(left, &format!("{name}-to-left")),
            replace_whole(right, &format!("{name}-to-right")),
        ]
    };
    Some(Site {
        range: operands.left.start..operands.right.end,
        shape: Shape::OneOperand(operands),
        changes,
    })
}

fn name_of(operator: &BinOp) -> Option<(&'static str, bool)> {
    Some(match operator {
        BinOp::Add(_) => ("add", false),
        BinOp::Sub(_) => ("sub", false),
        BinOp::Mul(_) => ("mul", false),
        BinOp::Div(_) => ("div", false),
        BinOp::Rem(_) => ("rem", false),
        BinOp::And(_) => ("and", false),
        BinOp::Or(_) => ("or", false),
        BinOp::BitXor(_) => ("bit-xor", false),
        BinOp::BitAnd(_) => ("bit-and", false),
        BinOp::BitOr(_) => ("bit-or", false),
        BinOp::Shl(_) => ("shl", false),
        BinOp::Shr(_) => ("shr", false),
        BinOp::AddAssign(_) => ("add-assign", true),
        BinOp::SubAssign(_) => ("sub-assign", true),
        BinOp::MulAssign(_) => ("mul-assign", true),
        BinOp::DivAssign(_) => ("div-assign", true),
        BinOp::RemAssign(_) => ("rem-assign", true),
        BinOp::BitXorAssign(_) => ("bit-xor-assign", true),
        BinOp::BitAndAssign(_) => ("bit-and-assign", true),
        BinOp::BitOrAssign(_) => ("bit-or-assign", true),
        BinOp::ShlAssign(_) => ("shl-assign", true),
        BinOp::ShrAssign(_) => ("shr-assign", true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::OperandReplacement;

    use crate::operators::testing::check;

    #[test]
    fn a_product_becomes_its_first_or_its_second_operand() {
        check(
            OperandReplacement,
            "fn f() { c[i] += a[i][k] * b[k][j] }",
            &[
                "add-assign-to-assign: c[i] += a[i][k] * b[k][j] → c[i] = a[i][k] * b[k][j]",
                "mul-to-left: a[i][k] * b[k][j] → a[i][k]",
                "mul-to-right: a[i][k] * b[k][j] → b[k][j]",
            ],
        );
    }

    #[test]
    fn logic_and_bits_become_their_operands() {
        check(
            OperandReplacement,
            "fn f() { g(a && b(), c << 2) }",
            &[
                "and-to-left: a && b() → a",
                "and-to-right: a && b() → b()",
                "shl-to-left: c << 2 → c",
                "shl-to-right: c << 2 → 2",
            ],
        );
    }

    #[test]
    fn equal_operands_give_one_mutant_and_comparisons_none() {
        check(
            OperandReplacement,
            "fn f() { x * x; a < b; if let Some(y) = z && y {} }",
            &["mul-to-left: x * x → x"],
        );
    }
}
