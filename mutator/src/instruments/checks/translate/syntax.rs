//! Small questions about the syntax of a parsed property.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprPath};

use crate::instruments::checks::notation::WITHIN;
use crate::instruments::checks::words::{MARK, Word, marked_word};

/// The name that a path consists of.
pub(super) fn single(path: &ExprPath) -> Option<String> {
    path.path.get_ident().map(ToString::to_string)
}

pub(super) fn is_equality(operator: &BinOp) -> bool {
    matches!(operator, BinOp::Eq(_) | BinOp::Ne(_))
}

/// The tolerance that stands for this expression, if one does.
pub(super) fn tolerance(expression: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = expression else {
        return None;
    };
    match &*call.func {
        Expr::Path(path) if single(path).as_deref() == Some(WITHIN) => call.args.first(),
        _ => None,
    }
}

pub(super) fn is_transform(expression: &Expr) -> bool {
    let Expr::Call(call) = expression else {
        return false;
    };
    let Expr::Path(path) = &*call.func else {
        return false;
    };
    let word = single(path).and_then(|name| marked_word(&name));
    matches!(word, Some(Word::Transform(..)))
}

/// The parts between semicolons, and where those are.
pub(super) fn split(tokens: TokenStream) -> (Vec<TokenStream>, Vec<Range<usize>>) {
    let mut parts = vec![Vec::new()];
    let mut semicolons = Vec::new();
    for token in tokens {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ';' => {
                semicolons.push(punct.span().byte_range());
                parts.push(Vec::new());
            }
            (_, Some(part)) => part.push(token),
            (_, None) => {}
        }
    }
    let parts = parts.into_iter().map(|part| part.into_iter().collect());
    (parts.collect(), semicolons)
}

/// Where the first word of the notation in these tokens is.
pub(super) fn first_mark(tokens: TokenStream) -> Option<usize> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => first_mark(group.stream()),
        TokenTree::Ident(name) => {
            let is_marked = name.to_string().starts_with(MARK);
            is_marked.then(|| name.span().byte_range().start)
        }
        _ => None,
    })
}

/// Where an expression is in the marked text.
pub(super) fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}
