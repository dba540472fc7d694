//! Reading inputs and outputs with transforms around them.

use winnow::stream::Stream;

use crate::FunctionNames;
use crate::number::Number;
use crate::syntax::calls::{Call, Expression, OwnCall, TransformCall};
use crate::syntax::scope::{RowRange, Scope};
use crate::syntax::tokens::{
    Input, Refusal, is_share, offset, open, own_arguments, refuse, starts_quote, take_count,
    take_keyword, take_number, take_sign, take_value, take_word, unknown,
};
use crate::transforms::{Constant, Parameter, TransformInfo, transforms};

/// Deeper nesting says nothing that a person could follow, and would cost stack.
const MAX_CALLS: usize = 16;

/// An input or output inside at least one transform.
pub(super) fn transformed(input: &mut Input<'_>, depth: usize) -> Result<Expression, Refusal> {
    let at = offset(input);
    let Some(word) = take_word(input) else {
        return refuse(input, "expected a transform such as `permute(train)`");
    };
    any_call(input, word, at, depth)
}

/// An input or output, with or without transforms around it.
pub(super) fn expression(input: &mut Input<'_>, depth: usize) -> Result<Expression, Refusal> {
    let at = offset(input);
    let Some(word) = take_word(input) else {
        return refuse(input, "expected the name of an input or output");
    };
    if depth > MAX_CALLS {
        return Err(Refusal::new(
            at,
            format!("calls are nested more than {MAX_CALLS} deep"),
        ));
    }
    // The bracket is only looked at: the call reads its own, and says what is wrong where it lacks.
    let start = input.checkpoint();
    if take_sign(input, '(') {
        input.reset(&start);
        return any_call(input, word, at, depth);
    }
    Ok(Expression {
        name: word.to_owned(),
        calls: Vec::new(),
    })
}

/// The rest of a call, after its name.
fn any_call(
    input: &mut Input<'_>,
    word: &str,
    at: usize,
    depth: usize,
) -> Result<Expression, Refusal> {
    if input.state.transforms.contains(word) {
        return own_call(input, word, depth);
    }
    let transform = find_transform(word, at, input.state)?;
    call(input, transform, depth)
}

/// The rest of a call of a function that somebody brings.
fn own_call(input: &mut Input<'_>, name: &str, depth: usize) -> Result<Expression, Refusal> {
    open(input, name)?;
    let mut expression = expression(input, depth + 1)?;
    let arguments = own_arguments(input)?;
    if !take_sign(input, ')') {
        return refuse(input, "expected `,` or `)`");
    }
    expression.calls.push(Call::Own(OwnCall {
        name: name.to_owned(),
        arguments,
    }));
    Ok(expression)
}

/// The rest of a transform's call, after its name.
fn call(
    input: &mut Input<'_>,
    transform: &'static TransformInfo,
    depth: usize,
) -> Result<Expression, Refusal> {
    open(input, transform.name)?;
    let mut expression = expression(input, depth + 1)?;
    let mut call = TransformCall {
        transform,
        constant: None,
        scope: Scope::default(),
    };
    while take_sign(input, ',') {
        argument(input, &mut call)?;
    }
    let at = offset(input);
    if !take_sign(input, ')') {
        return refuse(input, "expected `,` or `)`");
    }
    if let Some(problem) = problem(&call) {
        return Err(Refusal::new(at, problem));
    }
    expression.calls.push(Call::Known(call));
    Ok(expression)
}

