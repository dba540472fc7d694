//! What the declaration of a function says to those who check its properties.

use std::ops::Range;

use syn::{Attribute, FnArg, Pat, ReceiverKind, ReturnType, Type};

use crate::scan::{Container, FunctionSyntax, hides_type};
use crate::source::Source;

/// What the declaration of a function says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Its last name.
    pub name: String,
    /// Where its doc comments are.
    pub comments: Vec<Range<usize>>,
    /// How it takes `self`, if it does.
    pub receiver: Option<Passing>,
    /// Its other parameters.
    pub parameters: Vec<Parameter>,
    /// The type it returns as written; `None` when it hides the type.
    pub output: Option<String>,
    /// Whether it belongs to a type or a trait.
    pub is_associated: bool,
    /// Why no property of it can be checked, if none can.
    pub refusal: Option<&'static str>,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    /// Its name; `None` for a pattern.
    pub name: Option<String>,
    pub passing: Passing,
}

/// How a function takes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// By value.
    Value,
    /// By a shared reference.
    Shared,
    /// By a reference through which it may be changed.
    Mutable,
}

impl Declared {
    pub(super) fn of(function: &FunctionSyntax<'_>, source: &Source) -> Self {
        let FunctionSyntax {
            attributes,
            signature,
            container,
            ..
        } = function;
        let is_doc = |attribute: &&Attribute| attribute.path().is_ident("doc");
        let mut receiver = None;
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(own) => receiver = Some(passing_of_self(&own.kind)),
                FnArg::Typed(typed) => parameters.push(Parameter {
                    name: match &*typed.pat {
                        Pat::Ident(name) => Some(name.ident.to_string()),
                        _ => None,
                    },
                    passing: passing(&typed.ty),
                }),
            }
        }
        Self {
            name: signature.ident.to_string(),
            comments: (attributes.iter().filter(is_doc))
                .map(|attribute| source.range_of(attribute))
                .collect(),
            receiver,
            parameters,
            output: match &signature.output {
                ReturnType::Default => Some("()".to_owned()),
                output if hides_type(output) => None,
                ReturnType::Type(_, kind) => Some(source.slice(&source.range_of(kind)).to_owned()),
            },
            is_associated: *container != Container::Free,
            refusal: match signature {
                _ if signature.constness.is_some() => Some("the compiler evaluates `const fn`"),
                _ if signature.asyncness.is_some() => {
                    Some("an `async fn` has not run when it returns")
                }
                _ => None,
            },
        }
    }

    /// How the parameter of this name is taken; `self` is the receiver.
    pub(crate) fn passing(&self, name: &str) -> Option<Passing> {
        if name == "self" {
            return self.receiver;
        }
        let named = |parameter: &&Parameter| parameter.name.as_deref() == Some(name);
        let found = self.parameters.iter().find(named);
        found.map(|parameter| parameter.passing)
    }
}

fn passing_of_self(kind: &ReceiverKind) -> Passing {
    match kind {
        ReceiverKind::Reference(_, _, Some(_)) => Passing::Mutable,
        ReceiverKind::Reference(_, _, None) => Passing::Shared,
        ReceiverKind::Typed(_, kind) => passing(kind),
        _ => Passing::Value,
    }
}

fn passing(kind: &Type) -> Passing {
    match kind {
        Type::Reference(reference) if reference.mutability.is_some() => Passing::Mutable,
        Type::Reference(_) => Passing::Shared,
        Type::Paren(inner) => passing(&inner.elem),
        Type::Group(inner) => passing(&inner.elem),
        _ => Passing::Value,
    }
}
