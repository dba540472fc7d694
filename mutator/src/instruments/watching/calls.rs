//! What can be seen of a function's calls, from its signature.

use syn::{FnArg, Pat, ReceiverKind, ReturnType, Signature, Type};

use crate::source::Source;

/// How a function is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Watch {
    /// What is seen at its entry.
    pub parameters: Vec<Parameter>,
    /// The type of its result.
    pub result: String,
    /// How many exits it has; the end of its body is the last.
    pub n_exits: u32,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub name: String,
    /// Whether it is seen at the exit too, because the function can have changed it.
    pub is_seen_after: bool,
}

/// How to watch a function with so many exits; the reason when it cannot be watched.
pub(super) fn watch(
    signature: &Signature,
    n_exits: u32,
    source: &Source,
) -> Result<Watch, &'static str> {
    if signature.asyncness.is_some() {
        return Err("it is asynchronous, so a call of it gives no result yet");
    }
    let result = match &signature.output {
        ReturnType::Default => "()".to_owned(),
        ReturnType::Type(_, kind) if matches!(&**kind, Type::Never(_)) => {
            return Err("it never returns");
        }
        ReturnType::Type(_, kind) => source.slice(&source.range_of(&**kind)).to_owned(),
    };
    // A result that borrows may borrow from what could otherwise be looked at again.
    let may_borrow = result.contains(['&', '\'']);
    let parameters = signature.inputs.iter().filter_map(|input| {
        let (name, is_changeable) = match input {
            FnArg::Receiver(receiver) => {
                let is_changeable = matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)));
                ("self".to_owned(), is_changeable)
            }
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(name) => {
                    let is_changeable = matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_some());
                    (name.ident.to_string(), is_changeable)
                }
                _ => return None,
            },
        };
        Some(Parameter {
            name,
            is_seen_after: is_changeable && !may_borrow,
        })
    });
    Ok(Watch {
        parameters: parameters.collect(),
        result,
        n_exits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(text: &str) -> Result<Watch, &'static str> {
        let source = Source::new("src/main.rs", text);
        let tree = source.parse().unwrap();
        let syn::Item::Fn(item) = &tree.items[0] else {
            panic!("it is a function")
        };
        watch(&item.sig, 1, &source)
    }

    fn parameters(text: &str) -> Vec<(String, bool)> {
        let parameters = watched(text).unwrap().parameters.into_iter();
        parameters.map(|p| (p.name, p.is_seen_after)).collect()
    }

    #[test]
    fn what_a_function_can_change_is_seen_after_it() {
        assert_eq!(
            parameters("fn f(mut a: u8, b: &[u8], c: &mut Vec<u8>) -> u8 { 1 }"),
            [
                ("a".to_owned(), false),
                ("b".to_owned(), false),
                ("c".to_owned(), true)
            ]
        );
    }

    #[test]
    fn what_a_result_may_borrow_from_is_not() {
        let expected = [("c".to_owned(), false)];
        assert_eq!(parameters("fn f(c: &mut [u8]) -> &mut u8 { c }"), expected);
        assert_eq!(
            parameters("fn f<'a>(c: &'a mut A) -> B<'a> { c }"),
            expected
        );
    }

    #[test]
    fn a_function_that_never_returns_is_not_watched() {
        assert_eq!(watched("fn f() -> ! { loop {} }"), Err("it never returns"));
        assert_eq!(watched("fn f() {}").unwrap().result, "()");
    }
}
