//! A variant of a function, ready to be called.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Event, Execution, Executor};
use killrate_inference::{CallError, Function, Number, Returned};
use killrate_model::{Blob, Exit, InputName, Limits, Observation, OutputName, Request, Variant};

use crate::callable::Callable;
use crate::complete::{Answered, Asking, complete};
use crate::error::CallsError;
use crate::limits;
use crate::protocol::{Answer, Protocol, bytes, lines};

/// The names of the two tables in requests.
const CALLS: &str = "calls";
const RESULTS: &str = "results";
/// The word that has each result written before the next call.
const EACH: &str = "each";

/// What making calls needs from outside.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Who runs requests.
    pub executor: &'a Executor,
    /// Set to stop soon.
    pub stop: &'a AtomicBool,
    /// Who is told what was run.
    pub on_event: &'a (dyn Fn(Event) + Sync),
}

/// A variant of a function, ready to be called.
pub struct Caller<'a> {
    callable: &'a Callable,
    surroundings: Surroundings<'a>,
    variant: Variant,
    /// The fuel for each call of a mutant; that of the original is fixed.
    of_mutants: Option<Limits>,
    /// The most fuel that any call so far has burnt.
    most: u64,
    n_requests: usize,
    repetition: u32,
}

impl<'a> Caller<'a> {
    /// The original.
    pub fn original(callable: &'a Callable, surroundings: Surroundings<'a>) -> Self {
        Self {
            callable,
            surroundings,
            variant: Variant::Original,
            of_mutants: None,
            most: 0,
            n_requests: 0,
            repetition: 0,
        }
    }

    /// A mutant, which may burn a hundred times what any call of the original has burnt so far.
    pub fn mutant(&self, number: u32) -> Self {
        Self {
            callable: self.callable,
            surroundings: self.surroundings,
            variant: Variant::Mutant(number),
            of_mutants: Some(limits::of_mutants(self.most)),
            most: 0,
            n_requests: 0,
            repetition: 0,
        }
    }

    /// How many requests the calls so far took, those included that the log answered.
    pub fn n_requests(&self) -> usize {
        self.n_requests
    }

    /// The most fuel that any call so far has burnt.
    pub fn most_fuel(&self) -> u64 {
        self.most
    }

    /// Has the same calls made again from now on, although the log has their results.
    pub(crate) fn repeat(&mut self) {
        self.repetition += 1;
    }

    /// The results of many calls.
    pub(crate) fn results(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallsError> {
        let answers = complete(self, arguments)?;
        let rows = arguments.chunks_exact(self.callable.arity());
        let returned = answers.into_iter().zip(rows).map(|(answer, row)| {
            Ok(match answer {
                Answer::Number(number) => Returned::Value(number),
                Answer::Panicked => Returned::Panicked,
                Answer::OutOfFuel => Returned::OutOfFuel,
                Answer::NoSuchArgument => {
                    return Err(CallsError::NoSuchArgument {
                        name: self.callable.name.clone(),
                        arguments: in_words(row),
                    });
                }
            })
        });
        returned.collect()
    }

    fn limits(&self, n_calls: usize) -> Limits {
        match self.of_mutants {
            _ if !self.callable.is_woven => limits::without_fuel(n_calls),
            Some(limits) => limits,
            None => limits::of_original(),
        }
    }

    fn request(&self, arguments: &[f64], writes_each: bool) -> Result<Request, CallsError> {
        let arity = self.callable.arity();
        let (table, output) = match self.callable.protocol {
            Protocol::Bytes => (bytes::table(arity, arguments), RESULTS),
            Protocol::Lines => (lines::table(arity, arguments), "stdout"),
        };
        let each = writes_each.then(|| EACH.to_owned());
        let words = self.callable.command.iter().cloned();
        Ok(Request {
            arguments: words.chain(each).collect(),
            inputs: [(InputName::new(CALLS)?, Blob::new(table))].into(),
            outputs: [OutputName::new(output)?].into(),
            ..Request::default()
        })
    }
}

impl Asking for Caller<'_> {
    fn arity(&self) -> usize {
        self.callable.arity()
    }

