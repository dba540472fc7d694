//! Traces for Daikon and from it: `.decls` and `.dtrace`, version 2.
//!
//! Scalars become variables of type `int`, `boolean` (for tags of two values, as integers) or
//! `double`; the elements of sequences become arrays. What killrate derives from sequences is left
//! out, because Daikon derives its own. Integers beyond 64 bits and values that are not there are
//! `nonsensical`, as are the elements of sequences that are not kept in traces.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use killrate_watch::{Column, Kind, Role, Row, Scalar, Shape, summarize};

use crate::trace::{Call, Function, Trace};

/// What is wrong with a file of Daikon's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DaikonError {
    /// A line that does not belong there.
    #[error(
        "line {line} is not what a trace of version 2 has there: `{text}`; give the .decls and .dtrace text of one program"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// The text ends in the middle of something.
    #[error("the trace ends in the middle of a call; give all of it")]
    End,
}

/// The declarations of all functions of these traces.
pub fn write_decls<'a>(traces: impl IntoIterator<Item = &'a Trace>) -> String {
    let mut functions: BTreeMap<&str, &Function> = BTreeMap::new();
    for trace in traces {
        let all = trace.functions.values();
        functions.extend(all.map(|function| (function.name.as_str(), function)));
    }
    let mut text = "decl-version 2.0\nvar-comparability none\n".to_owned();
    for function in functions.values() {
        let entry = variables(&function.entry);
        let exit = variables(&function.exit);
        put_point(&mut text, &function.name, "ENTER", "enter", &entry);
        // What is seen at the entry alone must be declared at the exit too.
        let again: Vec<Variable> = entry
            .iter()
            .filter(|variable| !exit.iter().any(|other| other.name == variable.name))
            .cloned()
            .collect();
        put_point(
            &mut text,
            &function.name,
            "EXIT0",
            "exit",
            &[again, exit].concat(),
        );
    }
    text
}

/// The calls of a trace that returned.
pub fn write_dtrace(trace: &Trace) -> String {
    let mut text = "decl-version 2.0\nvar-comparability none\n".to_owned();
    for (nonce, call) in trace.calls.iter().enumerate() {
        let (Some(function), Some(exit)) = (trace.functions.get(&call.function), &call.exit) else {
            continue;
        };
        let entry = variables(&function.entry);
        let after = variables(&function.exit);
        put_values(
            &mut text,
            &function.name,
            "ENTER",
            nonce,
            &[(&entry, &call.entry)],
        );
        let again: Vec<Variable> = entry
            .iter()
            .filter(|variable| !after.iter().any(|other| other.name == variable.name))
            .cloned()
            .collect();
        let values = [(&again, &call.entry), (&after, exit)];
        put_values(&mut text, &function.name, "EXIT0", nonce, &values);
    }
    text
}

/// A variable as Daikon knows it, and where its values are.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    name: String,
    is_array: bool,
    kind: Kind,
    place: usize,
}

fn variables(shape: &Shape) -> Vec<Variable> {
    let mut variables = Vec::new();
    for (index, column) in shape.columns.iter().enumerate() {
        let place = match (column.role, column.sequence) {
            (Role::First, Some(sequence)) => sequence as usize,
            (_, Some(_)) => continue,
            _ => index,
        };
        let is_array = column.role == Role::First;
        variables.push(Variable {
            name: name_of(column, is_array),
            is_array,
            kind: column.kind,
            place,
        });
    }
    variables
}

/// Daikon's names: an array ends in `[..]`, and nothing else may hold brackets.
fn name_of(column: &Column, is_array: bool) -> String {
    match is_array {
        true => {
            let base = column.variable.replacen("[]", "", 1);
            format!("{}[..]", base.replace("[]", "_each"))
        }
        false => column.name().replace("[]", "_each"),
    }
}

