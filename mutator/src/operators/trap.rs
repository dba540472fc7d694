//! A number that is negative, or zero, ends the program.

use killrate_model::MutantClass;
use syn::{BinOp, Block, Expr, Signature, UnOp};

use super::body::{Part, walk};
use super::{Find, Operator};
use crate::site::{Change, Shape, Site};
use crate::source::Source;

/// Every operand of a comparison or a calculation, literals apart, panics when it is negative, and
/// in another mutant when it is zero.
///
/// Such a mutant is killed exactly by inputs that make the operand negative, or zero. Operands that
/// are no numbers are refused by the compiler.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::Trap,
    find: Find::InFunction(find),
};

fn find(_: &Signature, body: &Block, source: &Source) -> Vec<Site> {
    let mut sites = Vec::new();
    walk(body, |part| {
        let Part::Expression(Expr::Binary(binary)) = part else {
            return;
        };
        let (takes_left, takes_right) = operands_read(&binary.op);
        let operands = [(takes_left, &*binary.left), (takes_right, &*binary.right)];
        for (is_taken, operand) in operands {
            if is_taken && may_be_a_number(operand) {
                sites.push(site(operand, source));
            }
        }
    });
    sites
}

fn site(operand: &Expr, source: &Source) -> Site {
    let range = source.range_of(operand);
    let before = source.slice(&range);
    let changes = [("trap-on-negative", "<"), ("trap-on-zero", "==")].map(|(operator, relation)| {
        // A cast that is inferred: integers and floats need zeros of their own.
        let trap = |value: &str| {
            format!("match {value} {{ e if e {relation} (0_u8 as _) => panic!(\"{operator}\"), e => e }}")
        };
        Change {
            operator: operator.to_owned(),
            is_thesis: false,
            token: trap("kr_e"),
            after: trap(&format!("({before})")),
        }
    });
    Site {
        range,
        shape: Shape::Value,
        changes: changes.to_vec(),
    }
}

/// Whether the left and the right operand are numbers that are read.
fn operands_read(operator: &BinOp) -> (bool, bool) {
    match operator {
        BinOp::Add(_)
        | BinOp::Sub(_)
        | BinOp::Mul(_)
        | BinOp::Div(_)
        | BinOp::Rem(_)
        | BinOp::Lt(_)
        | BinOp::Le(_)
        | BinOp::Gt(_)
        | BinOp::Ge(_)
        | BinOp::Eq(_)
        | BinOp::Ne(_) => (true, true),
        BinOp::AddAssign(_)
        | BinOp::SubAssign(_)
        | BinOp::MulAssign(_)
        | BinOp::DivAssign(_)
        | BinOp::RemAssign(_) => (false, true),
        _ => (false, false),
    }
}

fn may_be_a_number(operand: &Expr) -> bool {
    match operand {
        Expr::Path(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Cast(_)
        | Expr::Try(_) => true,
        Expr::Paren(paren) => may_be_a_number(&paren.expr),
        Expr::Unary(unary) => match unary.op {
            UnOp::Neg(_) => may_be_a_number(&unary.expr),
            UnOp::Not(_) => false,
            _ => true,
        },
        Expr::Binary(binary) => operands_read(&binary.op).0 && !is_comparison(&binary.op),
        _ => false,
    }
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    )
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::Trap;

    use crate::operators::testing::check;

    #[test]
    fn operands_trap_on_negative_and_on_zero() {
        check(
            Trap,
            "fn f() { x < -1; y *= g(); }",
            &[
                "trap-on-negative: x → match (x) { e if e < (0_u8 as _) => panic!(\"trap-on-negative\"), e => e }",
                "trap-on-zero: x → match (x) { e if e == (0_u8 as _) => panic!(\"trap-on-zero\"), e => e }",
                "trap-on-negative: g() → match (g()) { e if e < (0_u8 as _) => panic!(\"trap-on-negative\"), e => e }",
                "trap-on-zero: g() → match (g()) { e if e == (0_u8 as _) => panic!(\"trap-on-zero\"), e => e }",
            ],
        );
    }

    #[test]
    fn literals_logic_and_references_do_not_trap() {
        check(
            Trap,
            "fn f() { 1 < -2; a && b; &c == &d; e = h; !i == (j < 2); }",
            &[
                "trap-on-negative: j → match (j) { e if e < (0_u8 as _) => panic!(\"trap-on-negative\"), e => e }",
                "trap-on-zero: j → match (j) { e if e == (0_u8 as _) => panic!(\"trap-on-zero\"), e => e }",
            ],
        );
    }
}
