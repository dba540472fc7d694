//! Reading relations and tolerances.

use crate::number::Number;
use crate::relations::{ArgumentKind, RelationInfo, relations};
use crate::syntax::calls::{Argument, RelationCall};
use crate::syntax::expressions::expression;
use crate::syntax::tokens::{
    Input, Refusal, is_share, offset, open, refuse, take_keyword, take_number, take_range,
    take_sign, take_word, unknown,
};
use crate::tolerance::Tolerance;

pub(super) fn relation(input: &mut Input<'_>) -> Result<RelationCall, Refusal> {
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

pub(super) fn within(
    input: &mut Input<'_>,
    relations: &[RelationCall],
) -> Result<Option<Tolerance>, Refusal> {
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

fn find_relation(word: &str, at: usize) -> Result<&'static RelationInfo, Refusal> {
    let known = relations().iter().copied();
    known
        .clone()
        .find(|relation| relation.name == word)
        .ok_or_else(|| unknown("relation", word, at, known.map(|r| r.name)))
}
