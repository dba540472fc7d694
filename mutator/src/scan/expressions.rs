//! Expressions: the sites they are, and what their parts are to them.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, Stmt, UnOp};

use super::{Callee, NodeKind, ScannedSite, Scanner};
use crate::instruments::fuel::leaving;
use crate::macros::{self, Arguments};
use crate::operators::{self, Find};
use crate::site::{Role, Shape, Site};
use crate::skipped::SkipReason;

/// Methods and functions that call a closure until it says to stop.
///
/// A mutant can make such a call endless without any loop being in sight. Closures of other
/// iterator methods burn no fuel: those methods end when their iterator does, and fuel in their
/// closures would keep the compiler from vectorising them.
const MAY_CALL_FOR_EVER: [&str; 15] = [
    "all",
    "any",
    "find",
    "find_map",
    "from_fn",
    "map_while",
    "position",
    "repeat_with",
    "rposition",
    "scan",
    "skip_while",
    "successors",
    "take_while",
    "try_fold",
    "try_for_each",
];

impl Scanner<'_> {
    pub(super) fn scan_expression(&mut self, expression: &Expr) {
        let role = std::mem::take(&mut self.role);
        for operator in &operators::ALL {
            if self.classes.contains(&operator.class)
                && let Find::InExpression(find) = operator.find
                && let Some(site) = find(expression, role, self.source)
            {
                self.add_site(site, operator.class);
            }
        }
        self.scan_parts(expression, role);
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
            self.scan.functions[function].mentions.insert(Callee {
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

    fn scan_parts(&mut self, expression: &Expr, role: Role) {
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
            Expr::Paren(paren) => self.scan_as(role, &paren.expr),
            Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
                // The sign belongs to the literal: `-128` is in `i8`, `128` is not.
                (UnOp::Neg(_), Expr::Lit(literal)) if matches!(literal.lit, Lit::Int(_)) => {}
                (UnOp::Not(_), operand) => self.scan_as(role, operand),
                (_, operand) => self.visit_expr(operand),
            },
            Expr::Cast(cast) => {
                let is_bound = !matches!(role, Role::Plain | Role::Condition);
                self.scan_as(if is_bound { Role::Term } else { Role::Plain }, &cast.expr);
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
                self.scan_as(left, &binary.left);
                self.scan_as(right, &binary.right);
            }
            Expr::Index(index) => {
                self.visit_expr(&index.expr);
                self.scan_as(Role::Index, &index.index);
            }
            Expr::Range(range) => {
                if let Some(start) = &range.start {
                    self.scan_as(Role::RangeStart, start);
                }
                if let Some(end) = &range.end {
                    self.scan_as(Role::RangeEnd, end);
                }
            }
            Expr::While(node) => {
                self.scan_as(Role::Condition, &node.cond);
                self.scan_loop(&node.attrs, &node.body);
            }
            Expr::ForLoop(node) => {
                self.visit_pat(&node.pat);
                let may_be_left = leaving::may_leave(&node.body);
                let collection = self.source.range_of(&node.expr);
                self.add_node(collection, NodeKind::Collection { may_be_left });
                self.visit_expr(&node.expr);
                self.scan_loop_body(&node.body);
            }
            Expr::Loop(node) => self.scan_loop(&node.attrs, &node.body),
            Expr::MethodCall(call) => {
                self.note_mention(&call.method, true);
                self.visit_expr(&call.receiver);
                if let Some(generics) = &call.turbofish {
                    visit::visit_angle_bracketed_generic_arguments(self, generics);
                }
                let may_not_end = may_call_for_ever(&call.method);
                call.args
                    .iter()
                    .for_each(|argument| self.scan_argument(argument, may_not_end));
            }
            Expr::Call(call) => {
                self.visit_expr(&call.func);
                let may_not_end = match &*call.func {
                    Expr::Path(path) => (path.path.segments.last())
                        .is_some_and(|segment| may_call_for_ever(&segment.ident)),
                    _ => false,
                };
                call.args
                    .iter()
                    .for_each(|argument| self.scan_argument(argument, may_not_end));
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

    fn scan_as(&mut self, role: Role, expression: &Expr) {
        self.role = role;
        self.visit_expr(expression);
    }

    fn scan_argument(&mut self, argument: &Expr, may_not_end: bool) {
        if let (Expr::Closure(closure), true) = (argument, may_not_end)
            && closure.asyncness.is_none()
        {
            self.add_node(self.source.range_of(&closure.body), NodeKind::ClosureBody);
        }
        self.visit_expr(argument);
    }

    fn scan_loop(&mut self, attributes: &[syn::Attribute], body: &Block) {
        let range = self.inside_of_block(attributes, body);
        self.add_node(range, NodeKind::LoopBody);
        self.scan_loop_body(body);
    }

    fn scan_loop_body(&mut self, body: &Block) {
        for statement in &body.stmts {
            match statement {
                // The condition of a loop that is written in its body.
                Stmt::Expr(Expr::If(node), _) if leaves_loop(&node.then_branch) => {
                    self.scan_as(Role::Condition, &node.cond);
                    self.visit_block(&node.then_branch);
                    if let Some((_, branch)) = &node.else_branch {
                        self.visit_expr(branch);
                    }
                }
                _ => self.visit_stmt(statement),
            }
        }
    }

    pub(super) fn add_site(&mut self, site: Site, class: killrate_model::MutantClass) {
        match (&self.skipping, self.function) {
            (None, Some(function)) => {
                let index = self.scan.sites.len();
                let kind = match &site.shape {
                    Shape::Statement => NodeKind::StatementSite(index),
                    shape if shape.wraps() => NodeKind::WrappingSite(index),
                    _ => NodeKind::Site(index),
                };
                self.add_node(site.range.clone(), kind);
                self.scan.sites.push(ScannedSite {
                    site,
                    class,
                    function,
                });
            }
            (reason, _) => {
                // Outside of functions only the compiler evaluates expressions.
                let reason = reason.clone().unwrap_or(SkipReason::ConstContext);
                self.note_skipped(&site.range, reason);
            }
        }
    }
}

fn may_call_for_ever(name: &syn::Ident) -> bool {
    MAY_CALL_FOR_EVER.iter().any(|known| name == known)
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
