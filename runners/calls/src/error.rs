//! Why a function cannot be called.

use killrate_executor::{BlackBoxError, RunError};
use killrate_model::NameError;
use killrate_mutator::MutatorError;

/// Why a function cannot be called.
#[derive(Debug, thiserror::Error)]
pub enum CallsError {
    /// There is no such function in a crate, or it is none of numbers.
    #[error(transparent)]
    Crate(#[from] killrate_mutator::CallsError),
    /// The compiler refuses the call.
    #[error(
        "`{function}` cannot be called with numbers: {complaint}; write a public function of numbers that calls it"
    )]
    NotCallable {
        /// The function.
        function: String,
        /// What the compiler says first.
        complaint: String,
    },
    /// The library cannot be woven.
    #[error(transparent)]
    Mutator(#[from] MutatorError),
    /// The command cannot be found or read.
    #[error(transparent)]
    BlackBox(#[from] BlackBoxError),
    /// A file of a command cannot be read.
    #[error("cannot read `{path}`, which the command names; check its permissions")]
    File {
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// A function without arguments.
    #[error("a function has at least one argument; say how many with `--arguments`")]
    NoArguments,
    /// The program ends before it answers anything.
    #[error("`{name}` answers no call: it ended with {exit}{said}; {advice}")]
    Silent {
        /// The function.
        name: String,
        /// How it ended.
        exit: String,
        /// What it printed on standard error.
        said: String,
        /// What to do.
        advice: &'static str,
    },
    /// A result that cannot be read.
    #[error(
        "`{name}` answered call {call} with `{line}`, which is no number; print one number, or `error`, on a line for each call"
    )]
    Unreadable {
        /// The function.
        name: String,
        /// Which call, counted from 1.
        call: usize,
        /// The line.
        line: String,
    },
    /// More results than calls.
    #[error(
        "`{name}` gave {n_results} results for {n_calls} calls; print one line for each call and nothing else"
    )]
    TooMany {
        /// The function.
        name: String,
        /// How many results there are.
        n_results: usize,
        /// How many calls there were.
        n_calls: usize,
    },
    /// The function gives different results for the same arguments.
    #[error(
        "`{name}` is no function of its arguments: for {arguments} it gave {first} and then {second}; relations need one that is neither random nor remembers earlier calls, so set its seed, or reset it for each call"
    )]
    NotAFunction {
        /// The function.
        name: String,
        /// For which arguments.
        arguments: String,
        /// What it gave at first.
        first: String,
        /// What it gave later.
        second: String,
    },
    /// A call with an argument of another kind.
    #[error(
        "`{name}` cannot be called with {arguments}: an argument is no value of its type; name a function whose types are in its source"
    )]
    NoSuchArgument {
        /// The function.
        name: String,
        /// The arguments.
        arguments: String,
    },
    /// Calls that go on and on.
    #[error(
        "`{name}` does not return for {arguments} and others within seconds; have it return an error for such arguments"
    )]
    DoesNotReturn {
        /// The function.
        name: String,
        /// The arguments.
        arguments: String,
    },
    /// Too many calls end the process.
    #[error(
        "`{name}` ended its process in {n_ends} of {n_calls} calls, and each costs a process; have it return an error for such arguments, or panic"
    )]
    EndsTooOften {
        /// The function.
        name: String,
        /// In how many calls.
        n_ends: usize,
        /// Of how many that were made.
        n_calls: usize,
    },
    /// A name that the protocol needs.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The calls were not made.
    #[error(transparent)]
    Run(#[from] RunError),
}
