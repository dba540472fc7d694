//! Functions of crates, woven.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use killrate_executor::Program;
use killrate_inference::Number;
use killrate_model::MutantClass;
use killrate_mutator::{
    Dependency, MutatorError, NumberType, WeaveEvent, generate_calls, sources, weave,
};

use crate::callable::Callable;
use crate::caller::{Caller, Surroundings};
use crate::error::CallsError;
use crate::examined::examine;
use crate::protocol::Protocol;

/// A function of a crate with mutants of these classes in all files that its calls may run through.
///
/// `text` is a name such as `distance` or `geometry::distance`, a call such as `sin(x)`, or an
/// expression of variables such as `sin(x) / x`.
///
/// # Errors
/// When there is no such function, it is none of numbers, or it is random.
pub fn of_crate(
    dependency: &Dependency,
    text: &str,
    classes: BTreeSet<MutantClass>,
    scratch: &Path,
    surroundings: Surroundings<'_>,
    on_event: &dyn Fn(WeaveEvent),
) -> Result<Callable, CallsError> {
    let generated = generate_calls(dependency, text, scratch)?;
    let options = generated.weave_options(classes, scratch);
    let woven = weave(&options, on_event).map_err(|error| match error {
        MutatorError::DoesNotCompile {
            compiler_message, ..
        } if compiler_message.contains("killrate_rt::calls::serve") => CallsError::NotCallable {
            function: generated.function.clone(),
            complaint: first_complaint(&compiler_message),
        },
        error => error.into(),
    })?;
    let files = if woven.mutants.is_empty() {
        BTreeMap::new()
    } else {
        sources(&options)?
    };
    let kinds = generated.arguments.as_ref();
    let arguments = match kinds {
        Some(kinds) => kinds.iter().copied().map(number).collect(),
        None => vec![Number::Double; generated.names.len()],
    };
    let program = Program::new(woven.binary, woven.digest).with_alone(woven.alone);
    let callable = Callable {
        name: generated.function,
        names: generated.names,
        arguments,
        result: generated.result.map_or(Number::Double, number),
        mutants: woven.mutants,
        sources: files,
        place: generated.place,
        program: Arc::new(program),
        protocol: Protocol::Bytes,
        command: ["{calls}", "{results}"].map(str::to_owned).into(),
        is_woven: true,
    };
    examine(Caller::original(&callable, surroundings))?;
    Ok(callable)
}

fn number(ty: NumberType) -> Number {
    match ty {
        NumberType::Double => Number::Double,
        NumberType::Single => Number::Single,
        NumberType::Truth => Number::Boolean,
        NumberType::Signed(n_bits) => {
            let half = 2_f64.powi(n_bits as i32 - 1);
            Number::Integer {
                least: -half,
                greatest: below(half),
            }
        }
        NumberType::Unsigned(n_bits) => Number::Integer {
            least: 0.0,
            greatest: below(2_f64.powi(n_bits as i32)),
        },
    }
}

/// The greatest whole number below a power of two that is a floating-point number.
fn below(power: f64) -> f64 {
    match power - 1.0 {
        less if less < power => less,
        _ => power.next_down(),
    }
}

/// The first line of what the compiler says, without its code.
fn first_complaint(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let first = lines
        .clone()
        .find(|line| line.starts_with("error"))
        .or_else(|| lines.clone().find(|line| !line.is_empty()))
        .unwrap_or_default();
    let text = first.split_once(": ").map_or(first, |(_, text)| text);
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_range_from_their_least_to_their_greatest() {
        let range = |ty| match number(ty) {
            Number::Integer { least, greatest } => (least, greatest),
            other => panic!("{other:?} is no integer"),
        };
        assert_eq!(range(NumberType::Signed(8)), (-128.0, 127.0));
        assert_eq!(range(NumberType::Unsigned(32)), (0.0, 4_294_967_295.0));
        // The greatest of 64 bits has no floating-point number; the next one below has.
        let (least, greatest) = range(NumberType::Signed(64));
        assert_eq!(least, -9_223_372_036_854_775_808.0);
        assert_eq!(greatest as i64, i64::MAX - 1023);
    }

    #[test]
    fn the_compiler_is_quoted_with_its_first_words() {
        let message = "error[E0425]: cannot find function `f` in crate `a`\n --> src/main.rs:4:5\n";
        assert_eq!(
            first_complaint(message),
            "cannot find function `f` in crate `a`"
        );
    }
}
