//! Functions behind commands, in any language.

use std::path::Path;
use std::sync::Arc;

use killrate_executor::{BlackBox, split_command};
use killrate_inference::Number;
use killrate_model::DigestBuilder;

use crate::callable::Callable;
use crate::caller::{Caller, Surroundings};
use crate::error::CallsError;
use crate::examined::examine;
use crate::protocol::Protocol;

/// Gives the table of calls to a command on its standard input.
const FEED: &str = "table=$1; shift; exec \"$@\" < \"$table\"";

/// A function behind a command, which reads a line of arguments for each call and prints a line with
/// the result; paths in it are meant from `folder`.
///
/// What identifies it is the content of the program and of every file that the command names. What
/// those load besides is not looked at.
///
/// # Errors
/// When there is no such program, it answers nothing, or it is random.
pub fn of_command(
    line: &str,
    arity: usize,
    folder: &Path,
    surroundings: Surroundings<'_>,
) -> Result<Callable, CallsError> {
    if arity == 0 {
        return Err(CallsError::NoArguments);
    }
    let words = split_command(line)?;
    let given = BlackBox {
        command: words.clone(),
        folder: folder.to_owned(),
        ..BlackBox::default()
    };
    // Runs start in other folders, so the program and the files have full paths in them.
    let binary = given.binary()?;
    let mut command = vec![in_full(&binary)];
    let mut readable = vec![binary];
    for word in &words[1..] {
        let path = folder.join(word);
        if path.is_file() {
            let path = std::path::absolute(&path).map_err(unreadable(&path))?;
            command.push(in_full(&path));
            readable.push(path);
        } else {
            command.push(word.clone());
        }
    }
    let mut digest = DigestBuilder::new("calls of a command").number(readable.len() as u64);
    for path in &readable {
        let content = killrate_files::read(path).map_err(unreadable(path))?;
        digest = digest.field(&content);
    }
    let shell = ["sh", "-c", FEED, "calls", "{calls}"].map(str::to_owned);
    let escaped = command
        .iter()
        .map(|word| word.replace('{', "{{").replace('}', "}}"));
    let black_box = BlackBox {
        command: shell.into_iter().chain(escaped).collect(),
        folder: folder.to_owned(),
        readable,
        ..BlackBox::default()
    };
    let mut program = black_box.program()?;
    program.digest = digest.field(program.digest.as_bytes()).finish();
    let callable = Callable {
        name: line.trim().to_owned(),
        names: names(arity),
        arguments: vec![Number::Double; arity],
        result: Number::Double,
        mutants: Vec::new(),
        sources: [].into(),
        place: None,
        program: Arc::new(program),
        protocol: Protocol::Lines,
        command: black_box.arguments(),
        is_woven: false,
    };
    examine(Caller::original(&callable, surroundings))?;
    Ok(callable)
}

/// The names of arguments that nobody named.
pub(super) fn names(arity: usize) -> Vec<String> {
    let usual = ["x", "y", "z", "w"].into_iter().map(str::to_owned);
    let more = (5..).map(|number| format!("x{number}"));
    usual.chain(more).take(arity).collect()
}

fn in_full(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(super) fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> CallsError {
    let path = path.display().to_string();
    move |source| CallsError::File { path, source }
}