    fn can_write_each(&self) -> bool {
        self.callable.protocol == Protocol::Bytes
    }

    fn ask(&mut self, arguments: &[f64], writes_each: bool) -> Result<Answered, CallsError> {
        let n_calls = arguments.len() / self.callable.arity();
        let request = Arc::new(self.request(arguments, writes_each)?);
        let limits = self.limits(n_calls);
        let program = &self.callable.program;
        let mut execution = Execution::new(program, self.variant, &request, limits);
        execution.repetition = self.repetition;
        let Surroundings {
            executor,
            stop,
            on_event,
        } = self.surroundings;
        let outcomes = executor.run(&[execution], stop, on_event)?;
        self.n_requests += 1;
        let observation = &outcomes[0].observation;
        self.most = self.most.max(observation.fuel.unwrap_or(0));
        let answers = match self.callable.protocol {
            Protocol::Bytes => {
                let written = observation.outputs.get(&OutputName::new(RESULTS)?);
                bytes::results(written.map_or(&[], Blob::bytes))
            }
            Protocol::Lines => {
                lines::results(observation.stdout.bytes()).map_err(|(call, line)| {
                    CallsError::Unreadable {
                        name: self.callable.name.clone(),
                        call,
                        line,
                    }
                })?
            }
        };
        if answers.len() > n_calls {
            return Err(CallsError::TooMany {
                name: self.callable.name.clone(),
                n_results: answers.len(),
                n_calls,
            });
        }
        if answers.is_empty() && observation.exit == MISUSED {
            return Err(self.silent(observation));
        }
        Ok(Answered {
            answers,
            is_by_limit: matches!(observation.exit, Exit::Exceeded { .. } | Exit::OutOfFuel),
            is_by_clock: matches!(observation.exit, Exit::Exceeded { .. }),
        })
    }

    fn ends_too_often(&self, n_ends: usize, n_calls: usize) -> CallsError {
        CallsError::EndsTooOften {
            name: self.callable.name.clone(),
            n_ends,
            n_calls,
        }
    }

    fn does_not_return(&self, arguments: &[f64]) -> CallsError {
        CallsError::DoesNotReturn {
            name: self.callable.name.clone(),
            arguments: in_words(arguments),
        }
    }
}

/// How a program with the runtime ends that was called wrongly.
const MISUSED: Exit = Exit::Exited { code: 87 };

impl Caller<'_> {
    /// The error of a program that answered nothing.
    pub(crate) fn silent(&self, observation: &Observation) -> CallsError {
        let said = observation.stderr.to_text();
        let said = said.trim().lines().next_back().unwrap_or_default();
        CallsError::Silent {
            name: self.callable.name.clone(),
            exit: observation.exit.to_string(),
            said: match said {
                "" => String::new(),
                said => format!(", saying `{said}`"),
            },
            advice: match self.callable.protocol {
                Protocol::Bytes => "check the path and the name of the function",
                Protocol::Lines => {
                    "it should read lines of arguments and print a line with the result of each"
                }
            },
        }
    }

    /// What a table of one call shows.
    pub(crate) fn observe_one(&self, arguments: &[f64]) -> Result<Arc<Observation>, CallsError> {
        let request = Arc::new(self.request(arguments, false)?);
        let program = &self.callable.program;
        let execution = Execution::new(program, self.variant, &request, self.limits(1));
        let Surroundings {
            executor,
            stop,
            on_event,
        } = self.surroundings;
        let outcomes = executor.run(&[execution], stop, on_event)?;
        Ok(Arc::clone(&outcomes[0].observation))
    }

    pub(crate) fn name(&self) -> &str {
        &self.callable.name
    }
}

/// Arguments as people read them.
pub(crate) fn in_words(row: &[f64]) -> String {
    let numbers: Vec<String> = row.iter().map(|number| format!("{number:?}")).collect();
    format!("({})", numbers.join(", "))
}

impl Function for Caller<'_> {
    fn arity(&self) -> usize {
        self.callable.arity()
    }

    fn argument(&self, index: usize) -> Number {
        self.callable.arguments[index]
    }

    fn result(&self) -> Number {
        self.callable.result
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        self.results(arguments).map_err(CallError::new)
    }
}
