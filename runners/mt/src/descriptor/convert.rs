//! A descriptor as a manifest.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::{InputName, OutputName, PropertyName, hint};
use killrate_properties::{Property, formats};

use super::branch::{self, Branches, MAIN};
use super::element::{Element, Problem};
use super::expression::calls;
use crate::MtError;
use killrate_catalogue::manifest::{
    FunctionEntry, FunctionKind, InputEntry, Order, OutputEntry, ProgramManifest,
};

/// What a descriptor may hold.
const ELEMENTS: [&str; 8] = [
    "EXECUTION",
    "PARAMETERS",
    "INPUT",
    "OUTPUT",
    "FUNCTION",
    "BUILD_UP",
    "TEAR_DOWN",
    "POST_TEST",
];

/// Types of files besides those that are called after our formats.
const TYPES: [(&str, &str); 5] = [
    ("text", "lines"),
    ("json", "json-lines"),
    ("binary", "bytes"),
    ("libsvm", "sparse"),
    ("svmlight", "sparse"),
];

/// Makes a manifest of a descriptor; errors name `path`.
///
/// A `FUNCTION` becomes an external command: the program that is called after its `CLASS`, beside
/// the descriptor, with its `METHOD` as argument.
///
/// # Errors
/// When the text is not a descriptor, or says what properties cannot.
pub fn from_xml(text: &str, path: &Path) -> Result<ProgramManifest, MtError> {
    let at = |problem: Problem| MtError::Descriptor {
        path: path.to_owned(),
        line: problem.line,
        problem: problem.text,
    };
    let root = Element::read(text).map_err(at)?;
    convert(&root).map_err(at)
}

fn convert(root: &Element) -> Result<ProgramManifest, Problem> {
    if root.name != "TESTDESCRIPTOR" {
        let text = format!("expected `TESTDESCRIPTOR`, not `{}`", root.name);
        return Err(root.problem(text));
    }
    root.allow_attributes(&[])?;
    let known = |child: &&Element| !ELEMENTS.contains(&child.name.as_str());
    if let Some(child) = root.children.iter().find(known) {
        return Err(root.refuse_child(child, &ELEMENTS));
    }
    let all = |name: &'static str| root.children.iter().filter(move |e| e.name == name);
    let text_of = |name| all(name).map(|element| element.text.trim());
    let execution = text_of("EXECUTION").next().unwrap_or_default();
    let parameters = text_of("PARAMETERS").next().unwrap_or_default();
    if execution.is_empty() {
        return Err(root.problem("there is no `EXECUTION`; name the program in one"));
    }
    // A program that says nothing of its parameters gets them at its end.
    let command = if execution.contains("@parameters") {
        execution.replace("@parameters", parameters)
    } else {
        format!("{execution} {parameters}")
    };
    let mut manifest = ProgramManifest::of_command(String::new());
    for element in all("INPUT") {
        inputs(element, &mut manifest)?;
    }
    for element in all("OUTPUT") {
        outputs(element, &command, &mut manifest)?;
    }
    // Only now are all the names known that a command may refer to.
    manifest.command = in_braces(command.trim(), &manifest).map_err(|text| root.problem(text))?;
    // Functions come before the properties that call them.
    for element in all("FUNCTION") {
        let (name, entry) = function(element)?;
        manifest.functions.insert(name, entry);
    }
    let commands = |name| text_of(name).map(str::to_owned).collect();
    manifest.build_up = commands("BUILD_UP");
    manifest.tear_down = commands("TEAR_DOWN");
    for element in all("POST_TEST") {
        post_test(element, parameters, &mut manifest)?;
    }
    if manifest.properties.is_empty() {
        return Err(root.problem("there is no `ASSERT`; say in one what must hold"));
    }
    Ok(manifest)
}

fn inputs(element: &Element, manifest: &mut ProgramManifest) -> Result<(), Problem> {
    for variable in variables(element, &["TYPE", "NAME", "LABEL"])? {
        let name = InputName::new(variable.attribute("NAME")?)
            .map_err(|error| variable.problem(error.to_string()))?;
        let entry = InputEntry {
            format: format(variable)?,
            label: variable.attributes.get("LABEL").cloned(),
            file: None,
        };
        manifest.inputs.insert(name, entry);
    }
    Ok(())
}

