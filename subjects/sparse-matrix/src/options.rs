//! The command line.

use crate::error::InputError;

const USAGE: &str = "usage: sparse-matrix --a FILE --b FILE --product FILE";

/// What one run reads and writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The file of the first matrix.
    pub a: String,
    /// The file of the second.
    pub b: String,
    /// Where the product goes.
    pub product: String,
}

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let (mut a, mut b, mut product) = (None, None, None);
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let place = match flag.as_str() {
            "--a" => &mut a,
            "--b" => &mut b,
            "--product" => &mut product,
            _ => return Err(refused(&format!("there is no flag `{flag}`"))),
        };
        let Some(value) = rest.next() else {
            return Err(refused(&format!("`{flag}` has no value")));
        };
        if place.is_some() {
            return Err(refused(&format!("`{flag}` comes twice")));
        }
        *place = Some(value.clone());
    }
    match (a, b, product) {
        (Some(a), Some(b), Some(product)) => Ok(Options { a, b, product }),
        _ => Err(refused("one of `--a`, `--b` and `--product` is missing")),
    }
}

fn refused(reason: &str) -> InputError {
    InputError::Usage(format!("{reason}; {USAGE}"))
}
