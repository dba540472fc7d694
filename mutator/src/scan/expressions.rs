//! Expressions: the sites they are, and what their parts are to them.

use killrate_model::SiteKind;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp};

use super::{Callee, Scanner};
use crate::instruments;
use crate::macros::{self, Arguments};
use crate::site::Role;
use crate::skipped::SkipReason;

impl Scanner<'_> {
    pub(super) fn scan_expression(&mut self, expression: &Expr) {
        let role = std::mem::take(&mut self.role);
        let purpose = self.outer_purpose.take();
        self.purpose = purpose;
        for instrument in instruments::ALL {
            instrument.see_expression(expression, role, self);
        }
        self.scan_parts(expression, role, purpose);
    }

    pub(super) fn scan_macro(&mut self, call: &syn::Macro) {
        match macros::arguments(call) {
            Arguments::Expressions(expressions) => {
                expressions.iter().for_each(|part| self.visit_expr(part));
            }
            Arguments::None => {}
            Arguments::Unknown => {
                self.note_mentions(call.tokens.clone());
                self.note_skipped_node(call, SkipReason::UnknownMacro);
            }
        }
    }

    /// Notes that the current function may call this.
    fn note_mention(&mut self, name: &syn::Ident, is_associated: bool) {
        if let Some(function) = self.function {
            self.functions[function].mentions.insert(Callee {
                name: name.to_string(),
                is_associated,
            });
        }
    }

    fn note_mentions(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    self.note_mention(&name, false);
                    self.note_mention(&name, true);
                }
                TokenTree::Group(group) => self.note_mentions(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn scan_parts(&mut self, expression: &Expr, role: Role, purpose: Option<SiteKind>) {
        match expression {
            Expr::Path(path) => {
                if let Some(segment) = path.path.segments.last() {
                    self.note_mention(&segment.ident, false);
                    if path.path.segments.len() > 1 {
                        self.note_mention(&segment.ident, true);
                    }
                }
                visit::visit_expr_path(self, path);
            }
            Expr::Paren(paren) => self.scan_for(purpose, role, &paren.expr),
            Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
                // The sign belongs to the literal: `-128` is in `i8`, `128` is not.
                (UnOp::Neg(_), Expr::Lit(literal)) if matches!(literal.lit, Lit::Int(_)) => {}
                (UnOp::Not(_), operand) => self.scan_for(purpose, role, operand),
                (_, operand) => self.scan_for(purpose, Role::Plain, operand),
            },
            Expr::Cast(cast) => {
                let is_bound = !matches!(role, Role::Plain | Role::Condition);
                let role = if is_bound { Role::Term } else { Role::Plain };
                self.scan_for(purpose, role, &cast.expr);
                self.visit_type(&cast.ty);
            }
            Expr::Binary(binary) => {
                let (left, right) = match binary.op {
                    BinOp::And(_) | BinOp::Or(_) => (role, role),
                    BinOp::Add(_) | BinOp::Sub(_) => (Role::Term, Role::Term),
                    BinOp::AddAssign(_) | BinOp::SubAssign(_) => (Role::Plain, Role::Term),
                    _ if role == Role::Condition && is_comparison(&binary.op) => {
                        (Role::Plain, Role::LoopBound)
                    }
                    _ => (Role::Plain, Role::Plain),
                };
                let [for_left, for_right] = purposes(&binary.op, right, purpose);
                self.scan_for(for_left, left, &binary.left);
                self.scan_for(for_right, right, &binary.right);
            }
            Expr::Index(index) => {
                self.visit_expr(&index.expr);
                self.scan_for(Some(SiteKind::Index), Role::Index, &index.index);
            }
            Expr::Range(range) => {
                // A range that indexes takes a slice.
                let indexes = purpose.filter(|purpose| *purpose == SiteKind::Index);
                let purpose = indexes.or(Some(SiteKind::Loop));
                if let Some(start) = &range.start {
                    self.scan_for(purpose, Role::RangeStart, start);
                }
                if let Some(end) = &range.end {
                    self.scan_for(purpose, Role::RangeEnd, end);
                }
            }
            Expr::While(node) => {
                self.scan_for(None, Role::Condition, &node.cond);
                self.scan_loop_body(&node.body);
            }
            Expr::ForLoop(node) => {
                self.visit_pat(&node.pat);
                self.visit_expr(&node.expr);
                self.scan_loop_body(&node.body);
            }
            Expr::Loop(node) => self.scan_loop_body(&node.body),
            Expr::MethodCall(call) => {
                self.note_mention(&call.method, true);
                self.visit_expr(&call.receiver);
                if let Some(generics) = &call.turbofish {
                    visit::visit_angle_bracketed_generic_arguments(self, generics);
                }
                call.args.iter().for_each(|part| self.visit_expr(part));
            }
            Expr::Call(call) => {
                self.visit_expr(&call.func);
                call.args.iter().for_each(|part| self.visit_expr(part));
            }
            Expr::Repeat(repeat) => {
                self.visit_expr(&repeat.expr);
                self.skip(SkipReason::ConstContext, |s| s.visit_expr(&repeat.len));
            }
            Expr::Const(_) => {
                self.skip(SkipReason::ConstContext, |s| {
                    visit::visit_expr(s, expression);
                });
            }
            _ => visit::visit_expr(self, expression),
        }
    }

    fn scan_for(&mut self, purpose: Option<SiteKind>, role: Role, expression: &Expr) {
        self.role = role;
        self.outer_purpose = purpose;
        self.visit_expr(expression);
    }

    fn scan_loop_body(&mut self, body: &Block) {
        for statement in &body.stmts {
            match statement {
                // The condition of a loop that is written in its body.
                Stmt::Expr(Expr::If(node), _) if leaves_loop(&node.then_branch) => {
                    self.scan_for(None, Role::Condition, &node.cond);
                    self.visit_block(&node.then_branch);
                    if let Some((_, branch)) = &node.else_branch {
                        self.visit_expr(branch);
                    }
                }
                _ => self.visit_stmt(statement),
            }
        }
    }
}

/// What both operands of this operator are for, where the result is for this.
fn purposes(operator: &BinOp, right: Role, purpose: Option<SiteKind>) -> [Option<SiteKind>; 2] {
    match operator {
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
            // A sum that indexes or bounds a loop has terms that do.
            [purpose.or(Some(SiteKind::Arithmetic)); 2]
        }
        BinOp::AddAssign(_)
        | BinOp::SubAssign(_)
        | BinOp::MulAssign(_)
        | BinOp::DivAssign(_)
        | BinOp::RemAssign(_) => [None, Some(SiteKind::Arithmetic)],
        _ if right == Role::LoopBound => [Some(SiteKind::Loop); 2],
        _ if is_comparison(operator) => [None; 2],
        _ => [purpose; 2],
    }
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    )
}

fn leaves_loop(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(Expr::Break(_), _)))
}