fn argument(input: &mut Input<'_>, call: &mut TransformCall) -> Result<(), Refusal> {
    let at = offset(input);
    let twice = |what: &str| Err(Refusal::new(at, format!("{what} is already given")));
    // An input may be called `rows`.
    if call.transform.parameter == Parameter::Input {
        if call.constant.is_some() {
            return refuse(
                input,
                format!("`{}` takes nothing else", call.transform.name),
            );
        }
        let Some(name) = take_word(input) else {
            return refuse(input, "expected the name of an input");
        };
        call.constant = Some(Constant::Input(name.to_owned()));
    } else if call.transform.parameter == Parameter::Absent {
        absent(input, call)?;
    } else if take_keyword(input, "columns") {
        if !call.scope.columns.is_empty() {
            return twice("`columns`");
        }
        call.scope.columns = values(input, "the name of a column")?;
    } else if take_keyword(input, "class") {
        if !call.scope.classes.is_empty() {
            return twice("`class`");
        }
        call.scope.classes = values(input, "a label")?;
    } else if take_keyword(input, "rows") {
        if call.scope.rows.is_some() {
            return twice("`rows`");
        }
        call.scope.rows = Some(row_range(input)?);
    } else {
        let constant = constant(input, call.transform)?;
        if call.constant.is_some() {
            return twice("the constant");
        }
        call.constant = Some(constant);
    }
    Ok(())
}

fn constant(input: &mut Input<'_>, transform: &TransformInfo) -> Result<Constant, Refusal> {
    let at = offset(input);
    let expected = match transform.parameter {
        Parameter::None if !transform.has_scope() => {
            return refuse(input, format!("`{}` takes nothing else", transform.name));
        }
        Parameter::None => {
            let expected = format!(
                "`{}` takes no constant; expected `columns`, `rows` or `class`",
                transform.name
            );
            return refuse(input, expected);
        }
        Parameter::Replacement => return replacement(input),
        Parameter::Positions => return positions(input),
        Parameter::Input | Parameter::Absent => {
            return refuse(input, "expected the name of an input");
        }
        Parameter::NewRows if starts_quote(input) => {
            return values(input, "a row").map(Constant::NewRows);
        }
        Parameter::NewRows => {
            "expected rows in quotes, a number of rows such as `3`, a share such as `10%`, `columns`, `rows` or `class`"
        }
        Parameter::Number => "expected a number, `columns`, `rows` or `class`",
        Parameter::Amount | Parameter::OptionalAmount => {
            "expected a number of rows such as `3`, a share such as `10%`, `rows` or `class`"
        }
    };
    let Some(number) = take_number(input) else {
        return refuse(input, expected);
    };
    if transform.parameter == Parameter::Number {
        return Ok(Constant::Number(number));
    }
    if take_sign(input, '%') {
        return if is_share(number) {
            Ok(Constant::Share(number))
        } else {
            Err(Refusal::new(at, "a share is more than 0% and at most 100%"))
        };
    }
    match number {
        Number::Exact {
            digits,
            decimals: 0,
        } if digits > 0 => u64::try_from(digits).ok(),
        _ => None,
    }
    .map(Constant::Rows)
    .ok_or_else(|| Refusal::new(at, expected))
}

/// The name of an input, or a word in quotes.
fn absent(input: &mut Input<'_>, call: &mut TransformCall) -> Result<(), Refusal> {
    let at = offset(input);
    let name = call.transform.name;
    let (mut lacking, mut given) = match call.constant.take() {
        Some(Constant::Absent { input, word }) => (input, word),
        _ => (None, None),
    };
    if given.is_some() {
        return refuse(input, format!("`{name}` takes nothing else"));
    }
    if starts_quote(input) {
        given = take_value(input)?;
        let is_word = |word: &String| {
            let is_operator = matches!(word.as_str(), "AND" | "OR" | "NOT");
            !word.is_empty() && word.chars().all(char::is_alphanumeric) && !is_operator
        };
        if !given.as_ref().is_some_and(is_word) {
            return Err(Refusal::new(at, "expected a word of letters and digits"));
        }
    } else if lacking.is_some() {
        return refuse(input, "expected a word in quotes");
    } else {
        lacking = take_word(input).map(str::to_owned);
        if lacking.is_none() {
            return refuse(input, "expected the name of an input, or a word in quotes");
        }
    }
    call.constant = Some(Constant::Absent {
        input: lacking,
        word: given,
    });
    Ok(())
}

fn replacement(input: &mut Input<'_>) -> Result<Constant, Refusal> {
    let Some(from) = take_value(input)?.filter(|text| !text.is_empty()) else {
        return refuse(input, "expected the text to replace");
    };
    if !take_sign(input, ',') {
        return refuse(input, "expected `,` and the text to put in its place");
    }
    match take_value(input)? {
        Some(to) => Ok(Constant::Replacement { from, to }),
        None => refuse(input, "expected the text to put in its place"),
    }
}

