//! The text by which the values of a type are observed.

use super::{Content, ObservedType};

/// What brings the three ways of seeing a value into scope.
pub(super) const WAYS: &str = "use ::killrate_rt::{Counted as _, Seen as _, Unseen as _};";

pub(super) struct Parts<'a> {
    pub name: &'a str,
    pub variable: &'a str,
}

/// A name as code and as a variable: a raw name is known without its mark.
pub(super) fn parts(name: &str) -> Parts<'_> {
    Parts {
        name,
        variable: name.strip_prefix("r#").unwrap_or(name),
    }
}

pub(super) fn observed_text(observed: &ObservedType) -> String {
    let ObservedType {
        parameters,
        name,
        condition,
        content,
    } = observed;
    let (columns, see, width) = match content {
        Content::Variants(variants) => (
            columns_of_variants(variants),
            see_variants(variants),
            width_of_variants(variants),
        ),
        Content::Fields(fields) => {
            let columns = fields.iter().map(|(field, kind)| {
                let Parts { variable, .. } = parts(field);
                columns_of_field(variable, kind)
            });
            let see = fields.iter().map(|(field, _)| {
                format!("(&&&::killrate_rt::Watched::of(&self.{field})).see(kr_depth, kr_row); ")
            });
            let kinds = fields.iter().map(|(_, kind)| kind);
            (
                inside(&columns.collect::<String>()),
                inside(&see.collect::<String>()),
                width_of("NOTHING", kinds),
            )
        }
    };
    format!(
        " impl{parameters} ::killrate_rt::Observe for {name}{condition} {{ \
         fn columns(kr_variable: &str, kr_depth: ::killrate_rt::Depth, kr_shape: &mut ::killrate_rt::Shape) {{ {columns} }} \
         fn see(&self, kr_depth: ::killrate_rt::Depth, kr_row: &mut ::killrate_rt::Row) {{ {see} }} \
         fn width(kr_depth: ::killrate_rt::Depth) -> ::killrate_rt::Width {{ {width} }} }}"
    )
}

/// What happens where the fields of a value are looked at.
fn inside(text: &str) -> String {
    format!("{WAYS} if let ::core::option::Option::Some(kr_depth) = kr_depth.inside() {{ {text}}}")
}

fn columns_of_field(variable: &str, kind: &str) -> String {
    format!(
        "(&&&::killrate_rt::Watched::<{kind}>::nothing()).columns(&::killrate_rt::field(kr_variable, {variable:?}), kr_depth, kr_shape); "
    )
}

/// The room of a value whose fields have these types, besides some of its own.
fn width_of<'a>(own: &str, kinds: impl Iterator<Item = &'a String>) -> String {
    let fields = kinds.map(|kind| {
        format!(
            "kr_width = kr_width.and((&&&::killrate_rt::Watched::<{kind}>::nothing()).width(kr_depth)); "
        )
    });
    format!(
        "let mut kr_width = ::killrate_rt::Width::{own}; {} kr_width",
        inside(&fields.collect::<String>())
    )
}

/// A variant and its fields with their types.
type Variant = (String, Vec<(String, String)>);

/// The tag of an enum, and the fields of all its variants.
fn columns_of_variants(variants: &[Variant]) -> String {
    let fields = variants.iter().flat_map(|(variant, fields)| {
        let variant = parts(variant).variable;
        fields.iter().map(move |(field, kind)| {
            columns_of_field(&format!("{variant}.{}", parts(field).variable), kind)
        })
    });
    format!(
        "kr_shape.scalar(kr_variable, ::killrate_rt::Role::Tag, ::killrate_rt::Kind::Int); {}",
        inside(&fields.collect::<String>())
    )
}

/// The room of a tag and the fields of all variants.
fn width_of_variants(variants: &[Variant]) -> String {
    let fields = variants.iter().flat_map(|(_, fields)| fields);
    width_of("SCALAR", fields.map(|(_, kind)| kind))
}

/// The tag and the fields of the variant that a value is of; those of other variants are not there.
fn see_variants(variants: &[Variant]) -> String {
    let arms: String = (0_i128..)
        .zip(variants)
        .map(|(tag, (variant, _))| format!("Self::{variant} {{ .. }} => {tag}, "))
        .collect();
    let with_fields = variants.iter().filter(|(_, fields)| !fields.is_empty());
    let fields = with_fields.map(|(variant, fields)| {
        let see =
            |value: String| format!("(&&&::killrate_rt::Watched::{value}).see(kr_depth, kr_row); ");
        let names = fields.iter().enumerate();
        let bound: String = names
            .map(|(place, (field, _))| format!("{field}: kr_field_{place}, "))
            .collect();
        let seen: String = (0..fields.len())
            .map(|place| see(format!("of(kr_field_{place})")))
            .collect();
        let absent: String = fields
            .iter()
            .map(|(_, kind)| see(format!("<{kind}>::nothing()")))
            .collect();
        // An enum of one variant has no other.
        let other = match variants.len() {
            1 => String::new(),
            _ => format!("_ => {{ {absent}}}"),
        };
        format!("match self {{ Self::{variant} {{ {bound}.. }} => {{ {seen}}} {other} }} ")
    });
    format!(
        "kr_row.push(::killrate_rt::Scalar::Int(match self {{ {arms}}})); {}",
        inside(&fields.collect::<String>())
    )
}
