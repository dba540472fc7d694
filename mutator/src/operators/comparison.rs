//! A relational operator is replaced by every other one.

use killrate_model::MutantClass;
use syn::{BinOp, Expr};

use super::{Find, Operator, operands, replace_token};
use crate::site::{Role, Shape, Site};
use crate::source::Source;

/// `<`, `<=`, `>`, `>=`, `==` and `!=`, each replaced by the five others.
///
/// The papers replace by the logical opposite. Where a type has equality but no order, the compiler
/// takes the ordering replacements out again.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::Comparison,
    find: Find::InExpression(find),
};

/// Token, name, and the token of the logical opposite.
const RELATIONS: [(&str, &str, &str); 6] = [
    ("<", "lt", ">="),
    ("<=", "le", ">"),
    (">", "gt", "<="),
    (">=", "ge", "<"),
    ("==", "eq", "!="),
    ("!=", "ne", "=="),
];

fn find(expression: &Expr, _: Role, source: &Source) -> Option<Site> {
    let Expr::Binary(binary) = expression else {
        return None;
    };
    let token = match binary.op {
        BinOp::Lt(_) => "<",
        BinOp::Le(_) => "<=",
        BinOp::Gt(_) => ">",
        BinOp::Ge(_) => ">=",
        BinOp::Eq(_) => "==",
        BinOp::Ne(_) => "!=",
        _ => return None,
    };
    let operands = operands(binary, source);
    let (_, from, opposite) = RELATIONS.into_iter().find(|relation| relation.0 == token)?;
    let others = RELATIONS
        .into_iter()
        .filter(|&(other, _, _)| other != token);
    let changes = others
        .map(|(other, to, _)| {
            let name = format!("{from}-to-{to}");
            replace_token(&operands, source, other, name, other == opposite)
        })
        .collect();
    Some(Site {
        range: operands.left.start..operands.right.end,
        shape: Shape::Comparison(operands),
        changes,
    })
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::Comparison;

    use crate::operators::testing::{check, check_thesis};

    #[test]
    fn an_ordering_is_replaced_by_every_other_relation() {
        check(
            Comparison,
            "fn f() { if a < b {} }",
            &[
                "lt-to-eq: a < b → a == b",
                "lt-to-ge: a < b → a >= b",
                "lt-to-gt: a < b → a > b",
                "lt-to-le: a < b → a <= b",
                "lt-to-ne: a < b → a != b",
            ],
        );
    }

    #[test]
    fn the_papers_make_the_logical_opposite() {
        check_thesis(
            Comparison,
            "fn f() { g(a < b, a <= b, a > b, a >= b, a == b, a != b) }",
            &[
                "lt-to-ge: a < b → a >= b",
                "le-to-gt: a <= b → a > b",
                "gt-to-le: a > b → a <= b",
                "ge-to-lt: a >= b → a < b",
                "eq-to-ne: a == b → a != b",
                "ne-to-eq: a != b → a == b",
            ],
        );
    }

    #[test]
    fn the_text_of_the_operands_is_kept() {
        check_thesis(
            Comparison,
            "fn f() { x + 1/* one */==y .z(  ) }",
            &["eq-to-ne: x + 1/* one */==y .z(  ) → x + 1/* one */!=y .z(  )"],
        );
    }

    #[test]
    fn nested_comparisons_are_all_found() {
        check_thesis(
            Comparison,
            "fn f() { (a < b) == (c > d) && g(|x| x <= 1) }",
            &[
                "eq-to-ne: (a < b) == (c > d) → (a < b) != (c > d)",
                "lt-to-ge: a < b → a >= b",
                "gt-to-le: c > d → c <= d",
                "le-to-gt: x <= 1 → x > 1",
            ],
        );
    }

    #[test]
    fn logic_shifts_and_generics_are_not_comparisons() {
        check(
            Comparison,
            "fn f() { a && b || c << 2 >> Vec::<u8>::new().len() }",
            &[],
        );
    }
}
