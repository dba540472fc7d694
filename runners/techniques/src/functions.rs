//! Transforms and comparisons of properties that are external commands.

use std::collections::BTreeMap;

use killrate_model::{Blob, Exit, InputName, Observation, ProgramName, Request};
use killrate_properties::{Answer, Functions};

use crate::commands::{Commands, complaint};

/// The external commands that properties may call, by name, with the arguments they are called with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnFunctions(pub BTreeMap<String, Vec<String>>);

impl OwnFunctions {
    /// The file that a transform finds its content in; it is its standard input too.
    pub const CONTENT: &str = "content";

    /// These functions, answered by what was seen of their commands.
    pub(crate) fn answered_by<'a>(&'a self, commands: &'a Commands<'a>) -> AnsweredFunctions<'a> {
        AnsweredFunctions {
            functions: self,
            commands,
        }
    }
}

/// Functions whose commands were run, as far as they were.
pub(crate) struct AnsweredFunctions<'a> {
    functions: &'a OwnFunctions,
    commands: &'a Commands<'a>,
}

impl AnsweredFunctions<'_> {
    fn call(
        &self,
        function: &str,
        arguments: &[String],
        files: &[(&str, &[u8])],
    ) -> Result<&Observation, String> {
        let own = self
            .functions
            .0
            .get(function)
            .ok_or_else(|| format!("there is no function `{function}`"))?;
        // A brace in an argument is a brace, not a placeholder.
        let literal = |text: &String| text.replace('{', "{{").replace('}', "}}");
        let inputs = files.iter().map(|(name, content)| {
            let name = InputName::new(*name).expect("it consists of letters");
            (name, Blob::new(*content))
        });
        let request = Request {
            program: ProgramName::Command(function.to_owned()),
            arguments: own
                .iter()
                .cloned()
                .chain(arguments.iter().map(literal))
                .collect(),
            inputs: inputs.collect(),
            ..Request::default()
        };
        let seen = self.commands.call(request);
        seen.ok_or_else(|| format!("`{function}` is yet to be run"))
    }
}

impl Functions for AnsweredFunctions<'_> {
    fn transform(
        &self,
        function: &str,
        arguments: &[String],
        content: &[u8],
    ) -> Result<Vec<u8>, String> {
        let files = [(OwnFunctions::CONTENT, content)];
        let seen = self.call(function, arguments, &files)?;
        if seen.exit.is_normal() {
            Ok(seen.stdout.bytes().to_vec())
        } else {
            Err(failure(seen))
        }
    }

    fn compare(
        &self,
        function: &str,
        arguments: &[String],
        source: &[u8],
        follow_up: &[u8],
    ) -> Result<Answer, String> {
        let files = [("source", source), ("follow-up", follow_up)];
        let names = files.map(|(name, _)| name.to_owned());
        let arguments: Vec<String> = names.into_iter().chain(arguments.iter().cloned()).collect();
        let seen = self.call(function, &arguments, &files)?;
        match seen.exit {
            Exit::Exited { code: 0 } => Ok(Answer::Holds),
            Exit::Exited { code: 1 } => {
                let said = seen.stdout.to_text();
                let first = said.lines().next().map(str::trim);
                let detail = first
                    .filter(|line| !line.is_empty())
                    .unwrap_or("it says so without a word");
                Ok(Answer::Broken(format!("`{function}`: {detail}")))
            }
            _ => Err(failure(seen)),
        }
    }
}

/// How a command failed, and what it says of it.
fn failure(seen: &Observation) -> String {
    format!("{}{}", seen.exit, complaint(seen))
}
