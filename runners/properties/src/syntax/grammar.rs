//! Reading a property.
//!
//! ```text
//! PROPERTY   = [NAME ":"] "if" [INPUT {"and" INPUT}] ["with" SETTING {"," SETTING}]
//!              "then" RELATION {"and" RELATION} ["within" TOLERANCE]
//! INPUT      = TRANSFORM "(" (INPUT | name) {"," ARGUMENT} ")"
//! ARGUMENT   = NUMBER | COUNT | SHARE | "columns" VALUE {VALUE} | "class" VALUE {VALUE}
//!            | "rows" (COUNT | [COUNT] ".." [COUNT])
//! SETTING    = option "=" VALUE
//! RELATION   = relation "(" (INPUT | name) ["," (TOLERANCE | SHARE | NUMBER ".." NUMBER)] ")"
//! TOLERANCE  = NUMBER | SHARE | COUNT "ulp"
//! SHARE      = NUMBER "%"
//! ```

use killrate_model::PropertyName;
use winnow::stream::{LocatingSlice, Stream};

use crate::nearest::{hint, nearest};
use crate::number::Number;
use crate::relations::{ArgumentKind, RelationInfo, relations};
use crate::syntax::calls::{Argument, Expression, RelationCall, Setting, TransformCall};
use crate::syntax::scope::{RowRange, Scope};
use crate::syntax::tokens::{
    Input, Refusal, offset, refuse, take_count, take_keyword, take_number, take_range, take_sign,
    take_value, take_word,
};
use crate::syntax::{ParseError, Property};
use crate::tolerance::Tolerance;
use crate::transforms::{Constant, Parameter, TransformInfo, transforms};

/// Deeper nesting says nothing that a person could follow, and would cost stack.
const MAX_CALLS: usize = 16;

/// Reads a whole property.
pub(super) fn parse(text: &str) -> Result<Property, ParseError> {
    property(&mut LocatingSlice::new(text)).map_err(|refusal| ParseError {
        text: text.to_owned(),
        column: 1 + text[..refusal.offset].chars().count(),
        problem: refusal.problem,
        nearest: refusal.nearest,
    })
}

fn property(input: &mut Input<'_>) -> Result<Property, Refusal> {
    let name = name(input)?;
    if !take_keyword(input, "if") {
        return refuse(input, "expected `if`");
    }
    let mut inputs = Vec::new();
    // A property may change nothing but options: `if with generations=200 then …`.
    if !next_is_keyword(input, "with") {
        inputs.push(transformed(input, 1)?);
        while take_keyword(input, "and") {
            inputs.push(transformed(input, 1)?);
        }
    }
    let settings = settings(input)?;
    if !take_keyword(input, "then") {
        let expected = match settings.is_empty() {
            true => "expected `and`, `with` or `then`",
            false => "expected `,` or `then`",
        };
        return refuse(input, expected);
    }
    let mut relations = vec![relation(input)?];
    while take_keyword(input, "and") {
        relations.push(relation(input)?);
    }
    let within = within(input, &relations)?;
    offset(input);
    if !input.is_empty() {
        let expected = match within {
            None => "expected `and`, `within` or the end",
            Some(_) => "expected the end",
        };
        return refuse(input, expected);
    }
    Ok(Property {
        name,
        inputs,
        settings,
        relations,
        within,
    })
}

fn name(input: &mut Input<'_>) -> Result<Option<PropertyName>, Refusal> {
    let start = input.checkpoint();
    let at = offset(input);
    match take_word(input) {
        Some(word) if take_sign(input, ':') => PropertyName::new(word)
            .map(Some)
            .map_err(|error| Refusal::new(at, error.to_string())),
        _ => {
            input.reset(&start);
            Ok(None)
        }
    }
}

/// An input or output inside at least one transform.
fn transformed(input: &mut Input<'_>, depth: usize) -> Result<Expression, Refusal> {
    let at = offset(input);
    let Some(word) = take_word(input) else {
        return refuse(input, "expected a transform such as `permute(train)`");
    };
    let transform = find_transform(word, at)?;
    call(input, transform, depth)
}

