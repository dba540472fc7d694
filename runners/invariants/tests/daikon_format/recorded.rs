//! The records of a trace, read as strictly as the format asks for.

use std::collections::{BTreeMap, BTreeSet};

use super::declared::{HEADING, Point, Variable};

/// Checks every record of a trace against what is declared of its point.
pub(crate) fn check_records(points: &BTreeMap<String, Point>, text: &str) -> Result<(), String> {
    let rest = text
        .strip_prefix(HEADING)
        .ok_or("not the heading of a trace")?;
    let mut entered = BTreeSet::new();
    for block in rest.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let lines: Vec<&str> = block.trim_matches('\n').lines().collect();
        let [name, "this_invocation_nonce", nonce, values @ ..] = &lines[..] else {
            return Err(format!("no record of a call: {block}"));
        };
        let point = points
            .get(*name)
            .ok_or_else(|| format!("`{name}` is not declared"))?;
        let call = |problem: String| format!("{name} of call {nonce}: {problem}");
        check_values(&point.variables, values).map_err(call)?;
        nonce
            .parse::<u32>()
            .map_err(|_| call("no number".to_owned()))?;
        let (function, _) = name.split_once(":::").unwrap_or_default();
        let is_new = match point.kind.as_str() {
            "enter" => entered.insert((function, *nonce)),
            _ => entered.remove(&(function, *nonce)),
        };
        if !is_new {
            return Err(call("entered twice or never entered".to_owned()));
        }
    }
    Ok(())
}

fn check_values(variables: &[Variable], values: &[&str]) -> Result<(), String> {
    let mut given = values.chunks(3);
    for variable in variables {
        let name = &variable.name;
        let Some([given, value, modified]) = given.next() else {
            return Err(format!("nothing where `{name}` is expected"));
        };
        if given != name {
            return Err(format!("`{given}` where `{name}` is expected"));
        }
        match (*value, *modified) {
            ("nonsensical", "2") => {}
            (value, "2") => return Err(format!("`{value}` is there and counts as missing")),
            (value, "0" | "1") => check_value(variable, value)?,
            (_, modified) => return Err(format!("`{modified}` is no mark of a change")),
        }
    }
    match given.next() {
        Some(more) => Err(format!("`{}` is one too many", more[0])),
        None => Ok(()),
    }
}

fn check_value(variable: &Variable, value: &str) -> Result<(), String> {
    let kind = variable.type_of_values();
    let wrong = |value: &str| format!("`{value}` is no {kind} of `{}`", variable.name);
    if !variable.is_array() {
        return if is_value(kind, value) {
            Ok(())
        } else {
            Err(wrong(value))
        };
    }
    let inner = { value.strip_prefix('[') }.and_then(|rest| rest.strip_suffix(']'));
    let inner = inner.ok_or_else(|| format!("`{value}` is no array"))?;
    // An array with an element that is missing is missing as a whole to Daikon.
    let mut elements = inner.split(' ').filter(|element| !element.is_empty());
    match elements.find(|element| *element != "nonsensical" && !is_value(kind, element)) {
        Some(element) => Err(wrong(element)),
        None => Ok(()),
    }
}

fn is_value(kind: &str, value: &str) -> bool {
    match kind {
        "boolean" => ["0", "1", "true", "false"].contains(&value),
        "int" | "hashcode" => value.parse::<i64>().is_ok(),
        "double" => {
            let digits = |text: &str| {
                text.chars()
                    .all(|c| matches!(c, '0'..='9' | '.' | 'e' | '-'))
            };
            ["NaN", "Infinity", "-Infinity"].contains(&value)
                || (digits(value) && value.parse::<f64>().is_ok())
        }
        // Nothing here writes texts.
        _ => false,
    }
}
