//! A statement is left out.

use killrate_model::MutantClass;
use syn::{Attribute, BinOp, Block, Expr, Signature, Stmt};

use super::body::{Part, walk};
use super::{Find, Operator, replace_whole};
use crate::site::{Shape, Site};
use crate::source::Source;

/// Every statement that only does something: calls, assignments, branches, loops, jumps, macros.
///
/// What a `let` declares is used later, and the value at the end of a block is no statement, unless
/// its syntax shows that it has none. A jump that ends a function's body is its value.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::StatementDeletion,
    find: Find::InFunction(find),
};

fn find(_: &Signature, body: &Block, source: &Source) -> Vec<Site> {
    let mut sites = Vec::new();
    walk(body, |part| {
        let Part::Block(block) = part else {
            return;
        };
        let is_body = std::ptr::eq(block, body);
        for (place, statement) in block.stmts.iter().enumerate() {
            let is_last = place + 1 == block.stmts.len();
            if is_last && is_body && is_jump(statement) {
                continue;
            }
            let (range, attributes) = match statement {
                Stmt::Expr(expression, end) if end.is_some() || !is_last || is_unit(expression) => {
                    (source.range_of(expression), attributes_of(expression))
                }
                Stmt::Macro(node) if node.semi_token.is_some() || !is_last => {
                    (source.range_of(&node.mac), node.attrs.as_slice())
                }
                _ => continue,
            };
            // An attribute would stand on what is written in its place.
            if attributes.is_empty() {
                sites.push(Site {
                    range,
                    shape: Shape::Statement,
                    changes: vec![replace_whole("{}", "statement-deleted")],
                });
            }
        }
    });
    sites
}

fn is_jump(statement: &Stmt) -> bool {
    matches!(
        statement,
        Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _)
    )
}

/// Whether the syntax alone says that this has no value.
fn is_unit(expression: &Expr) -> bool {
    match expression {
        Expr::ForLoop(_) | Expr::While(_) | Expr::Assign(_) => true,
        Expr::If(node) => node.else_branch.is_none(),
        Expr::Binary(binary) => is_assignment(&binary.op),
        _ => false,
    }
}

fn is_assignment(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// The attributes of the kinds of expression that statements are made of.
fn attributes_of(expression: &Expr) -> &[Attribute] {
    match expression {
        Expr::Assign(node) => &node.attrs,
        Expr::Binary(node) => &node.attrs,
        Expr::Block(node) => &node.attrs,
        Expr::Break(node) => &node.attrs,
        Expr::Call(node) => &node.attrs,
        Expr::Continue(node) => &node.attrs,
        Expr::ForLoop(node) => &node.attrs,
        Expr::If(node) => &node.attrs,
        Expr::Loop(node) => &node.attrs,
        Expr::Macro(node) => &node.attrs,
        Expr::Match(node) => &node.attrs,
        Expr::MethodCall(node) => &node.attrs,
        Expr::Return(node) => &node.attrs,
        Expr::Try(node) => &node.attrs,
        Expr::Unsafe(node) => &node.attrs,
        Expr::While(node) => &node.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::StatementDeletion;

    use crate::operators::testing::check;

    #[test]
    fn statements_of_every_kind_are_left_out() {
        check(
            StatementDeletion,
            "fn f() -> u8 { a.b(1); c = 2; d += 3; log!(e); for x in y { z(x); } if g { return 4; } h()?; 5 }",
            &[
                "statement-deleted: a.b(1) → {}",
                "statement-deleted: c = 2 → {}",
                "statement-deleted: d += 3 → {}",
                "statement-deleted: log!(e) → {}",
                "statement-deleted: for x in y { z(x); } → {}",
                "statement-deleted: z(x) → {}",
                "statement-deleted: if g { return 4; } → {}",
                "statement-deleted: return 4 → {}",
                "statement-deleted: h()? → {}",
            ],
        );
    }

    #[test]
    fn an_end_without_a_value_is_a_statement() {
        check(
            StatementDeletion,
            "fn f() { while a { b = 1 } } fn g() { if c { d |= 2 } }",
            &[
                "statement-deleted: while a { b = 1 } → {}",
                "statement-deleted: b = 1 → {}",
                "statement-deleted: if c { d |= 2 } → {}",
                "statement-deleted: d |= 2 → {}",
            ],
        );
    }

    #[test]
    fn values_declarations_items_and_final_jumps_are_kept() {
        check(
            StatementDeletion,
            "fn f() -> u8 { let a = b(); fn g() {} #[cfg(x)] h(); if a { c() } else { d() } } fn i() -> u8 { return 1; }",
            &[],
        );
    }
}
