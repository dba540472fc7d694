//! Writing declarations and traces.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use killrate_watch::{Kind, Row, Scalar};

use super::variable::{Variable, point_name, variables};
use crate::trace::{Function, Trace};

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

#[cfg(test)]
mod tests {
    use super::super::testing::trace;
    use super::*;

    #[test]
    fn declarations_and_calls_are_written_as_daikon_reads_them() {
        let decls = write_decls([&trace()]);
        assert!(decls.starts_with("decl-version 2.0\nvar-comparability none\n\nppt src/lib.rs.f():::ENTER\nppt-type enter\nvariable xs.len\n"), "{decls}");
        assert!(decls.contains("variable xs[..]\n  var-kind array\n  enclosing-var xs\n  array 1\n  dec-type double[]\n  rep-type double[]\n"), "{decls}");
        let dtrace = write_dtrace(&trace());
        assert!(dtrace.contains("src/lib.rs.f():::ENTER\nthis_invocation_nonce\n0\nxs.len\n2\n1\nxs\n1\n1\nxs[..]\n[1.5 NaN]\n1\n"), "{dtrace}");
        assert!(dtrace.contains("return\nnonsensical\n2\n"), "{dtrace}");
    }
}
