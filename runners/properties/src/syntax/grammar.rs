//! Reading a property.
//!
//! ```text
//! PROPERTY   = [NAME ":"] "if" [INPUT {"and" INPUT}] ["with" SETTING {"," SETTING}]
//!              "then" RELATION {"and" RELATION} ["within" TOLERANCE]
//! INPUT      = TRANSFORM "(" (INPUT | name) {"," ARGUMENT} ")"
//! ARGUMENT   = NUMBER | COUNT | SHARE | "columns" VALUE {VALUE} | "class" VALUE {VALUE}
//!            | name | '"' word '"'
//!            | "rows" (COUNT | [COUNT] ".." [COUNT])
//!            | COUNT "," COUNT | name, of another input
//!            | VALUE, for functions that people bring
//! SETTING    = option "=" VALUE
//! RELATION   = relation "(" (INPUT | name) ["," "follow-up" (INPUT | name)]
//!              ["," (TOLERANCE | SHARE | NUMBER ".." NUMBER)] ")"
//! TOLERANCE  = NUMBER | SHARE | COUNT "ulp"
//! SHARE      = NUMBER "%"
//! ```

use killrate_model::PropertyName;
use winnow::stream::{LocatingSlice, Stateful, Stream};

use crate::FunctionNames;
use crate::syntax::calls::Setting;
use crate::syntax::demands::{relation, within};
use crate::syntax::expressions::transformed;
use crate::syntax::tokens::{
    Input, Refusal, offset, refuse, take_keyword, take_sign, take_value, take_word,
};
use crate::syntax::{ParseError, Property};

/// Reads a whole property.
pub(super) fn parse(text: &str, functions: &FunctionNames) -> Result<Property, ParseError> {
    let mut input = Stateful {
        input: LocatingSlice::new(text),
        state: functions,
    };
    property(&mut input).map_err(|refusal| ParseError {
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
        let expected = if settings.is_empty() {
            "expected `and`, `with` or `then`"
        } else {
            "expected `,` or `then`"
        };
        return refuse(input, expected);
    }
    let mut relations = vec![relation(input)?];
    while take_keyword(input, "and") {
        relations.push(relation(input)?);
    }
    let within = within(input, &relations)?;
    // White space at the end is skipped, so that it does not count as something left over.
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

fn next_is_keyword(input: &mut Input<'_>, keyword: &str) -> bool {
    let start = input.checkpoint();
    let is_next = take_keyword(input, keyword);
    input.reset(&start);
    is_next
}
