//! Whether a function is one of numbers.

use std::fmt;

use serde::{Deserialize, Serialize};
use syn::{FnArg, GenericParam, Pat, ReturnType, Signature, Type, Visibility};

/// The type of an argument or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NumberType {
    /// A floating-point number of 64 bits.
    Double,
    /// A floating-point number of 32 bits.
    Single,
    /// An integer with a sign, of so many bits.
    Signed(u32),
    /// An integer without a sign, of so many bits.
    Unsigned(u32),
    /// A truth value: 1 and 0.
    Truth,
}

impl NumberType {
    fn of(ty: &Type) -> Option<Self> {
        let ty = match ty {
            Type::Paren(inner) => &inner.elem,
            Type::Group(inner) => &inner.elem,
            ty => ty,
        };
        let Type::Path(path) = ty else { return None };
        if path.qself.is_some() {
            return None;
        }
        let name = path.path.segments.last()?.ident.to_string();
        Some(match name.as_str() {
            "f64" => Self::Double,
            "f32" => Self::Single,
            "bool" => Self::Truth,
            "isize" => Self::Signed(64),
            "usize" => Self::Unsigned(64),
            "c_double" => Self::Double,
            "c_float" => Self::Single,
            "c_int" => Self::Signed(32),
            name => {
                let n_bits = name.get(1..)?.parse().ok()?;
                match (name.chars().next()?, n_bits) {
                    ('i', 8 | 16 | 32 | 64) => Self::Signed(n_bits),
                    ('u', 8 | 16 | 32 | 64) => Self::Unsigned(n_bits),
                    _ => return None,
                }
            }
        })
    }
}

/// Why a function is none of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Other packages cannot call it.
    Private,
    /// It belongs to a type.
    Method(String),
    /// It has a type that its caller chooses.
    Generic(String),
    /// An argument is of another type.
    Argument {
        /// The argument.
        name: String,
        /// Its type.
        ty: String,
    },
    /// It has no arguments.
    NoArguments,
    /// It has too many arguments.
    TooMany(usize),
    /// Its result is of another type.
    Result(String),
    /// It cannot be called like others.
    Special(&'static str),
}

/// The most arguments that the runtime's `Function` has.
const MOST_ARGUMENTS: usize = 6;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Private => write!(f, "is private; make it `pub`"),
            Self::Method(ty) => write!(
                f,
                "is a method of `{ty}`; write a function of numbers that calls it"
            ),
            Self::Generic(parameter) => write!(
                f,
                "is generic in `{parameter}`; write a function that calls it with the type you mean"
            ),
            Self::Argument { name, ty } => write!(
                f,
                "takes `{name}: {ty}`, which is no number; write a function of numbers that calls it"
            ),
            Self::NoArguments => write!(f, "has no arguments; name a function of numbers"),
            Self::TooMany(n) => write!(
                f,
                "has {n} arguments, and at most {MOST_ARGUMENTS} are possible; write a function that sets some of them"
            ),
            Self::Result(ty) => write!(
                f,
                "returns `{ty}`, which is no number; write a function that makes one of it"
            ),
            Self::Special(what) => {
                write!(f, "is {what}; write a function without that which calls it")
            }
        }
    }
}

/// The arguments of a function of numbers, and the type of its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numeric {
    pub(super) names: Vec<String>,
    pub(super) arguments: Vec<NumberType>,
    pub(super) result: NumberType,
}

