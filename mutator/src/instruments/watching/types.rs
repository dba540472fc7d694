//! Structs and enums of a package, whose values can be observed by their fields.

use syn::{Attribute, Fields, GenericParam, Generics, ItemEnum, ItemStruct};

use crate::source::Source;

/// A type, and what is seen of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ObservedType {
    /// Its generic parameters, as an `impl` declares them.
    pub parameters: String,
    /// The type itself, with its generic arguments.
    pub name: String,
    /// What must hold of its parameters.
    pub condition: String,
    pub content: Content,
}

/// What is seen of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// The fields of a struct with their types.
    Fields(Vec<(String, String)>),
    /// The variants of an enum, each with its fields.
    Variants(Vec<(String, Vec<(String, String)>)>),
}

/// A struct; `None` when its fields may not be borrowed or not be there.
pub(super) fn of_struct(item: &ItemStruct, source: &Source) -> Option<ObservedType> {
    if !is_plain(&item.attrs) {
        return None;
    }
    let content = Content::Fields(fields_of(&item.fields, source));
    Some(observed(
        item.ident.to_string(),
        &item.generics,
        content,
        source,
    ))
}

/// An enum; `None` when it has no variants, or some that may not be there.
pub(super) fn of_enum(item: &ItemEnum, source: &Source) -> Option<ObservedType> {
    let may_be_absent = |variant: &syn::Variant| !is_plain(&variant.attrs);
    if !is_plain(&item.attrs) || item.variants.is_empty() || item.variants.iter().any(may_be_absent)
    {
        return None;
    }
    let variants = item.variants.iter().map(|variant| {
        let fields = fields_of(&variant.fields, source);
        (variant.ident.to_string(), fields)
    });
    let content = Content::Variants(variants.collect());
    Some(observed(
        item.ident.to_string(),
        &item.generics,
        content,
        source,
    ))
}

/// Fields that are always there, by name or number, with their types.
fn fields_of(fields: &Fields, source: &Source) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let name = field.ident.as_ref().map(ToString::to_string);
        let kind = source.slice(&source.range_of(&field.ty)).to_owned();
        let mut attributes = field.attrs.iter();
        if !attributes.any(|attribute| attribute.path().is_ident("cfg")) {
            found.push((name.unwrap_or_else(|| place.to_string()), kind));
        }
    }
    found
}

/// Whether nothing takes an item away or lays it out so that fields cannot be borrowed.
fn is_plain(attributes: &[Attribute]) -> bool {
    let is_in_the_way = |attribute: &Attribute| {
        let path = attribute.path();
        ["cfg", "cfg_attr", "repr"]
            .iter()
            .any(|name| path.is_ident(name))
    };
    !attributes.iter().any(is_in_the_way)
}

fn observed(name: String, generics: &Generics, content: Content, source: &Source) -> ObservedType {
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for parameter in &generics.params {
        let (argument, end) = match parameter {
            GenericParam::Lifetime(parameter) => (parameter.lifetime.to_string(), None),
            GenericParam::Type(parameter) => {
                let default = parameter.default.as_ref();
                let end = default.map(|(equals, _)| source.range_of(equals).start);
                (parameter.ident.to_string(), end)
            }
            GenericParam::Const(parameter) => {
                let default = parameter.default.as_ref();
                let end = default.map(|(equals, _)| source.range_of(equals).start);
                (parameter.ident.to_string(), end)
            }
        };
        // An `impl` takes no defaults.
        let range = source.range_of(parameter);
        let end = end.unwrap_or(range.end);
        parameters.push(source.slice(&(range.start..end)).to_owned());
        arguments.push(argument);
    }
    let in_brackets = |parts: Vec<String>| {
        if parts.is_empty() {
            String::new()
        } else {
            format!("<{}>", parts.join(", "))
        }
    };
    let condition = generics.where_clause.as_ref();
    ObservedType {
        parameters: in_brackets(parameters),
        name: format!("{name}{}", in_brackets(arguments)),
        condition: condition.map_or(String::new(), |clause| {
            format!(" {}", source.slice(&source.range_of(clause)))
        }),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<ObservedType> {
        let source = Source::new("src/main.rs", text);
        match &source.parse().unwrap().items[0] {
            syn::Item::Struct(item) => of_struct(item, &source),
            syn::Item::Enum(item) => of_enum(item, &source),
            _ => panic!("it is a type"),
        }
    }

    #[test]
    fn the_generics_of_a_struct_are_those_of_its_impl() {
        let found =
            of("struct S<'a, T: Clone = u8, const N: usize = 3> where T: 'a { pub x: &'a [T; N] }");
        let expected = ObservedType {
            parameters: "<'a, T: Clone , const N: usize >".to_owned(),
            name: "S<'a, T, N>".to_owned(),
            condition: " where T: 'a".to_owned(),
            content: Content::Fields(vec![("x".to_owned(), "&'a [T; N]".to_owned())]),
        };
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn the_fields_of_a_tuple_have_numbers() {
        let fields = vec![
            ("0".to_owned(), "u8".to_owned()),
            ("1".to_owned(), "f64".to_owned()),
        ];
        assert_eq!(
            of("struct S(u8, f64);").unwrap().content,
            Content::Fields(fields)
        );
    }

    #[test]
    fn an_enum_is_its_variants_and_their_fields() {
        let field = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
        let variants = Content::Variants(vec![
            ("A".to_owned(), vec![field("0", "u8")]),
            ("B".to_owned(), vec![field("x", "&'a str")]),
            ("C".to_owned(), vec![]),
        ]);
        let found = of("enum E<'a> { A(u8, #[cfg(unix)] u8), B { x: &'a str }, C }");
        assert_eq!(found.unwrap().content, variants);
        assert_eq!(of("enum E {}"), None);
        assert_eq!(of("enum E { A, #[cfg(unix)] B }"), None);
    }

    #[test]
    fn a_packed_struct_is_left_alone() {
        assert_eq!(of("#[repr(packed)] struct S { x: u32 }"), None);
    }
}
