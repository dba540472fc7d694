//! Reading traces.

use std::collections::BTreeMap;

use killrate_watch::{End, Kind, Row, Scalar, summarize};

use super::{DaikonError, Declarations, ENTER, THROWS};
use crate::trace::{Call, Function, Trace};

/// Reads a `.dtrace` text, with the declarations it needs.
///
/// # Errors
/// When a line is not what the declarations say, or the text is cut off.
pub fn read_dtrace(declarations: &Declarations, text: &str) -> Result<Trace, DaikonError> {
    let mut trace = Trace::default();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut entries: BTreeMap<(u32, String), Row> = BTreeMap::new();
    let mut exits_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
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
        let exits: &[&str] = exits_of
            .entry(function)
            .or_insert_with(|| declarations.exits(function));
        trace.functions.entry(number).or_insert_with(|| Function {
            name: function.to_owned(),
            entry: declarations.shape(&format!("{function}:::{ENTER}")),
            exit: declarations.shape(exits.first().copied().unwrap_or_default()),
            n_exits: (exits.len() as u32).max(1),
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
            // Earlier versions wrote two variables under one name, a length and then what stands for
            // the array of the elements' lengths; only the first has a value.
            let value = value.trim().to_owned();
            values.entry(name.trim().to_owned()).or_insert(value);
        }
        let row = read_row(&declarations.points[head], &values).map_err(|text| bad(line, &text))?;
        // An exit belongs to the entry with its nonce, because calls that nest do not end in the
        // order in which they begin.
        if suffix == ENTER {
            entries.insert((number, nonce), row);
            continue;
        }
        let end = match (1..).zip(exits).find(|(_, exit)| **exit == head) {
            _ if suffix.starts_with(THROWS) => End::Panicked,
            // All exits of a function show the same variables.
            Some((exit, _)) if is_alike(declarations, head, exits[0]) => {
                End::Returned { exit, row }
            }
            Some(_) => return Err(bad(line, head)),
            // A point of some other kind is no part of a call.
            None => continue,
        };
        trace.calls.push(Call {
            function: number,
            entry: entries.remove(&(number, nonce)).unwrap_or_default(),
            end,
        });
    }
    // A call whose entry is not in the trace says nothing of what it changed.
    let functions = &trace.functions;
    trace.calls.retain(|call| {
        let entry = &functions[&call.function].entry;
        call.entry.scalars.len() == entry.columns.len()
    });
    Ok(trace)
}

fn is_alike(declarations: &Declarations, point: &str, other: &str) -> bool {
    declarations.points.get(point) == declarations.points.get(other)
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
                    // Every column of the sequence gets a cell, or later variables would be read
                    // into the wrong columns.
                    for _ in killrate_watch::SUMMARY {
                        row.push(Scalar::Absent);
                    }
                    row.sequences.push(None);
                }
                Some(inner) => {
                    let elements: Vec<Scalar> = inner
                        .split_whitespace()
                        .map(|text| read_scalar(text, *kind))
                        .collect();
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
    use super::super::testing::trace;
    use super::super::{write_decls, write_dtrace};
    use super::*;

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
            .filter_map(|call| call.end.row()?.scalars.last().copied())
            .collect();
        assert_eq!(results, [Scalar::Int(2), Scalar::Absent, Scalar::Int(-1)]);
        let ends = |trace: &Trace| {
            let calls = trace.calls.iter();
            let exit = |call: &Call| match call.end {
                End::Returned { exit, .. } => Some(exit),
                End::Panicked => None,
            };
            calls.map(exit).collect::<Vec<_>>()
        };
        assert_eq!(ends(&read), [Some(2), Some(1), Some(2), None]);
        assert_eq!(ends(&read), ends(&trace()));
        assert_eq!(read.functions[&0].n_exits, 2);
        // What is read can be written and read again.
        let again = Trace::parse(&read.to_bytes()).unwrap();
        assert_eq!(
            (&again.functions, ends(&again)),
            (&read.functions, ends(&read))
        );
    }

    #[test]
    fn exits_that_daikon_numbers_by_lines_are_counted_in_their_order() {
        let point = |name: &str| format!("ppt f():::{name}\nvariable x\n  rep-type int\n");
        let decls = ["EXIT112", "EXIT", "ENTER", "EXIT9", "OBJECT"]
            .map(point)
            .concat();
        let declarations = Declarations::parse(&decls).unwrap();
        let value = |point: &str, nonce: u32| {
            format!("f():::{point}\nthis_invocation_nonce\n{nonce}\nx\n{nonce}\n1\n\n")
        };
        let calls = [
            ("ENTER", 1),
            ("EXIT112", 1),
            ("OBJECT", 1),
            ("ENTER", 2),
            ("EXIT9", 2),
        ];
        let dtrace = calls.map(|(point, nonce)| value(point, nonce)).concat();
        let read = read_dtrace(&declarations, &dtrace).unwrap();
        assert_eq!(read.functions[&0].n_exits, 2);
        let row = |number: i128| Row {
            scalars: vec![Scalar::Int(number)],
            n_seen: 1,
            ..Row::default()
        };
        let ends: Vec<End<Row>> = read.calls.into_iter().map(|call| call.end).collect();
        let returned = |exit, number| End::Returned {
            exit,
            row: row(number),
        };
        assert_eq!(ends, [returned(2, 1), returned(1, 2)]);
        let other = decls.replace("EXIT112\nvariable x", "EXIT112\nvariable y");
        let declarations = Declarations::parse(&other).unwrap();
        let dtrace = dtrace.replace(
            "EXIT112\nthis_invocation_nonce\n1\nx",
            "EXIT112\nthis_invocation_nonce\n1\ny",
        );
        assert!(read_dtrace(&declarations, &dtrace).is_err());
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
