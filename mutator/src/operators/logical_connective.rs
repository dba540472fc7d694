//! A logical connective is replaced by the other one.

use killrate_model::MutantClass;
use syn::{BinOp, Expr};

use super::{Find, Operator, binds_names, operands, replace_token};
use crate::site::{Role, Shape, Site};
use crate::source::Source;

/// `&&` and `||` replace each other, except where a `let` binds names for what follows.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::LogicalConnective,
    find: Find::InExpression(find),
};

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let (token, name) = match binary.op {
        BinOp::And(_) if !binds_names(expression) => ("||", "and-to-or"),
        BinOp::Or(_) => ("&&", "or-to-and"),
        _ => return None,
    };
    let operands = operands(binary, source);
    let change = replace_token(&operands, source, token, name.to_owned(), false);
    Some(Site {
        range: operands.left.start..operands.right.end,
        shape: Shape::Connective(operands),
        changes: vec![change],
    })
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::LogicalConnective;

    use crate::operators::testing::check;

    #[test]
    fn and_and_or_replace_each_other_where_they_stand_in_the_tree() {
        check(
            LogicalConnective,
            "fn f() { if a && b || !(c || d) { e && g() } }",
            &[
                "and-to-or: a && b → a || b",
                "or-to-and: a && b || !(c || d) → a && b && !(c || d)",
                "or-to-and: c || d → c && d",
                "and-to-or: e && g() → e || g()",
            ],
        );
    }

    #[test]
    fn names_that_a_condition_binds_must_stay_bound() {
        check(
            LogicalConnective,
            "fn f() { if let Some(x) = y && x > 1 && (x < 9 || z) {} }",
            &["or-to-and: x < 9 || z → x < 9 && z"],
        );
    }

    #[test]
    fn bits_and_references_are_not_logic() {
        check(
            LogicalConnective,
            "fn f() { g(a & b, a | b, &&c, |x| x) }",
            &[],
        );
    }
}
