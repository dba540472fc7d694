//! What can be called.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_executor::Program;
use killrate_inference::Number;
use killrate_model::Mutant;

use crate::protocol::Protocol;

/// A function of numbers in a program that makes calls of it.
#[derive(Debug, Clone)]
pub struct Callable {
    /// How people know it, such as `libm::sin` or `./eval`.
    pub name: String,
    /// The names of its arguments.
    pub names: Vec<String>,
    /// The kinds of its arguments.
    pub arguments: Vec<Number>,
    /// The kind of its result.
    pub result: Number,
    /// Its mutants, the withdrawn ones with the reason; empty when it was not woven, or with none.
    pub mutants: Vec<Mutant>,
    /// The text of every file that its mutants are in, by its path.
    pub sources: BTreeMap<String, String>,
    /// Where it is in its package, such as `src/math/sin.rs::sin`, and what its arguments are called
    /// there, where properties can be written about it.
    pub place: Option<(String, Vec<String>)>,
    pub(crate) program: Arc<Program>,
    pub(crate) protocol: Protocol,
    /// The arguments of every request.
    pub(crate) command: Vec<String>,
    /// Whether fuel can end its calls.
    pub(crate) is_woven: bool,
}

impl Callable {
    /// How many arguments it has.
    pub fn arity(&self) -> usize {
        self.arguments.len()
    }
}
