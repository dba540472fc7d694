//! Twins: functions of the same signature that hold a mutated body.

use syn::{Attribute, Block, FnArg, GenericParam, Pat, Safety, Signature};

use super::{Container, Twin};
use crate::source::Source;

/// Attributes that a function can have without its twin.
const HARMLESS: [&str; 11] = [
    "allow",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "track_caller",
    "warn",
];

/// How to write and call a twin; the reason when a function cannot have one.
pub(super) fn twin(
    attributes: &[Attribute],
    signature: &Signature,
    block: &Block,
    container: Container,
    source: &Source,
) -> Result<Twin, &'static str> {
    let is_harmless = |attribute: &Attribute| {
        let path = attribute.path();
        HARMLESS.iter().any(|name| path.is_ident(name))
    };
    if container == Container::Trait {
        return Err("it is a method of a trait, beside which there can be no other");
    }
    if !attributes.iter().all(is_harmless) {
        return Err("it has an attribute that may configure it away or rewrite it");
    }
    if !matches!(signature.safety, Safety::Default) || signature.variadic.is_some() {
        return Err("calling it takes an `unsafe` that the crate may forbid");
    }
    let named: Option<Vec<String>> = signature.inputs.iter().map(name_of_argument).collect();
    let names =
        named.ok_or("it takes a parameter apart by a pattern, so it cannot be passed on")?;
    let parameters: Vec<String> = signature
        .generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    let generics = if parameters.is_empty() {
        String::new()
    } else {
        format!("::<{}>", parameters.join(", "))
    };
    let name = source.range_of(&signature.ident);
    let start = source.range_of(signature).start;
    let end = source.range(block.brace_token.span.open()).start;
    // A twin that is called from such a function then sees the same caller.
    let is_tracking = |attribute: &Attribute| attribute.path().is_ident("track_caller");
    let tracking = if attributes.iter().any(is_tracking) {
        "#[track_caller] "
    } else {
        ""
    };
    Ok(Twin {
        before_name: format!("{tracking}{}", source.slice(&(start..name.start))),
        after_name: source.slice(&(name.end..end)).to_owned(),
        path: match container {
            Container::Inherent => "Self::",
            Container::Free | Container::Trait => "",
        },
        arguments: format!("{generics}({})", names.join(", ")),
    })
}

/// The name an argument can be passed on by.
fn name_of_argument(argument: &FnArg) -> Option<String> {
    match argument {
        FnArg::Receiver(_) => Some("self".to_owned()),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                Some(name.ident.to_string())
            }
            _ => None,
        },
    }
}
