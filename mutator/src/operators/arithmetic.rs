//! An arithmetic operator is replaced by its opposite.

use killrate_model::MutantClass;
use syn::{BinOp, Expr};

use super::{Find, Operator, operands, replace_token};
use crate::site::{Role, Shape, Site};
use crate::source::Source;

/// `+` and `-`, `*` and `/` replace each other, alone and in compound assignments.
///
/// `%` has no opposite; it becomes `*`, which the papers do not do.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::Arithmetic,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let (token, name, is_thesis) = match binary.op {
        BinOp::Add(_) => ("-", "add-to-sub", true),
        BinOp::Sub(_) => ("+", "sub-to-add", true),
        BinOp::Mul(_) => ("/", "mul-to-div", true),
        BinOp::Div(_) => ("*", "div-to-mul", true),
        BinOp::Rem(_) => ("*", "rem-to-mul", false),
        BinOp::AddAssign(_) => ("-=", "add-assign-to-sub-assign", true),
        BinOp::SubAssign(_) => ("+=", "sub-assign-to-add-assign", true),
        BinOp::MulAssign(_) => ("/=", "mul-assign-to-div-assign", true),
        BinOp::DivAssign(_) => ("*=", "div-assign-to-mul-assign", true),
        BinOp::RemAssign(_) => ("*=", "rem-assign-to-mul-assign", false),
        _ => return None,
    };
    let operands = operands(binary, source);
    let change = replace_token(&operands, source, token, name.to_owned(), is_thesis);
    Some(Site {
        range: operands.left.start..operands.right.end,
        shape: if token.ends_with('=') {
            Shape::Assignment(operands)
        } else {
            Shape::Calculation(operands)
        },
        changes: vec![change],
    })
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::Arithmetic;

    use crate::operators::testing::{check, check_thesis};

    #[test]
    fn every_operator_has_one_replacement() {
        check(
            Arithmetic,
            "fn f() { g(a + b, a - b, a * b, a / b, a % b) }",
            &[
                "add-to-sub: a + b → a - b",
                "sub-to-add: a - b → a + b",
                "mul-to-div: a * b → a / b",
                "div-to-mul: a / b → a * b",
                "rem-to-mul: a % b → a * b",
            ],
        );
    }

    #[test]
    fn compound_assignments_are_replaced_too() {
        check(
            Arithmetic,
            "fn f() { a += 1; *b -= c; d[0] *= 2; e /= f; g %= h; }",
            &[
                "add-assign-to-sub-assign: a += 1 → a -= 1",
                "sub-assign-to-add-assign: *b -= c → *b += c",
                "mul-assign-to-div-assign: d[0] *= 2 → d[0] /= 2",
                "div-assign-to-mul-assign: e /= f → e *= f",
                "rem-assign-to-mul-assign: g %= h → g *= h",
            ],
        );
    }

    #[test]
    fn nested_calculations_are_changed_where_they_stand_in_the_tree() {
        check(
            Arithmetic,
            "fn f() { x + y*z - w }",
            &[
                "add-to-sub: x + y*z → x - y*z",
                "sub-to-add: x + y*z - w → x + y*z + w",
                "mul-to-div: y*z → y/z",
            ],
        );
    }

    #[test]
    fn the_papers_do_not_replace_the_remainder() {
        check_thesis(Arithmetic, "fn f() { a % b; a %= b; }", &[]);
    }

    #[test]
    fn signs_references_and_bits_are_not_arithmetic() {
        check(
            Arithmetic,
            "fn f() { g(-a, *b, &c, a & b, a | b, a ^ b, a << 1) }",
            &[],
        );
    }
}
