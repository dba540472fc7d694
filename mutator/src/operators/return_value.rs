//! What a function returns is replaced.

use killrate_model::MutantClass;
use syn::{Block, Expr, GenericArgument, PathArguments, ReturnType, Signature, Stmt, Type};

use super::{Find, Operator, replace_whole};
use crate::site::{Change, Shape, Site};
use crate::source::Source;

/// The value at the end of a function and that of every `return` become constants of the type that
/// the function declares; types that are not known by name become their default, if they have one.
pub(crate) const OPERATOR: Operator = Operator {
    class: MutantClass::ReturnValue,
    find: Find::InFunction(find),
};

fn find(signature: &Signature, body: &Block, source: &Source) -> Vec<Site> {
    let ReturnType::Type(_, declared) = &signature.output else {
        return Vec::new();
    };
    let values = values_of(declared);
    let mut returned = Returned(Vec::new(), source);
    if let Some(Stmt::Expr(end, None)) = body.stmts.last()
        && !matches!(end, Expr::Return(_))
    {
        returned.0.push(source.range_of(end));
    }
    syn::visit::Visit::visit_block(&mut returned, body);
    let sites = returned.0.into_iter().map(|range| {
        let before = source.slice(&range);
        let changes: Vec<Change> = values
            .iter()
            .filter(|(_, value)| value != before)
            .map(|(name, value)| replace_whole(value, &format!("return-to-{name}")))
            .collect();
        Site {
            range,
            shape: Shape::Whole,
            changes,
        }
    });
    sites.collect()
}

/// Where the operands of `return` are, those of closures and inner functions left out.
struct Returned<'a>(Vec<std::ops::Range<usize>>, &'a Source);

impl<'ast> syn::visit::Visit<'ast> for Returned<'_> {
    fn visit_expr_return(&mut self, node: &'ast syn::ExprReturn) {
        if let Some(value) = &node.expr {
            self.0.push(self.1.range_of(value));
            self.visit_expr(value);
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The values that stand for a type, with their names.
fn values_of(declared: &Type) -> Vec<(String, String)> {
    let named = |values: &[(&str, &str)]| {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        values.iter().map(owned).collect()
    };
    match declared {
        Type::Paren(paren) => values_of(&paren.elem),
        Type::Group(group) => values_of(&group.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => Vec::new(),
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => named(&[("empty", "\"\"")]),
            Type::Slice(_) if reference.mutability.is_none() => named(&[("empty", "&[]")]),
            _ => Vec::new(),
        },
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return Vec::new();
            };
            match last.ident.to_string().as_str() {
                "bool" => named(&[("false", "false"), ("true", "true")]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => {
                    named(&[("zero", "0"), ("one", "1")])
                }
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                    named(&[("zero", "0"), ("one", "1"), ("minus-one", "-1")])
                }
                "f32" | "f64" => named(&[("zero", "0.0"), ("one", "1.0"), ("minus-one", "-1.0")]),
                "Option" => named(&[("none", "None")]),
                "String" => named(&[("empty", "String::new()")]),
                "Vec" => named(&[("empty", "Vec::new()")]),
                "Result" => in_ok(&last.arguments),
                _ => named(&[("default", "Default::default()")]),
            }
        }
        Type::Tuple(_) | Type::Array(_) | Type::Path(_) => {
            named(&[("default", "Default::default()")])
        }
        _ => Vec::new(),
    }
}

/// What a successful result may hold.
fn in_ok(arguments: &PathArguments) -> Vec<(String, String)> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return Vec::new();
    };
    let Some(GenericArgument::Type(held)) = arguments.args.first() else {
        return Vec::new();
    };
    if matches!(held, Type::Tuple(tuple) if tuple.elems.is_empty()) {
        return vec![("ok".to_owned(), "Ok(())".to_owned())];
    }
    let of_held = values_of(held).into_iter();
    of_held
        .map(|(name, value)| (format!("ok-{name}"), format!("Ok({value})")))
        .collect()
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass::ReturnValue;

    use crate::operators::testing::check;

    #[test]
    fn the_end_and_every_return_are_replaced() {
        check(
            ReturnValue,
            "fn f() -> u8 { if a { return 1; } g(|| return 3); b + c }",
            &[
                "return-to-zero: 1 → 0",
                "return-to-one: b + c → 1",
                "return-to-zero: b + c → 0",
            ],
        );
    }

    #[test]
    fn values_are_those_of_the_declared_type() {
        check(
            ReturnValue,
            "fn a() -> bool { x } fn b() -> f64 { x } fn c() -> Option<u8> { x } \
             fn d() -> Result<(), E> { x } fn e() -> io::Result<Vec<u8>> { x } fn f() -> Tree { x } \
             fn g() -> &'static str { x }",
            &[
                "return-to-false: x → false",
                "return-to-true: x → true",
                "return-to-minus-one: x → -1.0",
                "return-to-one: x → 1.0",
                "return-to-zero: x → 0.0",
                "return-to-none: x → None",
                "return-to-ok: x → Ok(())",
                "return-to-ok-empty: x → Ok(Vec::new())",
                "return-to-default: x → Default::default()",
                "return-to-empty: x → \"\"",
            ],
        );
    }

    #[test]
    fn what_has_no_value_or_is_the_same_is_left_alone() {
        check(
            ReturnValue,
            "fn a() { b() } fn c() -> impl Iterator<Item = u8> { d } fn e() -> &T { g } fn h() -> Option<u8> { None }",
            &[],
        );
    }
}