/// Reads the signature of a function.
pub(super) fn read(visibility: &Visibility, signature: &Signature) -> Result<Numeric, Refusal> {
    if !matches!(visibility, Visibility::Public(_)) {
        return Err(Refusal::Private);
    }
    if signature.asyncness.is_some() {
        return Err(Refusal::Special("`async`"));
    }
    if !matches!(
        signature.safety,
        syn::Safety::Default | syn::Safety::Safe(_)
    ) {
        return Err(Refusal::Special("`unsafe`"));
    }
    if signature.variadic.is_some() {
        return Err(Refusal::Special("variadic"));
    }
    let mut parameters = signature.generics.params.iter();
    if let Some(parameter) = parameters.find_map(|parameter| match parameter {
        GenericParam::Type(ty) => Some(ty.ident.to_string()),
        GenericParam::Const(constant) => Some(constant.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    }) {
        return Err(Refusal::Generic(parameter));
    }
    let mut names = Vec::new();
    let mut arguments = Vec::new();
    for (place, argument) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(typed) = argument else {
            return Err(Refusal::Method("Self".to_owned()));
        };
        let name = match &*typed.pat {
            Pat::Ident(ident) => ident.ident.to_string(),
            _ => format!("argument {}", place + 1),
        };
        match NumberType::of(&typed.ty) {
            Some(ty) => arguments.push(ty),
            None => {
                let ty = text_of(&typed.ty);
                return Err(Refusal::Argument { name, ty });
            }
        }
        names.push(name);
    }
    match arguments.len() {
        0 => return Err(Refusal::NoArguments),
        n if n > MOST_ARGUMENTS => return Err(Refusal::TooMany(n)),
        _ => {}
    }
    let result = match &signature.output {
        ReturnType::Type(_, ty) => {
            NumberType::of(ty).ok_or_else(|| Refusal::Result(text_of(ty)))?
        }
        ReturnType::Default => return Err(Refusal::Result("()".to_owned())),
    };
    Ok(Numeric {
        names,
        arguments,
        result,
    })
}

/// A type as it is written.
fn text_of(ty: &Type) -> String {
    use syn::spanned::Spanned as _;
    let span = ty.span();
    span.source_text().unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Numeric, Refusal> {
        let function: syn::ItemFn = syn::parse_str(text).unwrap();
        read(&function.vis, &function.sig)
    }

    #[test]
    fn functions_of_numbers_are_read() {
        let numeric = of("pub extern \"C\" fn ldexp(x: f64, n: i32) -> f64 { x }").unwrap();
        assert_eq!(numeric.names, ["x", "n"]);
        assert_eq!(
            numeric.arguments,
            [NumberType::Double, NumberType::Signed(32)]
        );
        assert_eq!(numeric.result, NumberType::Double);
        let numeric = of("pub const fn odd(n: u8) -> bool { n % 2 == 1 }").unwrap();
        assert_eq!(numeric.result, NumberType::Truth);
    }

    #[test]
    fn all_others_are_refused_in_a_sentence() {
        for (text, expected) in [
            ("fn f(x: f64) -> f64 { x }", "is private; make it `pub`"),
            (
                "pub fn f(values: &[f64]) -> f64 { 0.0 }",
                "takes `values: &[f64]`, which is no number; write a function of numbers that calls it",
            ),
            (
                "pub fn f(name: &str) -> f64 { 0.0 }",
                "takes `name: &str`, which is no number; write a function of numbers that calls it",
            ),
            (
                "pub fn f<F: Float>(x: F) -> F { x }",
                "is generic in `F`; write a function that calls it with the type you mean",
            ),
            (
                "pub fn f(x: f64) -> Option<f64> { None }",
                "returns `Option<f64>`, which is no number; write a function that makes one of it",
            ),
            (
                "pub fn f(x: f64) {}",
                "returns `()`, which is no number; write a function that makes one of it",
            ),
            (
                "pub fn f() -> f64 { 0.0 }",
                "has no arguments; name a function of numbers",
            ),
            (
                "pub fn f(x: i128) -> f64 { 0.0 }",
                "takes `x: i128`, which is no number; write a function of numbers that calls it",
            ),
            (
                "pub unsafe fn f(x: f64) -> f64 { x }",
                "is `unsafe`; write a function without that which calls it",
            ),
        ] {
            assert_eq!(of(text).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