fn put_point(text: &mut String, function: &str, suffix: &str, kind: &str, variables: &[Variable]) {
    let name = point_name(function);
    // Writing into a text cannot fail.
    let _ = write!(text, "\nppt {name}:::{suffix}\nppt-type {kind}\n");
    for variable in variables {
        let dec_type = match variable.kind {
            Kind::Int => "int",
            Kind::Float => "double",
        };
        let name = &variable.name;
        if variable.is_array {
            let base = name.trim_end_matches("[..]");
            let _ = write!(
                text,
                "variable {base}\n  var-kind variable\n  dec-type {dec_type}[]\n  rep-type hashcode\n"
            );
            let _ = write!(
                text,
                "variable {name}\n  var-kind array\n  enclosing-var {base}\n  array 1\n  dec-type {dec_type}[]\n  rep-type {dec_type}[]\n"
            );
        } else {
            let _ = write!(
                text,
                "variable {name}\n  var-kind variable\n  dec-type {dec_type}\n  rep-type {dec_type}\n"
            );
        }
    }
}

fn put_values(
    text: &mut String,
    function: &str,
    suffix: &str,
    nonce: usize,
    parts: &[(&Vec<Variable>, &Row)],
) {
    let name = point_name(function);
    let _ = write!(
        text,
        "\n{name}:::{suffix}\nthis_invocation_nonce\n{nonce}\n"
    );
    for (variables, row) in parts {
        for variable in variables.iter() {
            let name = &variable.name;
            if variable.is_array {
                let base = name.trim_end_matches("[..]");
                let (hash, value) = match &row.sequences[variable.place] {
                    None => ("nonsensical", "nonsensical\n2".to_owned()),
                    Some(elements) => ("1", format!("{}\n1", array(elements))),
                };
                let modified = if hash == "1" { 1 } else { 2 };
                let _ = write!(text, "{base}\n{hash}\n{modified}\n{name}\n{value}\n");
            } else {
                let value = match number(row.scalars[variable.place]) {
                    None => "nonsensical\n2".to_owned(),
                    Some(value) => format!("{value}\n1"),
                };
                let _ = write!(text, "{name}\n{value}\n");
            }
        }
    }
}

/// A function's name with the parentheses that Daikon expects, and without spaces.
fn point_name(function: &str) -> String {
    format!("{}()", function.replace("::", ".").replace(' ', "\\_"))
}

/// A number as Daikon reads it; nothing for what it cannot hold.
fn number(scalar: Scalar) -> Option<String> {
    match scalar {
        Scalar::Absent => None,
        Scalar::Int(number) => i64::try_from(number).ok().map(|number| number.to_string()),
        Scalar::Float(number) if number.is_nan() => Some("NaN".to_owned()),
        Scalar::Float(number) if number == f64::INFINITY => Some("Infinity".to_owned()),
        Scalar::Float(number) if number == f64::NEG_INFINITY => Some("-Infinity".to_owned()),
        Scalar::Float(number) => Some(format!("{number:?}")),
    }
}

fn array(elements: &[Scalar]) -> String {
    let written: Vec<String> = elements
        .iter()
        .map(|element| number(*element).unwrap_or_else(|| "nonsensical".to_owned()))
        .collect();
    format!("[{}]", written.join(" "))
}

/// The variables of every program point of a `.decls` text, by name: whether an array, and of what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declarations {
    points: BTreeMap<String, Vec<(String, bool, Kind)>>,
}

impl Declarations {
    /// Reads a `.decls` text.
    ///
    /// # Errors
    /// When it declares something before any program point.
    pub fn parse(text: &str) -> Result<Self, DaikonError> {
        let mut declarations = Self::default();
        let mut point: Option<&mut Vec<(String, bool, Kind)>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let bad = || DaikonError::Line {
                line: number,
                text: line.to_owned(),
            };
            let line = line.trim();
            if let Some(name) = line.strip_prefix("ppt ") {
                point = Some(declarations.points.entry(name.to_owned()).or_default());
            } else if let Some(name) = line.strip_prefix("variable ") {
                let point = point.as_mut().ok_or_else(bad)?;
                point.push((name.to_owned(), false, Kind::Int));
            } else if let Some(kind) = line.strip_prefix("rep-type ") {
                let variable = point.as_mut().and_then(|point| point.last_mut());
                let (_, is_array, of) = variable.ok_or_else(bad)?;
                *is_array = kind.ends_with("[]");
                if kind.starts_with("double") {
                    *of = Kind::Float;
                }
                if kind.starts_with("hashcode") || kind.starts_with("java.lang.String") {
                    // Neither is a number; nothing is learned of it.
                    if let Some(point) = point.as_mut() {
                        point.pop();
                    }
                }
            }
        }
        Ok(declarations)
    }

    fn shape(&self, point: &str) -> Shape {
        let mut shape = Shape::default();
        for (name, is_array, kind) in self.points.get(point).into_iter().flatten() {
            if *is_array {
                let variable = name.trim_end_matches("[..]").to_owned() + "[]";
                let sequence = Some(shape.n_sequences);
                shape.n_sequences += 1;
                for role in killrate_watch::SUMMARY {
                    let is_mark = matches!(
                        role,
                        Role::Rising | Role::Falling | Role::Bag | Role::Content
                    );
                    shape.columns.push(Column {
                        variable: variable.clone(),
                        role,
                        kind: if is_mark { Kind::Int } else { *kind },
                        sequence,
                    });
                }
            } else {
                shape.scalar(name, Role::Value, *kind);
            }
        }
        shape
    }
}

