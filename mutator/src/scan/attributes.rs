//! What attributes say about the code they stand on.

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, Token};

/// The attributes of an item.
pub(crate) fn of_item(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether there is a number in an attribute, as in `#[repr(align(8))]`.
pub(crate) fn holds_number(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::Path(_) => false,
        Meta::List(list) => holds_number_among(list.tokens.clone()),
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(value) => is_number(&value.lit),
            _ => false,
        },
    }
}

fn holds_number_among(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => holds_number_among(group.stream()),
        TokenTree::Literal(literal) => is_number(&Lit::new(literal)),
        TokenTree::Ident(_) | TokenTree::Punct(_) => false,
    })
}

fn is_number(literal: &Lit) -> bool {
    matches!(literal, Lit::Int(_) | Lit::Float(_))
}

/// Whether this attribute makes its item part of tests only.
pub(crate) fn requires_test(attribute: &Attribute) -> bool {
    let path = attribute.path();
    let is_test = |name: &str| name == "test" || name == "bench";
    path.segments
        .last()
        .is_some_and(|segment| is_test(&segment.ident.to_string()))
        || path.is_ident("cfg")
            && attribute
                .parse_args::<Meta>()
                .is_ok_and(|condition| implies_test(&condition))
}

fn implies_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| {
                list.path.is_ident("all") && parts.iter().any(implies_test)
                    || list.path.is_ident("any")
                        && !parts.is_empty()
                        && parts.iter().all(implies_test)
            })
        }
        Meta::NameValue(_) => false,
    }
}

/// The file named by `#[path = "…"]`.
pub(crate) fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) if pair.path.is_ident("path") => Some(text.value()),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_requires_test(attribute: &str, expected: bool) {
        let item: Item = syn::parse_str(&format!("{attribute} fn f() {{}}")).unwrap();
        assert_eq!(of_item(&item).iter().any(requires_test), expected);
    }

    #[test]
    fn test_code_is_told_by_its_attributes() {
        check_requires_test("#[test]", true);
        check_requires_test("#[tokio::test]", true);
        check_requires_test("#[cfg(test)]", true);
        check_requires_test("#[cfg(all(unix, test))]", true);
        check_requires_test("#[cfg(any(test, feature = \"x\"))]", false);
        check_requires_test("#[cfg(not(test))]", false);
        check_requires_test("#[cfg(feature = \"test\")]", false);
        check_requires_test("#[inline]", false);
    }
}
