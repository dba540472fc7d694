//! Functions of shared libraries, called by a program of their own.

use std::path::Path;
use std::sync::Arc;

use killrate_executor::Program;
use killrate_inference::Number;
use killrate_model::DigestBuilder;
use killrate_mutator::generate_library_calls;

use super::command::{names, unreadable};
use crate::callable::Callable;
use crate::caller::{Caller, Surroundings};
use crate::error::CallsError;
use crate::examined::examine;
use crate::protocol::Protocol;

/// The function of this name in a shared library, whose type in C is `double f(const double*, int)`.
///
/// # Errors
/// When there is no such library or function, or it is random.
pub fn of_library(
    path: &Path,
    function: &str,
    arity: usize,
    scratch: &Path,
    surroundings: Surroundings<'_>,
) -> Result<Callable, CallsError> {
    if arity == 0 {
        return Err(CallsError::NoArguments);
    }
    let library = std::path::absolute(path).map_err(unreadable(path))?;
    let binary = generate_library_calls(scratch)?;
    let content = |path: &Path| killrate_files::read(path).map_err(unreadable(path));
    let digest = DigestBuilder::new("calls of a library")
        .field(&content(&binary)?)
        .field(&content(&library)?)
        .finish();
    let library_text = library.to_string_lossy().into_owned();
    let words = [library_text.as_str(), function].map(|word| {
        // Braces stand for files in the arguments of requests.
        word.replace('{', "{{").replace('}', "}}")
    });
    let tables = ["{calls}", "{results}"].map(str::to_owned);
    let program = Program::new(binary, digest).with_readable(library);
    let callable = Callable {
        name: function.to_owned(),
        names: names(arity),
        arguments: vec![Number::Double; arity],
        result: Number::Double,
        mutants: Vec::new(),
        sources: [].into(),
        place: None,
        program: Arc::new(program),
        protocol: Protocol::Bytes,
        command: words
            .into_iter()
            .chain([arity.to_string()])
            .chain(tables)
            .collect(),
        is_woven: false,
    };
    examine(Caller::original(&callable, surroundings))?;
    Ok(callable)
}
