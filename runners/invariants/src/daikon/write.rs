//! Writing declarations and traces.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use killrate_watch::{End, Kind, Row, Scalar};

use super::variable::{Variable, of_entry_alone, point_name, variables};
use super::{ENTER, EXIT, THROWS};
use crate::trace::{Function, Trace};

/// The declarations of all functions of these traces.
pub fn write_decls<'a>(traces: impl IntoIterator<Item = &'a Trace>) -> String {
    let mut functions: BTreeMap<&str, &Function> = BTreeMap::new();
    let mut panicked: BTreeSet<&str> = BTreeSet::new();
    for trace in traces {
        let all = trace.functions.values();
        functions.extend(all.map(|function| (function.name.as_str(), function)));
        let panics = trace.calls.iter().filter(|call| call.end == End::Panicked);
        let of_calls = panics.filter_map(|call| trace.functions.get(&call.function));
        panicked.extend(of_calls.map(|function| function.name.as_str()));
    }
    let mut text = "decl-version 2.0\nvar-comparability none\n".to_owned();
    for function in functions.values() {
        let name = &function.name;
        let entry = variables(&function.entry);
        put_point(&mut text, name, ENTER, "enter", &entry);
        let again = of_entry_alone(function);
        let at_exit = [again.clone(), variables(&function.exit)].concat();
        for exit in 1..=function.n_exits {
            put_point(
                &mut text,
                name,
                &format!("{EXIT}{exit}"),
                "subexit",
                &at_exit,
            );
        }
        if panicked.contains(name.as_str()) {
            put_point(&mut text, name, THROWS, "point", &again);
        }
    }
    text
}

/// The calls of a trace.
pub fn write_dtrace(trace: &Trace) -> String {
    let mut text = "decl-version 2.0\nvar-comparability none\n".to_owned();
    for (nonce, call) in trace.calls.iter().enumerate() {
        let Some(function) = trace.functions.get(&call.function) else {
            continue;
        };
        let (entry, after) = (variables(&function.entry), variables(&function.exit));
        let mut put = |suffix: &str, values: &[(&Vec<Variable>, &Row)]| {
            put_values(&mut text, &function.name, suffix, nonce, values);
        };
        put(ENTER, &[(&entry, &call.entry)]);
        let again = of_entry_alone(function);
        match &call.end {
            End::Returned { exit, row } => {
                let values = [(&again, &call.entry), (&after, row)];
                put(&format!("{EXIT}{exit}"), &values);
            }
            End::Panicked => put(THROWS, &[(&again, &call.entry)]),
        }
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
                // Daikon's third line says whether there is a value (1) or none (2).
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
        // The debug form has a point or an exponent, so that a whole float does not look like an
        // integer.
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

    #[test]
    fn every_exit_is_a_point_and_so_is_a_panic() {
        let decls = write_decls([&trace()]);
        let points: Vec<&str> = decls
            .lines()
            .filter(|line| line.starts_with("ppt"))
            .collect();
        let expected = [
            "ppt src/lib.rs.f():::ENTER",
            "ppt-type enter",
            "ppt src/lib.rs.f():::EXIT1",
            "ppt-type subexit",
            "ppt src/lib.rs.f():::EXIT2",
            "ppt-type subexit",
            "ppt src/lib.rs.f():::THROWS",
            "ppt-type point",
        ];
        assert_eq!(points, expected);
        let dtrace = write_dtrace(&trace());
        let points: Vec<&str> = dtrace.lines().filter(|line| line.contains(":::")).collect();
        let expected = [
            "ENTER", "EXIT2", "ENTER", "EXIT1", "ENTER", "EXIT2", "ENTER", "THROWS",
        ];
        assert_eq!(
            points,
            expected.map(|point| format!("src/lib.rs.f():::{point}"))
        );
        let thrown = "src/lib.rs.f():::THROWS\nthis_invocation_nonce\n3\nxs.len\n1\n1\nxs\n1\n1\nxs[..]\n[-0.0]\n1\n";
        assert!(dtrace.ends_with(thrown), "{dtrace}");
    }

    #[test]
    fn where_nothing_panicked_there_is_no_such_point() {
        let mut quiet = trace();
        quiet.calls.pop();
        assert!(!write_decls([&quiet]).contains(THROWS));
        assert!(write_decls([&quiet, &trace()]).contains(THROWS));
    }
}
