//! Reading relations and tolerances.

use winnow::stream::Stream;

use crate::FunctionNames;
use crate::number::Number;
use crate::relations::{ArgumentKind, RelationInfo, relations};
use crate::syntax::calls::{Argument, Expression, OwnCall, Relation, RelationCall};
use crate::syntax::expressions::expression;
use crate::syntax::tokens::{
    Input, Refusal, is_share, offset, open, own_arguments, refuse, take_keyword, take_number,
    take_range, take_sign, take_word, unknown,
};
use crate::tolerance::Tolerance;

pub(super) fn relation(input: &mut Input<'_>) -> Result<RelationCall, Refusal> {
    let at = offset(input);
    let Some(word) = take_word(input) else {
        return refuse(input, "expected a relation such as `equal(predictions)`");
    };
    let is_own = input.state.comparisons.contains(word);
    // The name is looked up before its arguments are read, so that a wrong name is what is
    // complained of.
    let known = if is_own {
        None
    } else {
        Some(find_relation(word, at, input.state)?)
    };
    open(input, word)?;
    let output_at = offset(input);
    let output = expression(input, 1)?;
    if let Some(call) = output.calls.iter().find(|call| call.is_seeded()) {
        return Err(Refusal::new(
            output_at,
            format!(
                "`{}` makes random choices and cannot say what an output must be",
                call.name()
            ),
        ));
    }
    if let Some(call) = output.calls.iter().find(|call| call.changes_both()) {
        return Err(Refusal::new(
            output_at,
            format!(
                "`{}` changes two inputs and cannot say what an output must be",
                call.name()
            ),
        ));
    }
    let follow_up = follow_up(input, &output)?;
    let Some(relation) = known else {
        let arguments = own_arguments(input)?;
        if !take_sign(input, ')') {
            return refuse(input, "expected `,` or `)`");
        }
        return Ok(RelationCall {
            relation: Relation::Own(OwnCall {
                name: word.to_owned(),
                arguments,
            }),
            output,
            follow_up,
            argument: None,
        });
    };
    let argument = if take_sign(input, ',') {
        Some(relation_argument(input, relation)?)
    } else {
        None
    };
    // An argument that is missing would have to stand just before the bracket.
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
        relation: Relation::Known(relation),
        output,
        follow_up,
        argument,
    })
}

/// `, follow-up` and what must be made of the follow-up run's output before it is looked at.
fn follow_up(input: &mut Input<'_>, output: &Expression) -> Result<Option<Expression>, Refusal> {
    let start = input.checkpoint();
    if !(take_sign(input, ',') && take_keyword(input, "follow-up")) {
        // What follows the comma may be the relation's own argument.
        input.reset(&start);
        return Ok(None);
    }
    let at = offset(input);
    let follow_up = expression(input, 1)?;
    let takes_input = follow_up.calls.iter().any(|c| c.other_input().is_some());
    if follow_up.name != output.name || follow_up.is_seeded() || takes_input {
        let problem = format!(
            "expected `{}` inside transforms without chance",
            output.name
        );
        return Err(Refusal::new(at, problem));
    }
    Ok(Some(follow_up))
}

pub(super) fn within(
    input: &mut Input<'_>,
    relations: &[RelationCall],
) -> Result<Option<Tolerance>, Refusal> {
    let at = offset(input);
    if take_keyword(input, "within") {
        let takes_tolerance = |call: &RelationCall| {
            let relation = call.relation.known();
            relation.is_some_and(RelationInfo::takes_tolerance)
        };
        if !relations.iter().any(takes_tolerance) {
            return Err(Refusal::new(at, "no relation here takes a tolerance"));
        }
        return tolerance(input).map(Some);
    }
    let lacks_tolerance = |call: &&RelationCall| {
        let relation = call.relation.known();
        let needs_tolerance =
            relation.is_some_and(|relation| relation.argument == ArgumentKind::Tolerance);
        needs_tolerance && call.argument.is_none()
    };
    let lacking = relations.iter().find(lacks_tolerance);
    match lacking.and_then(|call| call.relation.known()) {
        Some(relation) => Err(Refusal::new(
            at,
            format!(
                "`{}` needs a tolerance, as in `{}` or `within 0.001`",
                relation.name, relation.example
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

fn find_relation(
    word: &str,
    at: usize,
    functions: &FunctionNames,
) -> Result<&'static RelationInfo, Refusal> {
    let known = relations().iter().copied();
    known
        .clone()
        .find(|relation| relation.name == word)
        .ok_or_else(|| {
            unknown(
                "relation",
                word,
                at,
                known.map(|r| r.name),
                &functions.comparisons,
            )
        })
}