/// Reads a `.dtrace` text, with the declarations it needs.
///
/// # Errors
/// When a line is not what the declarations say, or the text is cut off.
pub fn read_dtrace(declarations: &Declarations, text: &str) -> Result<Trace, DaikonError> {
    let mut trace = Trace::default();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut entries: BTreeMap<(u32, String), Row> = BTreeMap::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((line, head)) = lines.next() {
        let head = head.trim();
        let is_remark = head.is_empty() || head.starts_with('#') || head.starts_with("//");
        if is_remark || head.starts_with("decl-version") || head.starts_with("var-comparability") {
            continue;
        }
        let bad = |line: usize, text: &str| DaikonError::Line {
            line,
            text: text.to_owned(),
        };
        let (function, suffix) = head.split_once(":::").ok_or_else(|| bad(line, head))?;
        if !declarations.points.contains_key(head) {
            return Err(bad(line, head));
        }
        let n_known = numbers.len() as u32;
        let number = *numbers.entry(function.to_owned()).or_insert(n_known);
        trace.functions.entry(number).or_insert_with(|| Function {
            name: function.to_owned(),
            entry: declarations.shape(&format!("{function}:::ENTER")),
            exit: declarations.shape(&format!("{function}:::EXIT0")),
        });
        let mut nonce = String::new();
        let mut values: BTreeMap<String, String> = BTreeMap::new();
        while let Some((_, name)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
            let (_, value) = lines.next().ok_or(DaikonError::End)?;
            if name.trim() == "this_invocation_nonce" {
                nonce = value.trim().to_owned();
                continue;
            }
            lines.next().ok_or(DaikonError::End)?;
            values.insert(name.trim().to_owned(), value.trim().to_owned());
        }
        let row = read_row(&declarations.points[head], &values).map_err(|text| bad(line, &text))?;
        if suffix == "ENTER" {
            entries.insert((number, nonce), row);
        } else {
            trace.calls.push(Call {
                function: number,
                entry: entries.remove(&(number, nonce)).unwrap_or_default(),
                exit: Some(row),
            });
        }
    }
    // A call whose entry is not in the trace says nothing of what it changed.
    let functions = &trace.functions;
    trace.calls.retain(|call| {
        let entry = &functions[&call.function].entry;
        call.entry.scalars.len() == entry.columns.len()
    });
    Ok(trace)
}

fn read_row(
    variables: &[(String, bool, Kind)],
    values: &BTreeMap<String, String>,
) -> Result<Row, String> {
    let mut row = Row::default();
    for (name, is_array, kind) in variables {
        let value = values.get(name).ok_or_else(|| name.clone())?;
        if *is_array {
            let inner = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
            match inner {
                None => {
                    for _ in killrate_watch::SUMMARY {
                        row.push(Scalar::Absent);
                    }
                    row.sequences.push(None);
                }
                Some(inner) => {
                    let elements = inner
                        .split_whitespace()
                        .map(|text| read_scalar(text, *kind));
                    let elements: Vec<Scalar> = elements.collect();
                    summarize(elements.iter().copied(), elements.len(), &mut row);
                }
            }
        } else {
            row.push(read_scalar(value, *kind));
        }
    }
    Ok(row)
}

