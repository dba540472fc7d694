//! The program that makes the calls of a table.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::panic;
use std::process::ExitCode;

use super::function::{Answer, Function};
use super::library::Library;
use super::one::Caller;
use super::table;
use crate::start::MISUSED_CODE;

/// How many results are written at a time.
const AT_A_TIME: usize = 4096;

/// The word that has each result written before the next call is made.
const EACH: &str = "each";

/// Makes the calls of the table that the first argument of the program names, and writes the results
/// where the second says.
///
/// With the word `each` as the third, a result is written before the next call is made, so that a call
/// that ends the process can be told from the others.
pub fn serve<Signature, F: Function<Signature>>(function: F) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let called = match &arguments[..] {
        [calls, results] => make_calls(calls, results, AT_A_TIME, F::ARITY, &function_of(function)),
        [calls, results, each] if each == EACH => {
            make_calls(calls, results, 1, F::ARITY, &function_of(function))
        }
        _ => Err("usage: calls CALLS RESULTS [each]".to_owned()),
    };
    told(called)
}

/// Does the same with a function of a shared library, whose type in C is `double f(const double*, int)`.
///
/// The library, the name of the function and the number of its arguments come before the tables.
pub fn serve_library() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    told(call_library(&arguments))
}

fn call_library(arguments: &[String]) -> Result<(), String> {
    let [path, name, arity, calls, results, each @ ..] = arguments else {
        return Err("usage: calls LIBRARY FUNCTION ARITY CALLS RESULTS [each]".to_owned());
    };
    let n_arguments: usize = arity
        .parse()
        .ok()
        .filter(|arity| *arity > 0)
        .ok_or_else(|| format!("`{arity}` is no number of arguments"))?;
    let library = Library::open(path, name)?;
    let at_a_time = if each == [EACH] { 1 } else { AT_A_TIME };
    let call = |arguments: &[f64]| Answer::Number(library.call(arguments));
    make_calls(calls, results, at_a_time, n_arguments, &call)
}

fn function_of<Signature, F: Function<Signature>>(function: F) -> impl Fn(&[f64]) -> Answer {
    #[inline(always)]
    move |arguments| function.call(arguments)
}

fn told(called: Result<(), String>) -> ExitCode {
    match called {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            // The exit code says it too when standard error is closed.
            let _ = writeln!(io::stderr(), "killrate-rt: {problem}");
            ExitCode::from(MISUSED_CODE)
        }
    }
}

/// Makes all calls of a table.
fn make_calls(
    calls: &str,
    results: &str,
    at_a_time: usize,
    arity: usize,
    function: &impl Fn(&[f64]) -> Answer,
) -> Result<(), String> {
    let bytes = fs::read(calls).map_err(|error| format!("cannot read `{calls}`: {error}"))?;
    let rows = table::arguments(&bytes, arity)
        .map_err(|problem| format!("cannot use `{calls}`: {problem}"))?;
    // A function that panics a million times has nothing to say about it.
    panic::set_hook(Box::new(|_| {}));
    let written = write_results(rows, results, at_a_time, arity, function);
    written.map_err(|error| format!("cannot write `{results}`: {error}"))
}

fn write_results(
    rows: &[u8],
    results: &str,
    at_a_time: usize,
    arity: usize,
    function: &impl Fn(&[f64]) -> Answer,
) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(at_a_time * table::RESULT, File::create(results)?);
    let mut arguments = vec![0.0; arity];
    let mut caller = Caller::new();
    for row in rows.chunks_exact(arity * size_of::<f64>()) {
        table::read(row, &mut arguments);
        let ended = caller.call(|| function(&arguments));
        file.write_all(&table::result(ended))?;
    }
    caller.finish();
    file.flush()
}
