//! The files that `killrate init` writes.

use killrate_model::SubjectName;

use crate::exit::Invalid;

/// A library to be driven.
pub(crate) struct Library {
    name: String,
    /// The dependency as the driver's manifest has it.
    dependency: String,
    /// Where it comes from, for the title.
    origin: String,
}

impl Library {
    /// A package of crates.io in exactly one version.
    pub(crate) fn published(name: &str, version: &str) -> Result<Self, Invalid> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        // A version such as `1.2.3-rc.1` has dots in its third part too.
        let parts: Vec<&str> = version.splitn(3, '.').collect();
        let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
        let is_plain = |c: char| is_name(c) || matches!(c, '.' | '+');
        let is_whole = parts.len() == 3 && parts.iter().all(is_number);
        if name.is_empty() || !name.chars().all(is_name) || !version.chars().all(is_plain) {
            return Err(Invalid(format!(
                "there is no folder `{name}@{version}`, and no package of crates.io has such a name or version; write it as `libm@0.2.16`"
            )));
        }
        if !is_whole {
            return Err(Invalid(format!(
                "`{version}` is not a whole version, and studies name exactly one; write it as `{name}@1.2.3`"
            )));
        }
        Ok(Self {
            name: name.to_owned(),
            dependency: format!("{name} = \"={version}\""),
            origin: format!("{version}, from crates.io"),
        })
    }

    /// A package in a folder.
    pub(crate) fn at(name: &str, path: &str) -> Self {
        Self {
            name: name.to_owned(),
            dependency: format!("{name} = {{ path = {} }}", quoted(path)),
            origin: "a library".to_owned(),
        }
    }
}

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
pub(crate) fn of_library(subject: &SubjectName, library: &Library) -> Vec<(&'static str, String)> {
    let Library {
        name,
        dependency,
        origin,
    } = library;
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
{dependency}
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