/// An input or output, with or without transforms around it.
fn expression(input: &mut Input<'_>, depth: usize) -> Result<Expression, Refusal> {
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
    let start = input.checkpoint();
    if take_sign(input, '(') {
        input.reset(&start);
        let transform = find_transform(word, at)?;
        return call(input, transform, depth);
    }
    Ok(Expression {
        name: word.to_owned(),
        calls: Vec::new(),
    })
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
    if let Some(missing) = missing_constant(&call) {
        return Err(Refusal::new(at, missing));
    }
    expression.calls.push(call);
    Ok(expression)
}

fn argument(input: &mut Input<'_>, call: &mut TransformCall) -> Result<(), Refusal> {
    let at = offset(input);
    let twice = |what: &str| Err(Refusal::new(at, format!("{what} is already given")));
    if take_keyword(input, "columns") {
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
        Parameter::None => {
            let expected = format!(
                "`{}` takes no constant; expected `columns`, `rows` or `class`",
                transform.name
            );
            return refuse(input, expected);
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
        return match is_share(number) {
            true => Ok(Constant::Share(number)),
            false => Err(Refusal::new(at, "a share is more than 0% and at most 100%")),
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

fn missing_constant(call: &TransformCall) -> Option<String> {
    let name = call.transform.name;
    let has_row_scope = call.scope.rows.is_some() || !call.scope.classes.is_empty();
    match call.transform.parameter {
        Parameter::Number if call.constant.is_none() => Some(format!(
            "`{name}` needs a number, as in `{name}(train, 10)`"
        )),
        Parameter::Amount if call.constant.is_none() && !has_row_scope => Some(format!(
            "`{name}` needs a number of rows, a share or a scope, as in `{name}(train, 10%)`"
        )),
        _ => None,
    }
}

fn values(input: &mut Input<'_>, what: &str) -> Result<Vec<String>, Refusal> {
    let mut values = Vec::new();
    while let Some(value) = take_value(input)? {
        values.push(value);
    }
    match values.is_empty() {
        true => refuse(input, format!("expected {what}")),
        false => Ok(values),
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
        _ => is_range,
    };
    match is_ascending && first != Some(0) && last != Some(0) {
        true => Ok(range),
        false => Err(Refusal::new(
            at,
            "expected rows counted from 1, such as `3`, `1..10` or `5..`",
        )),
    }
}

fn settings(input: &mut Input<'_>) -> Result<Vec<Setting>, Refusal> {
    let mut settings = Vec::new();
    if !take_keyword(input, "with") {
        return Ok(settings);
    }
    loop {
        let Some(option) = take_word(input) else {
            return refuse(input, "expected an option such as `generations=200`");
        };
        if !take_sign(input, '=') {
            return refuse(input, format!("expected `=` after `{option}`"));
        }
        let Some(value) = take_value(input)? else {
            return refuse(input, format!("expected a value for `{option}`"));
        };
        settings.push(Setting {
            option: option.to_owned(),
            value,
        });
        if !take_sign(input, ',') {
            return Ok(settings);
        }
    }
}

fn relation(input: &mut Input<'_>) -> Result<RelationCall, Refusal> {
    let at = offset(input);
    let Some(word) = take_word(input) else {
        return refuse(input, "expected a relation such as `equal(predictions)`");
    };
    let relation = find_relation(word, at)?;
    open(input, relation.name)?;
    let output_at = offset(input);
    let output = expression(input, 1)?;
    if let Some(call) = output.calls.iter().find(|call| call.is_seeded()) {
        return Err(Refusal::new(
            output_at,
            format!(
                "`{}` makes random choices and cannot say what an output must be",
                call.transform.name
            ),
        ));
    }
    let argument = match take_sign(input, ',') {
        true => Some(relation_argument(input, relation)?),
        false => None,
    };
    let end = offset(input);
    if !take_sign(input, ')') {
        let expected = match argument {
            None if relation.argument != ArgumentKind::None => "expected `,` or `)`",
            _ => "expected `)`",
        };
        return refuse(input, expected);
    }
    let example = relation.example;
    if argument.is_none() && relation.argument == ArgumentKind::Share {
        let problem = format!("`{word}` needs a share, as in `{example}`");
        return Err(Refusal::new(end, problem));
    }
    if argument.is_none() && relation.argument == ArgumentKind::Range {
        let problem = format!("`{word}` needs a range, as in `{example}`");
        return Err(Refusal::new(end, problem));
    }
    Ok(RelationCall {
        relation,
        output,
        argument,
    })
}

fn relation_argument(input: &mut Input<'_>, relation: &RelationInfo) -> Result<Argument, Refusal> {
    let at = offset(input);
    match relation.argument {
        ArgumentKind::None => refuse(
            input,
            format!("`{}` takes nothing but an output", relation.name),
        ),
        ArgumentKind::OptionalTolerance | ArgumentKind::Tolerance => {
            tolerance(input).map(Argument::Tolerance)
        }
        ArgumentKind::Share => {
            let percent = take_number(input).filter(|_| take_sign(input, '%'));
            percent
                .filter(|&percent| is_share(percent))
                .map(Argument::Share)
                .ok_or_else(|| Refusal::new(at, "expected a share such as `95%`"))
        }
        ArgumentKind::Range => take_range(input)
            .filter(|(low, high)| low.cmp_value(*high).is_le())
            .map(|(low, high)| Argument::Range(low, high))
            .ok_or_else(|| Refusal::new(at, "expected a range such as `0..100`")),
    }
}

fn within(input: &mut Input<'_>, relations: &[RelationCall]) -> Result<Option<Tolerance>, Refusal> {
    let at = offset(input);
    if take_keyword(input, "within") {
        let takes_tolerance = |call: &RelationCall| call.relation.takes_tolerance();
        if !relations.iter().any(takes_tolerance) {
            return Err(Refusal::new(at, "no relation here takes a tolerance"));
        }
        return tolerance(input).map(Some);
    }
    let lacks_tolerance = |call: &&RelationCall| {
        call.relation.argument == ArgumentKind::Tolerance && call.argument.is_none()
    };
    match relations.iter().find(lacks_tolerance) {
        Some(call) => Err(Refusal::new(
            at,
            format!(
                "`{}` needs a tolerance, as in `{}` or `within 0.001`",
                call.relation.name, call.relation.example
            ),
        )),
        None => Ok(None),
    }
}

fn tolerance(input: &mut Input<'_>) -> Result<Tolerance, Refusal> {
    let at = offset(input);
    let tolerance = take_number(input).and_then(|number| {
        if number.cmp_value(Number::ZERO).is_lt() {
            return None;
        }
        if take_sign(input, '%') {
            return Some(Tolerance::Relative(number));
        }
        if take_keyword(input, "ulp") {
            return match number {
                Number::Exact {
                    digits,
                    decimals: 0,
                } => u64::try_from(digits).ok().map(Tolerance::Ulp),
                _ => None,
            };
        }
        Some(Tolerance::Absolute(number))
    });
    tolerance
        .ok_or_else(|| Refusal::new(at, "expected a tolerance such as `0.001`, `1%` or `4 ulp`"))
}

fn open(input: &mut Input<'_>, name: &str) -> Result<(), Refusal> {
    match take_sign(input, '(') {
        true => Ok(()),
        false => refuse(input, format!("expected `(` after `{name}`")),
    }
}

fn next_is_keyword(input: &mut Input<'_>, keyword: &str) -> bool {
    let start = input.checkpoint();
    let is_next = take_keyword(input, keyword);
    input.reset(&start);
    is_next
}

fn is_share(percent: Number) -> bool {
    let hundred = Number::Exact {
        digits: 100,
        decimals: 0,
    };
    percent.cmp_value(Number::ZERO).is_gt() && percent.cmp_value(hundred).is_le()
}

fn find_transform(word: &str, at: usize) -> Result<&'static TransformInfo, Refusal> {
    let known = transforms().iter().copied();
    known
        .clone()
        .find(|transform| transform.name == word)
        .ok_or_else(|| unknown("transform", word, at, known.map(|t| t.name)))
}

fn find_relation(word: &str, at: usize) -> Result<&'static RelationInfo, Refusal> {
    let known = relations().iter().copied();
    known
        .clone()
        .find(|relation| relation.name == word)
        .ok_or_else(|| unknown("relation", word, at, known.map(|r| r.name)))
}

fn unknown(
    what: &str,
    word: &str,
    at: usize,
    names: impl Iterator<Item = &'static str> + Clone,
) -> Refusal {
    Refusal {
        offset: at,
        problem: format!("there is no {what} `{word}`; {}", hint(word, names.clone())),
        nearest: nearest(word, names),
    }
}
