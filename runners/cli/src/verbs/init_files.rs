//! The files that `killrate init` writes.

use killrate_model::SubjectName;
use killrate_mutator::Dependency;

/// The manifest for a program of a package elsewhere.
pub(crate) fn of_program(
    subject: &SubjectName,
    path: &str,
    binary: Option<&str>,
) -> Vec<(&'static str, String)> {
    let binary = binary.map(|binary| format!("binary = {}\n", quoted(binary)));
    let build = format!("package = {}\n{}", quoted(path), binary.unwrap_or_default());
    vec![("subject.toml", manifest(subject, subject.as_str(), &build))]
}

/// The manifest and the driver for a library.
pub(crate) fn of_library(
    subject: &SubjectName,
    library: &Dependency,
) -> Vec<(&'static str, String)> {
    let Dependency { name, line, origin } = library;
    let build = format!("mutates = {}\n", quoted(name));
    let cargo = format!(
        "\
# The driver of a subject: it calls the library, which is what is mutated.
[workspace]

[package]
name = \"{name}-driver\"
version = \"0.1.0\"
edition = \"2024\"
publish = false

[dependencies]
{line}
"
    );
    vec![
        (
            "subject.toml",
            manifest(subject, &format!("{name} ({origin})"), &build),
        ),
        ("Cargo.toml", cargo),
        ("src/main.rs", DRIVER.replace("LIBRARY", name)),
    ]
}

fn manifest(subject: &SubjectName, title: &str, build: &str) -> String {
    format!(
        "\
format = 1
name = \"{subject}\"
title = {title}

[build]
{build}
# How the program is called: `{{input}}` stands for the path of the input of that name.
[interface]
arguments = [\"{{input}}\"]

[interface.inputs]
input = {{ format = \"lines\" }}

[interface.outputs]
stdout = {{ format = \"lines\" }}

# What must hold between two runs; `killrate list transforms` and `killrate list relations` say what
# there is.
[properties]
own = [\"permute: if permute(input) then same-multiset(stdout)\"]
",
        title = quoted(title)
    )
}

/// A text as TOML has it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A driver that runs as it is and calls nothing yet.
const DRIVER: &str = "\
//! Calls LIBRARY for every line of a file: `LIBRARY-driver FILE`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or(\"usage: LIBRARY-driver FILE\")?;
    for line in std::fs::read_to_string(path)?.lines() {
        println!(\"{}\", answer(line)?);
    }
    Ok(())
}

/// What the library says of a line: replace this body by calls of it.
fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    Ok(line.to_owned())
}
";