fn outputs(
    element: &Element,
    command: &str,
    manifest: &mut ProgramManifest,
) -> Result<(), Problem> {
    for variable in variables(element, &["TYPE", "NAME"])? {
        let written = variable.attribute("NAME")?;
        let is_file = references(command).any(|found| found == ("output", written));
        let name = OutputName::new(written).map_err(|error| variable.problem(error.to_string()))?;
        let stdout = OutputName::new("stdout").expect("it consists of letters");
        let entry = OutputEntry {
            format: Some(format(variable)?),
            // What no parameter names is what the program prints.
            from: (!is_file).then_some(stdout),
            parse: None,
        };
        manifest.outputs.insert(name, entry);
    }
    Ok(())
}

fn variables<'a>(element: &'a Element, attributes: &[&str]) -> Result<&'a [Element], Problem> {
    for child in &element.children {
        if child.name != "VAR" {
            return Err(element.refuse_child(child, &["VAR"]));
        }
        child.allow_attributes(attributes)?;
    }
    Ok(&element.children)
}

/// The format of a variable: `csv_file` is `csv`.
fn format(variable: &Element) -> Result<String, Problem> {
    let of_file = variable.attribute("TYPE")?;
    let stem = of_file.strip_suffix("_file").unwrap_or(of_file);
    let known = TYPES.iter().find(|(known, _)| *known == stem);
    let name = known.map_or_else(|| stem.replace('_', "-"), |(_, format)| format.to_string());
    let ours = formats().iter().map(|format| format.name);
    if ours.clone().any(|known| known == name) {
        return Ok(name);
    }
    let types: Vec<String> = ours
        .chain(TYPES.iter().map(|(known, _)| *known))
        .map(|name| format!("{}_file", name.replace('-', "_")))
        .collect();
    let hint = hint(of_file, types.iter().map(String::as_str));
    Err(variable.problem(format!("there is no type `{of_file}`; {hint}")))
}

fn function(element: &Element) -> Result<(String, FunctionEntry), Problem> {
    element.allow_attributes(&["NAME", "CLASS", "METHOD", "TYPE"])?;
    let kind = match element.attribute("TYPE")? {
        "transform" => FunctionKind::Transform,
        "compare" | "comparison" => FunctionKind::Compare,
        other => {
            let text = format!("there is no type `{other}`; write `transform` or `compare`");
            return Err(element.problem(text));
        }
    };
    let quoted = |name: &str| {
        let word = element.attributes.get(name)?;
        shlex::try_quote(word).ok().map(String::from)
    };
    let words: Vec<String> = ["CLASS", "METHOD"].into_iter().filter_map(quoted).collect();
    if words.is_empty() {
        return Err(element.problem("`FUNCTION` has no attribute `CLASS` or `METHOD`"));
    }
    let name = element.attribute("NAME")?.to_owned();
    let command = format!("./{}", words.join(" "));
    Ok((name, FunctionEntry { kind, command }))
}

fn post_test(
    element: &Element,
    parameters: &str,
    manifest: &mut ProgramManifest,
) -> Result<(), Problem> {
    let own: Vec<String> = manifest.functions.keys().cloned().collect();
    let mut branches = Branches::new();
    // A branch that no assertion is about would be run for nothing, so where each begins is kept to
    // be told.
    let mut lines = BTreeMap::new();
    for child in element.children.iter().filter(|e| e.name == "BRANCH") {
        child.allow_attributes(&["NAME", "OPTION"])?;
        let option = child.attributes.get("OPTION").map(String::as_str);
        match option {
            None | Some("main" | "parallel") => {}
            Some("sequential") => manifest.execution = Order::Sequential,
            Some(other) => {
                let known = ["main", "parallel", "sequential"];
                let text = format!("there is no option `{other}`; {}", hint(other, known));
                return Err(child.problem(text));
            }
        }
        // One dialect marks the main branch by its option, the other by its name.
        let is_main =
            option == Some(MAIN) || child.attributes.get("NAME").is_some_and(|n| n == MAIN);
        if is_main {
            if !child.text.trim().is_empty() || !child.children.is_empty() {
                let text = format!("`{MAIN}` is the run that the user sees; it changes nothing");
                return Err(child.problem(text));
            }
            continue;
        }
        let name = child.attribute("NAME")?.to_owned();
        lines.insert(name.clone(), child.line);
        let changes = branch::changes(child, &own, parameters)?;
        if branches.insert(name.clone(), changes).is_some() {
            return Err(child.problem(format!("there are two branches `{name}`")));
        }
    }
    for child in &element.children {
        match child.name.as_str() {
            "BRANCH" => {}
            "PROPERTY" => {
                for name in property(child, &branches, &own, manifest)? {
                    lines.remove(&name);
                }
            }
            _ => return Err(element.refuse_child(child, &["BRANCH", "PROPERTY"])),
        }
    }
    match lines.first_key_value() {
        None => Ok(()),
        Some((name, &line)) => Err(Problem {
            line,
            text: format!("no assertion is about branch `{name}`"),
        }),
    }
}

