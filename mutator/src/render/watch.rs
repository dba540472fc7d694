//! The text that lets a program watch its functions.

use super::{Body, Owner, Writer};
use crate::choices::Numbers;
use crate::scan::{Content, MutatedBody, Node, ObservedType, Twin, Watch};
use crate::standing::Watched;

/// What brings the three ways of seeing a value into scope.
const WAYS: &str = "use ::killrate_rt::{Counted as _, Seen as _, Unseen as _};";

impl Writer<'_> {
    /// The number by which a function is watched; 0 when it is not, nothing when none is.
    pub(super) fn point(&self, function: usize) -> Option<usize> {
        let points = self.file.points.as_ref()?;
        let place = Watched::Function(self.file_index, function);
        let is_watched = !self.standing.unwatched.contains_key(&place);
        Some(if is_watched { points.of(function) } else { 0 })
    }

    /// Writes the body of a function of a program that watches, with its closing brace, and after it
    /// its twin and what watches it.
    ///
    /// Every function chooses by its own mutants alone: what a clean body calls may be due.
    pub(super) fn watchable(
        &mut self,
        index: usize,
        point: usize,
        own: Option<Numbers>,
        inside: &[Node],
    ) {
        let file = self.file;
        let function = &file.scan.functions[index];
        let watched = match (&function.mutated_body, &function.watch) {
            (MutatedBody::Beside(twin), Ok(watch)) if point > 0 => Some((twin, watch)),
            _ => None,
        };
        let call = |twin: &Twin| format!("{}kr_watched_{point}{}", twin.path, twin.arguments);
        let body = function.body.clone();
        let choice = |(low, high): Numbers| {
            format!(" if ::killrate_rt::outside_or_due({low}, {high}, {point}) {{")
        };
        match (own, &function.mutated_body) {
            (None, _) => {
                if let Some((twin, _)) = watched {
                    let call = call(twin);
                    self.push(&format!(
                        " if !::killrate_rt::passes({point}) {{ return {call} }} "
                    ));
                }
                self.stretch(body, inside, Body::Clean);
                self.after_body(index);
            }
            (Some(own), MutatedBody::Beside(twin)) => {
                let name = format!("kr_mutated_{}", own.0);
                self.push(&choice(own));
                self.stretch(body, inside, Body::Clean);
                if watched.is_some() {
                    let call = call(twin);
                    self.push(&format!(
                        "}} else if ::killrate_rt::is_due({point}) {{ {call} "
                    ));
                }
                self.push(&format!(
                    "}} else {{ ::killrate_rt::apart({}{name}{}) }}",
                    twin.path, twin.arguments
                ));
                self.after_body(index);
                self.push(&format!(
                    " }} #[cold] #[inline(never)] {}{name}{}{{",
                    twin.before_name, twin.after_name
                ));
                self.mutated_body(index, inside);
            }
            (Some(own), MutatedBody::Inside) => {
                self.push(&choice(own));
                self.stretch(body, inside, Body::Clean);
                self.push("} else {");
                self.mutated_body(index, inside);
                self.push("}");
                self.after_body(index);
            }
            (Some(_), MutatedBody::Only) => {
                self.mutated_body(index, inside);
                self.after_body(index);
            }
        }
        self.push("}");
        if let Some((twin, watch)) = watched {
            self.watcher(index, point, twin, watch);
        }
    }

    /// Writes the function that watches a call: it looks at what the function is given, calls it, and
    /// looks at what it gives.
    fn watcher(&mut self, index: usize, point: usize, twin: &Twin, watch: &Watch) {
        let name = format!(
            "{}::{}",
            self.file.source.path, self.file.scan.functions[index].name
        );
        let call = format!("{}{}{}", twin.path, watch.function, twin.arguments);
        let mut text = format!(
            " #[cold] #[inline(never)] {}kr_watched_{point}{}{{ {WAYS} \
             let mut kr_call = match ::killrate_rt::Call::enter({point}, {name:?}) {{ \
             ::core::option::Option::Some(kr_call) => kr_call, \
             ::core::option::Option::None => return {call} }}; ",
            twin.before_name, twin.after_name
        );
        let value = |name: &str| format!("(&&&::killrate_rt::Watched::of(&{name}))");
        text.push_str("if kr_call.is_new() { ");
        for parameter in &watch.parameters {
            let Parts { name, variable } = parts(&parameter.name);
            let columns = format!(
                "{}.columns({variable:?}, ::killrate_rt::Place::TOP, ",
                value(name)
            );
            text.push_str(&format!("{columns}kr_call.entry_shape()); "));
            if parameter.is_seen_after {
                text.push_str(&format!("{columns}kr_call.exit_shape()); "));
            }
        }
        text.push_str(&format!(
            "(&&&::killrate_rt::Watched::<{}>::nothing()).columns(\"return\", ::killrate_rt::Place::TOP, kr_call.exit_shape()); }} ",
            watch.result
        ));
        let see = |name: &str, row: &str| {
            format!(
                "{}.see(::killrate_rt::Place::TOP, kr_call.{row}()); ",
                value(name)
            )
        };
        for parameter in &watch.parameters {
            text.push_str(&see(&parameter.name, "entry"));
        }
        text.push_str(&format!("kr_call.entered(); let kr_result = {call}; "));
        for parameter in watch.parameters.iter().filter(|p| p.is_seen_after) {
            text.push_str(&see(&parameter.name, "exit"));
        }
        text.push_str(&see("kr_result", "exit"));
        text.push_str("kr_call.leave(); kr_result }");
        self.owned(Owner::Watcher(index), |writer| writer.push(&text));
    }

    /// Writes how the values of a type are observed.
    pub(super) fn observed(&mut self, index: usize) {
        let place = Watched::Type(self.file_index, index);
        if self.file.points.is_none() || self.standing.unwatched.contains_key(&place) {
            return;
        }
        let text = observed_text(&self.file.scan.types[index]);
        self.owned(Owner::Type(index), |writer| writer.push(&text));
    }
}

