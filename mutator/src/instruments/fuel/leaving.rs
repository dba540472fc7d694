//! Ways out of a loop before its end.

use proc_macro2::{TokenStream, TokenTree};
use syn::Block;
use syn::visit::{self, Visit};

/// Whether something in the body of a loop may leave the loop.
///
/// Also when it leaves only a loop or a closure inside: that costs speed, not correctness.
pub(super) fn may_leave(body: &Block) -> bool {
    let mut finder = Finder(false);
    finder.visit_block(body);
    finder.0
}

struct Finder(bool);

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_break(&mut self, _: &'ast syn::ExprBreak) {
        self.0 = true;
    }

    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.0 = true;
    }

    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.0 = true;
    }

    fn visit_expr_continue(&mut self, node: &'ast syn::ExprContinue) {
        // A label may be that of a loop around this one.
        self.0 |= node.label.is_some();
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.0 |= holds_way_out(call.tokens.clone());
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        if !self.0 {
            visit::visit_expr(self, expression);
        }
    }
}

fn holds_way_out(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "break" || word == "return" || word == "continue",
        TokenTree::Punct(mark) => mark.as_char() == '?',
        TokenTree::Group(group) => holds_way_out(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: bool) {
        let body: Block = syn::parse_str(body).unwrap();
        assert_eq!(may_leave(&body), expected);
    }

    #[test]
    fn ways_out_are_seen_wherever_they_are() {
        check("{ if x { break; } }", true);
        check("{ f(x)?; }", true);
        check("{ let y = match x { 1 => return, y => y }; }", true);
        check("{ loop { continue 'outer; } }", true);
        check("{ check!(f(x)?) }", true);
    }

    #[test]
    fn a_loop_without_a_way_out_runs_to_its_end() {
        check(
            "{ if x { continue; } sum += v[i]; println!(\"{x}\"); }",
            false,
        );
        check("{ fn f() { return; } }", false);
    }
}