fn read_scalar(text: &str, kind: Kind) -> Scalar {
    let scalar = match (text, kind) {
        ("true", _) => Some(Scalar::Int(1)),
        ("false", _) => Some(Scalar::Int(0)),
        ("NaN", _) => Some(Scalar::Float(f64::NAN)),
        ("Infinity", _) => Some(Scalar::Float(f64::INFINITY)),
        ("-Infinity", _) => Some(Scalar::Float(f64::NEG_INFINITY)),
        (text, Kind::Float) => text.parse().ok().map(Scalar::Float),
        (text, Kind::Int) => text.parse().ok().map(Scalar::Int),
    };
    scalar.unwrap_or(Scalar::Absent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_watch::{Observe, Place};

    fn shape<T: Observe>(name: &str) -> Shape {
        let mut shape = Shape::default();
        T::columns(name, Place::TOP, &mut shape);
        shape
    }

    fn row(value: &impl Observe) -> Row {
        let mut row = Row::default();
        value.see(Place::TOP, &mut row);
        row
    }

    fn trace() -> Trace {
        let function = Function {
            name: "src/lib.rs::f".to_owned(),
            entry: shape::<Vec<f64>>("xs"),
            exit: shape::<i128>("return"),
        };
        let call = |numbers: &[f64], result: i128| Call {
            function: 1,
            entry: row(&numbers.to_vec()),
            exit: Some(row(&result)),
        };
        Trace {
            functions: [(1, function)].into(),
            calls: vec![
                call(&[1.5, f64::NAN], 2),
                call(&[], i128::MAX),
                call(&[f64::INFINITY], -1),
            ],
        }
    }

    #[test]
    fn declarations_and_calls_are_written_as_daikon_reads_them() {
        let decls = write_decls([&trace()]);
        assert!(decls.starts_with("decl-version 2.0\nvar-comparability none\n\nppt src/lib.rs.f():::ENTER\nppt-type enter\nvariable xs.len\n"), "{decls}");
        assert!(decls.contains("variable xs[..]\n  var-kind array\n  enclosing-var xs\n  array 1\n  dec-type double[]\n  rep-type double[]\n"), "{decls}");
        let dtrace = write_dtrace(&trace());
        assert!(dtrace.contains("src/lib.rs.f():::ENTER\nthis_invocation_nonce\n0\nxs.len\n2\n1\nxs\n1\n1\nxs[..]\n[1.5 NaN]\n1\n"), "{dtrace}");
        assert!(dtrace.contains("return\nnonsensical\n2\n"), "{dtrace}");
    }

    #[test]
    fn what_was_written_is_read_back() {
        let declarations = Declarations::parse(&write_decls([&trace()])).unwrap();
        let read = read_dtrace(&declarations, &write_dtrace(&trace())).unwrap();
        let lengths = |trace: &Trace| {
            let calls = trace.calls.iter();
            calls.map(|call| call.entry.scalars[0]).collect::<Vec<_>>()
        };
        assert_eq!(lengths(&read), lengths(&trace()));
        let elements = |trace: &Trace| {
            let calls = trace.calls.iter();
            calls
                .map(|call| call.entry.sequences.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(elements(&read), elements(&trace()));
        let results: Vec<Scalar> = read
            .calls
            .iter()
            .filter_map(|call| call.exit.as_ref()?.scalars.last().copied())
            .collect();
        assert_eq!(results, [Scalar::Int(2), Scalar::Absent, Scalar::Int(-1)]);
    }

    #[test]
    fn foreign_and_cut_files_are_refused() {
        let declarations = Declarations::parse(&write_decls([&trace()])).unwrap();
        let error = read_dtrace(&declarations, "nothing\n").unwrap_err();
        assert_eq!(
            error,
            DaikonError::Line {
                line: 1,
                text: "nothing".to_owned()
            }
        );
        let dtrace = write_dtrace(&trace());
        let cut = dtrace.find("[1.5 NaN]").unwrap();
        assert_eq!(
            read_dtrace(&declarations, &dtrace[..cut]),
            Err(DaikonError::End)
        );
        let early = Declarations::parse("variable x\n").unwrap_err();
        assert_eq!(
            early,
            DaikonError::Line {
                line: 1,
                text: "variable x".to_owned()
            }
        );
    }
}
