//! Macros of the standard library, and what their arguments are.

use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};

/// What is known of a macro's arguments.
pub(crate) enum Arguments {
    /// Expressions that are evaluated at run time.
    Expressions(Vec<Expr>),
    /// Nothing that is evaluated at run time.
    None,
    /// Anything.
    Unknown,
}

/// The arguments of a call of a macro, as far as its name tells.
pub(crate) fn arguments(call: &Macro) -> Arguments {
    let Some(name) = call.path.segments.last() else {
        return Arguments::Unknown;
    };
    let parsed = match name.ident.to_string().as_str() {
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq"
        | "debug_assert_ne" | "dbg" | "eprint" | "eprintln" | "format" | "format_args"
        | "panic" | "print" | "println" | "todo" | "unimplemented" | "unreachable" | "write"
        | "writeln" => list.parse2(call.tokens.clone()),
        "vec" => list
            .parse2(call.tokens.clone())
            .or_else(|_| repetition.parse2(call.tokens.clone())),
        "matches" => first.parse2(call.tokens.clone()),
        "cfg" | "column" | "compile_error" | "concat" | "env" | "file" | "include"
        | "include_bytes" | "include_str" | "line" | "module_path" | "option_env" | "stringify" => {
            return Arguments::None;
        }
        _ => return Arguments::Unknown,
    };
    parsed.map_or(Arguments::Unknown, Arguments::Expressions)
}

fn list(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let expressions = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
    Ok(expressions.into_iter().collect())
}

/// `element; length`, where `vec!` takes any length.
fn repetition(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let element = Expr::parse(input)?;
    input.parse::<Token![;]>()?;
    Ok(vec![element, Expr::parse(input)?])
}

/// The first argument, when a pattern and perhaps a guard follow.
fn first(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let expression = Expr::parse(input)?;
    input.parse::<proc_macro2::TokenStream>()?;
    Ok(vec![expression])
}
