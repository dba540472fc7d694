//! The text that lets a program watch its functions.

use super::{Content, ObservedType, Watch};
use crate::instruments::mutants::choices::{Choice, Numbers};
use crate::render::{Body, Owner, Writer, outside};
use crate::scan::{MutatedBody, Node, Twin};
use crate::standing::Watched;

/// What brings the three ways of seeing a value into scope.
const WAYS: &str = "use ::killrate_rt::{Counted as _, Seen as _, Unseen as _};";

impl Writer<'_> {
    /// The number by which a function is watched; 0 when it is not, nothing when none is.
    pub(crate) fn point(&self, function: usize) -> Option<usize> {
        let points = self.file.points.as_ref()?;
        let place = Watched::Function(self.file_index, function);
        let is_watched = !self.standing.unwatched.contains_key(&place);
        Some(if is_watched { points.of(function) } else { 0 })
    }

    /// Writes the body of a function of a program that watches, with its closing brace, and after it
    /// its twins and what watches it.
    pub(crate) fn watchable(
        &mut self,
        index: usize,
        point: usize,
        choice: Option<&Choice>,
        inside: &[Node],
    ) {
        let file = self.file;
        let function = &file.scan.functions[index];
        let watch = function.watch.as_ref().ok().filter(|_| point > 0);
        match (choice, &function.mutated_body, watch) {
            (None, MutatedBody::Beside(twin), Some(watch)) => {
                let name = format!("kr_body_{point}");
                self.push(&format!(
                    " if ::killrate_rt::passes({point}) {{ {} }} else {{ ::killrate_rt::apart({}) }}",
                    twin.call(&name),
                    twin.call(&watcher_name(point)),
                ));
                self.after_body(index);
                self.push(&format!(" }} #[inline] {}{{", twin.signature(&name)));
                self.stretch(function.body.clone(), inside, Body::Clean);
                self.push("}");
                let run = match self.tells_exits(index) {
                    true => twin.call(&self.clean_telling(index, point, twin, inside)),
                    false => twin.call(&name),
                };
                self.watcher(index, point, twin, watch, &run);
            }
            (Some(choice), MutatedBody::Beside(twin), watch) => {
                let run = self.watched_twins(index, watch.map(|_| point), twin, choice, inside);
                if let Some(watch) = watch {
                    self.watcher(index, point, twin, watch, &run);
                }
            }
            (None, _, _) => {
                self.stretch(function.body.clone(), inside, Body::Clean);
                self.after_body(index);
                self.push("}");
            }
            (Some(choice), MutatedBody::Inside, _) => {
                self.push(&format!(" if {} {{", inactive(choice.own)));
                self.stretch(function.body.clone(), inside, Body::Clean);
                self.push("} else {");
                self.mutated_body(index, inside);
                self.push("}");
                self.after_body(index);
                self.push("}");
            }
            (Some(_), MutatedBody::Only, _) => {
                self.mutated_body(index, inside);
                self.after_body(index);
                self.push("}");
            }
        }
    }

    /// Writes a choice between the clean, the watched and the mutated function, and the first and the
    /// last of these; gives what runs the function once it is watched.
    ///
    /// While nothing is watched this is what [`Writer::twins`] writes, and as fast. While something
    /// is, no choice is made by what surrounds a function's own mutants: what a clean body calls may be
    /// due.
    fn watched_twins(
        &mut self,
        index: usize,
        point: Option<usize>,
        twin: &Twin,
        choice: &Choice,
        inside: &[Node],
    ) -> String {
        let Choice { own, around, known } = choice;
        let (clean, mutated) = (
            format!("kr_clean_{}", own.0),
            format!("kr_mutated_{}", own.0),
        );
        let (call_clean, call_mutated) = (twin.call(&clean), twin.call(&mutated));
        let calls_no_mutants = known.is_empty();
        let is_clean = match (calls_no_mutants, point) {
            (true, Some(point)) => {
                let (low, high) = own;
                format!("::killrate_rt::outside_or_due({low}, {high}, {point})")
            }
            (true, None) => inactive(*own),
            (false, _) => outside(*around),
        };
        self.push(&format!(" if {is_clean} {{ {call_clean} }} else "));
        if let Some(point) = point {
            self.push(&format!(
                "if ::killrate_rt::is_due({point}) {{ ::killrate_rt::apart({}) }} else ",
                twin.call(&watcher_name(point))
            ));
        }
        self.push(&format!("{{ ::killrate_rt::apart({call_mutated}) }}"));
        self.after_body(index);
        self.push(&format!(" }} #[inline] {}{{", twin.signature(&clean)));
        if !calls_no_mutants {
            self.push(" ::killrate_rt::known_unwatched();");
        }
        for (low, high) in known {
            self.push(&format!(" ::killrate_rt::known_outside({low}, {high});"));
        }
        let body = self.file.scan.functions[index].body.clone();
        self.stretch(body.clone(), inside, Body::Clean);
        self.push(&format!(
            "}} #[cold] #[inline(never)] {}{{",
            twin.signature(&mutated)
        ));
        let telling = point.filter(|_| self.tells_exits(index));
        let write = |writer: &mut Self| {
            if calls_no_mutants {
                writer.mutated_body(index, inside);
            } else {
                writer.push(&format!(" if {} {{", inactive(*own)));
                writer.stretch(body, inside, Body::Clean);
                writer.push("} else {");
                writer.mutated_body(index, inside);
                writer.push("}");
            }
        };
        match telling {
            Some(_) => self.telling(index, write),
            None => write(self),
        }
        self.push("}");
        if !calls_no_mutants {
            return call_mutated;
        }
        let call_clean = match telling {
            Some(point) => twin.call(&self.clean_telling(index, point, twin, inside)),
            None => call_clean,
        };
        let is_clean = inactive(*own);
        format!("if {is_clean} {{ {call_clean} }} else {{ {call_mutated} }}")
    }

    /// Writes the function that watches a call: it looks at what the function is given, runs it, and
    /// looks at what it gives.
    fn watcher(&mut self, index: usize, point: usize, twin: &Twin, watch: &Watch, run: &str) {
        let name = format!(
            "{}::{}",
            self.file.source.path, self.file.scan.functions[index].name
        );
        let n_exits = match self.tells_exits(index) {
            true => watch.n_exits,
            false => 1,
        };
        let mut text = format!(
            " #[cold] #[inline(never)] {}{{ {WAYS} \
             let mut kr_call = match ::killrate_rt::Call::enter({point}, {name:?}, {n_exits}) {{ \
             ::core::option::Option::Some(kr_call) => kr_call, \
             ::core::option::Option::None => return {run} }}; ",
            twin.signature(&watcher_name(point))
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
        text.push_str(&format!(
            "kr_call.entered(); let kr_result = {run}; kr_call.returned(); "
        ));
        for parameter in watch.parameters.iter().filter(|p| p.is_seen_after) {
            text.push_str(&see(&parameter.name, "exit"));
        }
        text.push_str(&see("kr_result", "exit"));
        text.push_str("kr_call.leave(); kr_result }");
        self.owned(Owner::Watcher(index), |writer| writer.push(&text));
    }

    /// Writes how the values of a type are observed.
    pub(crate) fn observed(&mut self, index: usize) {
        let place = Watched::Type(self.file_index, index);
        if self.file.points.is_none() || self.standing.unwatched.contains_key(&place) {
            return;
        }
        let text = observed_text(&self.file.scan.types[index]);
        self.owned(Owner::Type(index), |writer| writer.push(&text));
    }
}

fn watcher_name(point: usize) -> String {
    format!("kr_watched_{point}")
}

/// The condition that none of these mutants is active, whether or not something is watched.
fn inactive((low, high): Numbers) -> String {
    format!("::killrate_rt::inactive({low}, {high})")
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
                format!("(&&&::killrate_rt::Watched::of(&self.{field})).see(kr_place, kr_row); ")
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
         fn columns(kr_variable: &str, kr_place: ::killrate_rt::Place, kr_shape: &mut ::killrate_rt::Shape) {{ {columns} }} \
         fn see(&self, kr_place: ::killrate_rt::Place, kr_row: &mut ::killrate_rt::Row) {{ {see} }} \
         fn width(kr_place: ::killrate_rt::Place) -> ::killrate_rt::Width {{ {width} }} }}"
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

/// The room of a value whose fields have these types, besides some of its own.
fn width_of<'a>(own: &str, kinds: impl Iterator<Item = &'a String>) -> String {
    let fields = kinds.map(|kind| {
        format!(
            "kr_width = kr_width.and((&&&::killrate_rt::Watched::<{kind}>::nothing()).width(kr_place)); "
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
