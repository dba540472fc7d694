//! The smallest parts of a property's text.

use std::collections::BTreeSet;

use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::ParserError;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{any, take_while};

use crate::FunctionNames;
use crate::number::Number;
use crate::syntax::scope::is_bare;
use killrate_model::{hint, nearest};

/// The text that is left to read, which knows where it is and which functions people bring.
pub(super) type Input<'a> = Stateful<LocatingSlice<&'a str>, &'a FunctionNames>;

/// Why the text cannot be read on.
#[derive(Debug)]
pub(super) struct Refusal {
    /// Where, in bytes.
    pub(super) offset: usize,
    pub(super) problem: String,
    pub(super) nearest: Option<&'static str>,
}

impl Refusal {
    pub(super) fn new(offset: usize, problem: impl Into<String>) -> Self {
        Self {
            offset,
            problem: problem.into(),
            nearest: None,
        }
    }
}

impl<'a> ParserError<Input<'a>> for Refusal {
    type Inner = Self;

    fn from_input(input: &Input<'a>) -> Self {
        Self::new(input.current_token_start(), String::new())
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// Where the next token starts, white space skipped.
pub(super) fn offset(input: &mut Input<'_>) -> usize {
    skip_spaces(input);
    input.current_token_start()
}

/// Refuses what comes next.
pub(super) fn refuse<T>(input: &mut Input<'_>, problem: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(offset(input), problem))
}

/// Takes a sign such as `(` if it comes next.
pub(super) fn take_sign(input: &mut Input<'_>, sign: char) -> bool {
    skip_spaces(input);
    let taken: Result<Option<char>, Refusal> = opt(sign).parse_next(input);
    matches!(taken, Ok(Some(_)))
}

/// Whether a text in double quotes comes next.
pub(super) fn starts_quote(input: &mut Input<'_>) -> bool {
    skip_spaces(input);
    input.starts_with('"')
}

/// Takes a word if one comes next: letters, digits, `-`, `_`, `.` and `/`.
pub(super) fn take_word<'a>(input: &mut Input<'a>) -> Option<&'a str> {
    skip_spaces(input);
    take_chars(input, |c| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/')
    })
}

/// Takes this word if it comes next.
pub(super) fn take_keyword(input: &mut Input<'_>, keyword: &str) -> bool {
    let start = input.checkpoint();
    // The whole word is taken first, so that `within` does not begin with `with`.
    if take_word(input) == Some(keyword) {
        return true;
    }
    input.reset(&start);
    false
}

/// Takes a number if one comes next.
pub(super) fn take_number(input: &mut Input<'_>) -> Option<Number> {
    let start = input.checkpoint();
    // All that could belong to a number is taken at once, so that `1.2.3` is refused and not read
    // as `1.2`.
    let number = take_digits_and_signs(input).and_then(Number::parse);
    if number.is_none() {
        input.reset(&start);
    }
    number
}

/// Takes two numbers with `..` between them if they come next.
pub(super) fn take_range(input: &mut Input<'_>) -> Option<(Number, Number)> {
    let start = input.checkpoint();
    // Points belong to numbers, so both bounds come as one text, which two points divide.
    let range = take_digits_and_signs(input)
        .and_then(|text| text.split_once(".."))
        .and_then(|(low, high)| Some((Number::parse(low)?, Number::parse(high)?)));
    if range.is_none() {
        input.reset(&start);
    }
    range
}

/// Takes a number without sign, point and exponent if one comes next.
pub(super) fn take_count(input: &mut Input<'_>) -> Option<u64> {
    skip_spaces(input);
    let start = input.checkpoint();
    let count = take_chars(input, |c| c.is_ascii_digit()).and_then(|text| text.parse().ok());
    if count.is_none() {
        input.reset(&start);
    }
    count
}

/// Takes a value if one comes next: a bare word, or any text in double quotes, in which `\"` and
/// `\\` stand for a quote and a backslash.
pub(super) fn take_value(input: &mut Input<'_>) -> Result<Option<String>, Refusal> {
    let start = offset(input);
    if !take_sign(input, '"') {
        return Ok(take_chars(input, is_bare).map(str::to_owned));
    }
    let mut value = String::new();
    loop {
        let next: Result<char, Refusal> = any.parse_next(input);
        let c = match next {
            Ok('"') => return Ok(Some(value)),
            Ok('\\') => any.parse_next(input),
            other => other,
        };
        value.push(c.map_err(|_| Refusal::new(start, "the quote is never closed"))?);
    }
}

/// Takes the bracket that starts the arguments of a call.
pub(super) fn open(input: &mut Input<'_>, name: &str) -> Result<(), Refusal> {
    if take_sign(input, '(') {
        Ok(())
    } else {
        refuse(input, format!("expected `(` after `{name}`"))
    }
}

/// Whether a number is a share in percent.
pub(super) fn is_share(percent: Number) -> bool {
    let hundred = Number::Exact {
        digits: 100,
        decimals: 0,
    };
    percent.cmp_value(Number::ZERO).is_gt() && percent.cmp_value(hundred).is_le()
}

/// The refusal of a name that nothing has.
pub(super) fn unknown(
    what: &str,
    word: &str,
    at: usize,
    names: impl Iterator<Item = &'static str> + Clone,
    own: &BTreeSet<String>,
) -> Refusal {
    let mut all: Vec<&str> = names.clone().map(|name| name as &str).collect();
    all.extend(own.iter().map(String::as_str));
    Refusal {
        offset: at,
        problem: format!("there is no {what} `{word}`; {}", hint(word, all)),
        // Names that people bring do not live as long as an error, so only those of the language
        // are offered.
        nearest: nearest(word, names),
    }
}

/// The values after commas that a function of somebody's own is called with.
pub(super) fn own_arguments(input: &mut Input<'_>) -> Result<Vec<String>, Refusal> {
    let mut arguments = Vec::new();
    while take_sign(input, ',') {
        match take_value(input)? {
            Some(value) => arguments.push(value),
            None => return refuse(input, "expected a value"),
        }
    }
    Ok(arguments)
}

fn take_digits_and_signs<'a>(input: &mut Input<'a>) -> Option<&'a str> {
    skip_spaces(input);
    take_chars(input, |c| {
        c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E')
    })
}

/// One character or more of a kind.
fn take_chars<'a>(input: &mut Input<'a>, is_part: fn(char) -> bool) -> Option<&'a str> {
    let taken: Result<&str, Refusal> = take_while(1.., is_part).parse_next(input);
    taken.ok()
}

fn skip_spaces(input: &mut Input<'_>) {
    let _ = take_chars(input, char::is_whitespace);
}