/// Adds what a property asserts, a line for each branch that it is about; gives those.
fn property(
    element: &Element,
    branches: &Branches,
    own: &[String],
    manifest: &mut ProgramManifest,
) -> Result<Vec<String>, Problem> {
    element.allow_attributes(&["NAME"])?;
    let mut relations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for child in &element.children {
        if child.name != "ASSERT" {
            return Err(element.refuse_child(child, &["ASSERT"]));
        }
        for assertion in calls(&child.text).map_err(|text| child.problem(text))? {
            let related = branch::relation(&assertion, own).map_err(|text| child.problem(text))?;
            let (branch, relation) = related;
            if !branches.contains_key(&branch) {
                let hint = hint(&branch, branches.keys().map(String::as_str));
                return Err(child.problem(format!("there is no branch `{branch}`; {hint}")));
            }
            relations.entry(branch).or_default().push(relation);
        }
    }
    let n_branches = relations.len();
    for (branch, relations) in &relations {
        let wanted = match (element.attributes.get("NAME"), n_branches) {
            (Some(name), 1) => name.clone(),
            (Some(name), _) => format!("{name}-{branch}"),
            (None, _) => branch.clone(),
        };
        let name = unused(&wanted, manifest).map_err(|text| element.problem(text))?;
        let text = format!(
            "{name}: if {} then {}",
            branches[branch],
            relations.join(" and ")
        );
        // What cannot be parsed is told here, while the line of the descriptor is known.
        let property = Property::parse_with(&text, &manifest.function_names())
            .map_err(|error| element.problem(error.to_string()))?;
        manifest.properties.push(property.to_string());
    }
    Ok(relations.into_keys().collect())
}

/// A name that no other property has.
fn unused(name: &str, manifest: &ProgramManifest) -> Result<PropertyName, String> {
    let is_taken = |name: &str| {
        let start = format!("{name}: ");
        let mut properties = manifest.properties.iter();
        properties.any(|property| property.starts_with(&start))
    };
    let mut candidate = name.to_owned();
    let mut number = 1;
    while is_taken(&candidate) {
        number += 1;
        candidate = format!("{name}-{number}");
    }
    PropertyName::new(candidate).map_err(|error| error.to_string())
}

/// The command with `{NAME}` in the place of `@input.NAME` and `@output.NAME`.
fn in_braces(command: &str, manifest: &ProgramManifest) -> Result<String, String> {
    let mut text = command.replace('{', "{{").replace('}', "}}");
    let mut found: Vec<(&str, &str)> = references(command).collect();
    // The longest first, because one name may be the start of another.
    found.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    for (kind, name) in found {
        let names: Vec<&str> = match kind {
            "input" => manifest.inputs.keys().map(InputName::as_str).collect(),
            _ => manifest.outputs.keys().map(OutputName::as_str).collect(),
        };
        if !names.contains(&name) {
            let hint = hint(name, names);
            return Err(format!("there is no {kind} `{name}`; {hint}"));
        }
        text = text.replace(&format!("@{kind}.{name}"), &format!("{{{name}}}"));
    }
    Ok(text)
}

/// The kind and name of every `@input.NAME` and `@output.NAME`.
fn references(command: &str) -> impl Iterator<Item = (&str, &str)> {
    command.split('@').skip(1).filter_map(|part| {
        let (kind, rest) = part.split_once('.')?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        matches!(kind, "input" | "output").then_some((kind, &rest[..end]))
    })
}
