//! Declarations, read as strictly as the format asks for.

use std::collections::{BTreeMap, BTreeSet};

pub(crate) const HEADING: &str = "decl-version 2.0\nvar-comparability none\n";

const POINT_KINDS: [&str; 6] = ["point", "class", "object", "enter", "exit", "subexit"];
const VARIABLE_KINDS: [&str; 5] = ["field", "function", "array", "variable", "return"];
const TYPES: [&str; 5] = ["boolean", "int", "hashcode", "double", "java.lang.String"];

/// A program point.
#[derive(Debug)]
pub(crate) struct Point {
    pub(crate) kind: String,
    pub(crate) variables: Vec<Variable>,
}

/// A variable of a program point.
#[derive(Debug, PartialEq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// What is said of it, such as its `rep-type`.
    about: BTreeMap<String, String>,
}

impl Variable {
    fn get(&self, what: &str) -> Result<&str, String> {
        let text = self.about.get(what).map(String::as_str);
        text.ok_or_else(|| format!("`{}` has no `{what}`", self.name))
    }

    /// What its values are, without the brackets of an array.
    pub(crate) fn type_of_values(&self) -> &str {
        let kind = self.about["rep-type"].as_str();
        kind.strip_suffix("[]").unwrap_or(kind)
    }

    pub(crate) fn is_array(&self) -> bool {
        self.about["rep-type"].ends_with("[]")
    }

    fn check(&self, names: &BTreeSet<&str>) -> Result<(), String> {
        let name = &self.name;
        let known = ["var-kind", "enclosing-var", "array", "dec-type", "rep-type"];
        if let Some(what) = self
            .about
            .keys()
            .find(|what| !known.contains(&what.as_str()))
        {
            return Err(format!("`{name}` has a line `{what}`"));
        }
        let mut kind = self.get("var-kind")?.split(' ');
        let (kind, relative) = (kind.next().unwrap_or_default(), kind.next());
        if !VARIABLE_KINDS.contains(&kind) {
            return Err(format!("`{name}` is of the kind `{kind}`"));
        }
        if relative.is_some() != ["field", "function"].contains(&kind) {
            return Err(format!("`{name}` has or lacks a name within another"));
        }
        let enclosing = self.about.get("enclosing-var").map(String::as_str);
        match enclosing {
            Some(enclosing) if !names.contains(enclosing) => {
                return Err(format!(
                    "`{enclosing}` is not declared, and `{name}` is of it"
                ));
            }
            None if ["field", "array"].contains(&kind) => {
                return Err(format!("`{name}` has no enclosing variable"));
            }
            _ => {}
        }
        let of_array = enclosing.map(|enclosing| format!("{enclosing}[..]"));
        if kind == "array" && of_array.as_ref() != Some(name) {
            return Err(format!("`{name}` is not the array of what encloses it"));
        }
        let plain = match kind {
            "array" => name.trim_end_matches("[..]"),
            _ => name,
        };
        if plain.contains(['[', ']']) || name.is_empty() || name.contains(char::is_whitespace) {
            return Err(format!("`{name}` has brackets or blanks"));
        }
        let n_dimensions = match self.about.get("array").map(String::as_str) {
            None | Some("0") => 0,
            Some("1") => 1,
            Some(other) => return Err(format!("`{name}` has `{other}` dimensions")),
        };
        let (own, declared) = (self.get("rep-type")?, self.get("dec-type")?);
        if !TYPES.contains(&own.strip_suffix("[]").unwrap_or(own)) {
            return Err(format!("`{name}` is a `{own}`"));
        }
        if (n_dimensions == 1) != own.ends_with("[]") || (n_dimensions == 1) != (kind == "array") {
            return Err(format!(
                "`{name}` has {n_dimensions} dimensions and is a `{own}`"
            ));
        }
        // What stands for an array is declared as what it stands for.
        if own != "hashcode" && own != declared {
            return Err(format!("`{name}` is a `{own}` declared as `{declared}`"));
        }
        Ok(())
    }
}

/// The program points of declarations, by name.
pub(crate) fn declared(text: &str) -> Result<BTreeMap<String, Point>, String> {
    let rest = text
        .strip_prefix(HEADING)
        .ok_or("not the heading of declarations")?;
    let mut points = BTreeMap::new();
    for block in rest.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let (name, point) = point(block.trim_matches('\n'))?;
        if points.insert(name.clone(), point).is_some() {
            return Err(format!("{name} is declared twice"));
        }
    }
    for (name, point) in &points {
        nests(name, point, &points).map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(points)
}

fn point(block: &str) -> Result<(String, Point), String> {
    let mut lines = block.lines();
    let name = { lines.next() }.and_then(|line| line.strip_prefix("ppt "));
    let name = name.ok_or_else(|| format!("no program point: {block}"))?;
    let kind = { lines.next() }.and_then(|line| line.strip_prefix("ppt-type "));
    let kind = kind.ok_or_else(|| format!("{name}: no type"))?;
    let mut variables: Vec<Variable> = Vec::new();
    for line in lines {
        if let Some(name) = line.strip_prefix("variable ") {
            variables.push(Variable {
                name: name.to_owned(),
                about: BTreeMap::new(),
            });
            continue;
        }
        let said = { line.strip_prefix("  ") }.and_then(|line| line.split_once(' '));
        let (Some((what, text)), Some(variable)) = (said, variables.last_mut()) else {
            return Err(format!("{name}: `{line}` says nothing"));
        };
        if { variable.about.insert(what.to_owned(), text.to_owned()) }.is_some() {
            return Err(format!("{name}: `{what}` is said twice"));
        }
    }
    let mut names = BTreeSet::new();
    for variable in &variables {
        if !names.insert(variable.name.as_str()) {
            return Err(format!("{name}: `{}` is declared twice", variable.name));
        }
    }
    for variable in &variables {
        variable
            .check(&names)
            .map_err(|problem| format!("{name}: {problem}"))?;
    }
    let point = Point {
        kind: kind.to_owned(),
        variables,
    };
    Ok((name.to_owned(), point))
}

/// Whether a point is of the type that its name tells, and has what Daikon looks for at the entry.
fn nests(name: &str, point: &Point, points: &BTreeMap<String, Point>) -> Result<(), String> {
    let kind = point.kind.as_str();
    if !POINT_KINDS.contains(&kind) {
        return Err(format!("the type is `{kind}`"));
    }
    let (function, suffix) = name.split_once(":::").ok_or("not a point of anything")?;
    let number = suffix.strip_prefix("EXIT");
    let expected = match (suffix, number) {
        ("ENTER", _) => "enter",
        ("EXIT", _) => "exit",
        (_, Some(number)) if number.bytes().all(|digit| digit.is_ascii_digit()) => "subexit",
        _ => "point",
    };
    if kind != expected {
        return Err(format!("it is no {kind} by its name"));
    }
    let entry = points.get(&format!("{function}:::ENTER"));
    let entry = entry.ok_or("there is no entry")?;
    let (of_entry, here) = (&entry.variables, &point.variables);
    let (outer, inner) = match expected {
        // At an exit Daikon asks for every variable of the entry, by name and type.
        "subexit" | "exit" => (here, of_entry),
        _ => (of_entry, here),
    };
    match inner.iter().find(|variable| !outer.contains(variable)) {
        Some(variable) => Err(format!("`{}` is not the same at the entry", variable.name)),
        None => Ok(()),
    }
}
