//! Transforms and comparisons that are external commands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use killrate_executor::{BlackBox, Execution, Program, split_command};
use killrate_model::{Blob, Exit, InputName, Observation, Request, Variant};
use killrate_properties::{Answer, FunctionNames, Functions, relations, transforms};

use crate::manifest::{FunctionKind, Manifest};
use crate::{MtError, Spec, Surroundings};

/// The file that a transform finds its content in; it is its standard input too.
const CONTENT: &str = "content";

/// An external command that can be run.
#[derive(Debug)]
pub(crate) struct OwnFunction {
    kind: FunctionKind,
    program: Arc<Program>,
    arguments: Vec<String>,
}

/// Runs external commands where a property calls them.
pub(crate) struct ExternalFunctions<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) surroundings: Surroundings<'a>,
}

/// The functions of a manifest.
pub(crate) fn own_functions(
    manifest: &Manifest,
    folder: &Path,
    path: &Path,
) -> Result<BTreeMap<String, OwnFunction>, MtError> {
    let mut functions = BTreeMap::new();
    for (name, entry) in &manifest.functions {
        let is_known = transforms().iter().any(|known| known.name == name)
            || relations().iter().any(|known| known.name == name);
        if is_known {
            return Err(MtError::Value {
                path: path.to_owned(),
                key: format!("functions.{name}"),
                problem: "the language has one of that name; choose another".to_owned(),
            });
        }
        let words = split_command(&entry.command)?;
        // Programs of the user's are copied into the run folder, since a sandbox may hide them.
        let is_relative = words[0].contains('/') && !words[0].starts_with('/');
        let wrapper = match entry.kind {
            FunctionKind::Transform => format!("exec \"$@\" < {CONTENT}"),
            FunctionKind::Compare => "exec \"$@\"".to_owned(),
        };
        let shell = ["sh", "-c", &wrapper, "sh"].map(str::to_owned);
        let black_box = BlackBox {
            command: shell.into_iter().chain(words.iter().cloned()).collect(),
            folder: folder.to_owned(),
            files: is_relative
                .then(|| words[0].clone().into())
                .into_iter()
                .collect(),
            ..BlackBox::default()
        };
        // Whether the command itself is there is told now, not in the middle of a test.
        BlackBox {
            command: words,
            folder: folder.to_owned(),
            ..BlackBox::default()
        }
        .program()?;
        let function = OwnFunction {
            kind: entry.kind,
            program: Arc::new(black_box.program()?),
            arguments: black_box.arguments(),
        };
        functions.insert(name.clone(), function);
    }
    Ok(functions)
}

/// The names that properties may call.
pub(crate) fn names(functions: &BTreeMap<String, OwnFunction>) -> FunctionNames {
    let of_kind = |kind: FunctionKind| -> BTreeSet<String> {
        let of_kind = functions
            .iter()
            .filter(|(_, function)| function.kind == kind);
        of_kind.map(|(name, _)| name.clone()).collect()
    };
    FunctionNames {
        transforms: of_kind(FunctionKind::Transform),
        comparisons: of_kind(FunctionKind::Compare),
    }
}

impl Functions for ExternalFunctions<'_> {
    fn transform(
        &self,
        function: &str,
        arguments: &[String],
        content: &[u8],
    ) -> Result<Vec<u8>, String> {
        let seen = self.run(function, arguments, &[(CONTENT, content)])?;
        match seen.exit.is_normal() {
            true => Ok(seen.stdout.bytes().to_vec()),
            false => Err(failure(&seen)),
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
        let seen = self.run(function, &arguments, &files)?;
        match seen.exit {
            Exit::Exited { code: 0 } => Ok(Answer::Holds),
            Exit::Exited { code: 1 } => {
                let said = seen.stdout.to_text();
                let first = said.lines().next().map(str::trim);
                let detail = first.filter(|line| !line.is_empty());
                let detail = detail.unwrap_or("it says so without a word");
                Ok(Answer::Broken(format!("`{function}`: {detail}")))
            }
            _ => Err(failure(&seen)),
        }
    }
}

impl ExternalFunctions<'_> {
    fn run(
        &self,
        function: &str,
        arguments: &[String],
        files: &[(&str, &[u8])],
    ) -> Result<Arc<Observation>, String> {
        let own = self.spec.functions.get(function);
        let own = own.ok_or_else(|| format!("there is no function `{function}`"))?;
        // A brace in an argument is a brace, not a placeholder.
        let literal = |text: &String| text.replace('{', "{{").replace('}', "}}");
        let given = own.arguments.iter().cloned();
        let request = Request {
            arguments: given.chain(arguments.iter().map(literal)).collect(),
            inputs: files
                .iter()
                .map(|(name, content)| {
                    let name = InputName::new(*name).expect("it consists of letters");
                    (name, Blob::new(*content))
                })
                .collect(),
            outputs: BTreeSet::new(),
            seed: None,
            probes: BTreeSet::new(),
        };
        let execution = Execution {
            program: Arc::clone(&own.program),
            variant: Variant::Original,
            request: Arc::new(request),
            limits: self.spec.limits,
        };
        let Surroundings { executor, stop, .. } = self.surroundings;
        let mut outcomes = executor
            .run(&[execution], stop, &|_| {})
            .map_err(|error| error.to_string())?;
        let outcome = outcomes.pop().expect("one execution has one outcome");
        Ok(outcome.observation)
    }
}

/// How a command failed, and the last line of its complaint.
fn failure(seen: &Observation) -> String {
    let stderr = seen.stderr.to_text();
    match stderr.trim().lines().last() {
        Some(line) => format!("{}: {line}", seen.exit),
        None => seen.exit.to_string(),
    }
}
