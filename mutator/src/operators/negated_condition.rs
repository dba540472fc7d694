//! A condition is negated.

use killrate_model::MutantClass;
use syn::{Block, Expr, Pat, Signature, UnOp};

use super::body::{Part, walk};
use super::{Find, Operator, binds_names};
use crate::site::{Change, Shape, Site};
use crate::source::Source;

/// The condition of every `if`, `while` and match guard, except where a `let` binds names.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::NegatedCondition,
    find: Find::InFunction(find),
};

fn find(_: &Signature, body: &Block, source: &Source) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut add = |condition: &Expr, operator: &str| {
        if !binds_names(condition) {
            sites.push(site(condition, operator, source));
        }
    };
    walk(body, |part| {
        let Part::Expression(expression) = part else {
            return;
        };
        match expression {
            Expr::If(node) => add(&node.cond, "if-negated"),
            Expr::While(node) => add(&node.cond, "while-negated"),
            Expr::Match(node) => {
                for arm in &node.arms {
                    if let Pat::Guard(guarded) = &arm.pat {
                        add(&guarded.guard, "guard-negated");
                    }
                }
            }
            _ => {}
        }
    });
    sites
}

fn site(condition: &Expr, operator: &str, source: &Source) -> Site {
    let range = source.range_of(condition);
    let after = match condition {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            source.slice(&source.range_of(&unary.expr)).to_owned()
        }
        _ => format!("!({})", source.slice(&range)),
    };
    Site {
        range,
        shape: Shape::Value,
        changes: vec![Change {
            operator: operator.to_owned(),
            is_thesis: false,
            token: "!kr_e".to_owned(),
            after,
        }],
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::NegatedCondition;

    use crate::operators::testing::check;

    #[test]
    fn branches_loops_and_guards_are_negated() {
        check(
            NegatedCondition,
            "fn f() { if a < b {} else if !c {} while d() {} match e { x if x.g() => {} _ => {} } }",
            &[
                "if-negated: a < b → !(a < b)",
                "if-negated: !c → c",
                "while-negated: d() → !(d())",
                "guard-negated: x.g() → !(x.g())",
            ],
        );
    }

    #[test]
    fn conditions_inside_closures_and_known_macros_are_found() {
        check(
            NegatedCondition,
            "fn f() { g(|x| if x { 1 } else { 2 }); println!(\"{}\", if y { 3 } else { 4 }) }",
            &["if-negated: x → !(x)", "if-negated: y → !(y)"],
        );
    }

    #[test]
    fn what_binds_names_or_is_no_condition_is_left_alone() {
        check(
            NegatedCondition,
            "fn f() { if let Some(x) = y && x {} while let Some(z) = w {} let b = a < c; }",
            &[],
        );
    }
}