struct Parts<'a> {
    name: &'a str,
    variable: &'a str,
}

/// A name as code and as a variable: a raw name is known without its mark.
fn parts(name: &str) -> Parts<'_> {
    Parts {
        name,
        variable: name.strip_prefix("r#").unwrap_or(name),
    }
}

fn observed_text(observed: &ObservedType) -> String {
    let ObservedType {
        parameters,
        name,
        condition,
        content,
    } = observed;
    let (columns, see) = match content {
        Content::Variants(variants) => (columns_of_variants(variants), see_variants(variants)),
        Content::Fields(fields) => {
            let columns = fields.iter().map(|(field, kind)| {
                let Parts { variable, .. } = parts(field);
                columns_of_field(variable, kind)
            });
            let see = fields.iter().map(|(field, _)| {
                format!("(&&&::killrate_rt::Watched::of(&self.{field})).see(kr_place, kr_row); ")
            });
            (
                inside(&columns.collect::<String>()),
                inside(&see.collect::<String>()),
            )
        }
    };
    format!(
        " impl{parameters} ::killrate_rt::Observe for {name}{condition} {{ \
         fn columns(kr_variable: &str, kr_place: ::killrate_rt::Place, kr_shape: &mut ::killrate_rt::Shape) {{ {columns} }} \
         fn see(&self, kr_place: ::killrate_rt::Place, kr_row: &mut ::killrate_rt::Row) {{ {see} }} }}"
    )
}

/// What happens where the fields of a value are looked at.
fn inside(text: &str) -> String {
    format!("{WAYS} if let ::core::option::Option::Some(kr_place) = kr_place.inside() {{ {text}}}")
}

fn columns_of_field(variable: &str, kind: &str) -> String {
    format!(
        "(&&&::killrate_rt::Watched::<{kind}>::nothing()).columns(&::killrate_rt::field(kr_variable, {variable:?}), kr_place, kr_shape); "
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

/// The tag and the fields of the variant that a value is of; those of other variants are not there.
fn see_variants(variants: &[Variant]) -> String {
    let arms = (0_i128..).zip(variants);
    let arms: String = arms
        .map(|(tag, (variant, _))| format!("Self::{variant} {{ .. }} => {tag}, "))
        .collect();
    let with_fields = variants.iter().filter(|(_, fields)| !fields.is_empty());
    let fields = with_fields.map(|(variant, fields)| {
        let see =
            |value: String| format!("(&&&::killrate_rt::Watched::{value}).see(kr_place, kr_row); ");
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