fn positions(input: &mut Input<'_>) -> Result<Constant, Refusal> {
    let at = offset(input);
    let one = take_count(input);
    let other = one
        .filter(|_| take_sign(input, ','))
        .and_then(|_| take_count(input));
    match one.zip(other) {
        Some((one, other)) if one > 0 && other > 0 && one != other => {
            Ok(Constant::Positions(one, other))
        }
        _ => Err(Refusal::new(
            at,
            "expected two different positions counted from 1, such as `1, 2`",
        )),
    }
}

/// What a call lacks, or has too much of.
fn problem(call: &TransformCall) -> Option<String> {
    let name = call.transform.name;
    let has_row_scope = call.scope.rows.is_some() || !call.scope.classes.is_empty();
    if !call.transform.has_scope() && call.scope != Scope::default() {
        return Some(format!(
            "`{name}` changes the whole input; leave `columns`, `rows` and `class` out"
        ));
    }
    match call.transform.parameter {
        Parameter::Number if call.constant.is_none() => Some(format!(
            "`{name}` needs a number, as in `{name}(train, 10)`"
        )),
        Parameter::Replacement if call.constant.is_none() => Some(format!(
            "`{name}` needs two texts, as in `{name}(query, \"a\", \"b\")`"
        )),
        Parameter::Amount if call.constant.is_none() && !has_row_scope => Some(format!(
            "`{name}` needs a number of rows, a share or a scope, as in `{name}(train, 10%)`"
        )),
        Parameter::Input if call.constant.is_none() => Some(format!(
            "`{name}` needs another input, as in `{name}(train, test)`"
        )),
        Parameter::Positions if call.constant.is_none() => Some(format!(
            "`{name}` needs two positions, as in `{name}(a, 1, 2)`"
        )),
        Parameter::Absent if call.constant.is_none() => Some(format!(
            "`{name}` needs an input that lacks a word, or such a word in quotes, as in `{name}(queries, corpus)`"
        )),
        Parameter::NewRows if call.constant.is_none() => Some(format!(
            "`{name}` needs rows in quotes or how many, as in `{name}(train, 10%)`"
        )),
        Parameter::NewRows => {
            let is_given = matches!(call.constant, Some(Constant::NewRows(_)));
            let has_scope = call.scope != Scope::default();
            (is_given && has_scope).then(|| "rows in quotes are not drawn from a scope".to_owned())
        }
        _ => None,
    }
}

fn values(input: &mut Input<'_>, what: &str) -> Result<Vec<String>, Refusal> {
    let mut values = Vec::new();
    while let Some(value) = take_value(input)? {
        values.push(value);
    }
    if values.is_empty() {
        refuse(input, format!("expected {what}"))
    } else {
        Ok(values)
    }
}

fn row_range(input: &mut Input<'_>) -> Result<RowRange, Refusal> {
    let at = offset(input);
    let first = take_count(input);
    let is_range = take_sign(input, '.') && take_sign(input, '.');
    let last = if is_range { take_count(input) } else { first };
    let range = RowRange { first, last };
    let is_ascending = match (first, last) {
        (Some(first), Some(last)) => first <= last,
        // An end may be left out only where two points stand for a range.
        _ => is_range,
    };
    if is_ascending && first != Some(0) && last != Some(0) {
        Ok(range)
    } else {
        Err(Refusal::new(
            at,
            "expected rows counted from 1, such as `3`, `1..10` or `5..`",
        ))
    }
}

fn find_transform(
    word: &str,
    at: usize,
    functions: &FunctionNames,
) -> Result<&'static TransformInfo, Refusal> {
    let known = transforms().iter().copied();
    known
        .clone()
        .find(|transform| transform.name == word)
        .ok_or_else(|| {
            unknown(
                "transform",
                word,
                at,
                known.map(|t| t.name),
                &functions.transforms,
            )
        })
}
