//! Everything in the body of a function that runs.

use syn::visit::{self, Visit};
use syn::{Block, Expr};

use crate::macros::{self, Arguments};

/// Something in the body of a function.
pub(crate) enum Part<'a> {
    /// A block: that of the function, or one inside.
    Block(&'a Block),
    /// An expression, before its own parts.
    Expression(&'a Expr),
}

/// Shows every block and expression of a body, in the order of the text.
///
/// Functions inside it are left out, and so is what the compiler evaluates: patterns, types, array
/// lengths and `const` blocks.
pub(crate) fn walk(body: &Block, mut show: impl FnMut(Part<'_>)) {
    Walker(&mut show).visit_block(body);
}

struct Walker<'a>(&'a mut dyn FnMut(Part<'_>));

impl<'ast> Visit<'ast> for Walker<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        (self.0)(Part::Block(block));
        visit::visit_block(self, block);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Const(_) => {}
            Expr::Repeat(repeat) => {
                (self.0)(Part::Expression(expression));
                self.visit_expr(&repeat.expr);
            }
            _ => {
                (self.0)(Part::Expression(expression));
                visit::visit_expr(self, expression);
            }
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Arguments::Expressions(expressions) = macros::arguments(call) {
            expressions.iter().for_each(|part| self.visit_expr(part));
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        if let syn::Pat::Guard(guarded) = pattern {
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
