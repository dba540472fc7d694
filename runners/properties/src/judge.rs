//! Deciding a property from two runs.

use std::borrow::Cow;

use killrate_model::{Cause, Evidence, Interface, Observation, Reason, Rng, Verdict};

use crate::check::{ResolvedOutput, resolve_output};
use crate::formats::FormatError;
use crate::relations::{Comparison, Content, RelationAnswer, one_line};
use crate::syntax::{Argument, Call, Expression, OwnCall, Relation, RelationCall};
use crate::tolerance::Tolerance;
use crate::transforms::{Obstacle, apply};
use crate::{Answer, Functions, Property};

pub(crate) fn judge(
    property: &Property,
    interface: &Interface,
    source: &Observation,
    follow_up: &Observation,
    functions: &dyn Functions,
) -> Verdict {
    // What a run printed before it failed is no output that a relation could judge.
    for (run, observation) in [(SOURCE, source), (FOLLOW_UP, follow_up)] {
        if !observation.exit.is_normal() {
            return Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: format!("{run}: {}", observation.exit),
            });
        }
    }
    let answers: Vec<RelationAnswer> = property
        .relations
        .iter()
        .map(|call| {
            compare(
                call,
                property.within,
                interface,
                source,
                follow_up,
                functions,
            )
        })
        .collect();
    // One broken relation refutes the property, whatever the others would have said.
    for answer in &answers {
        if let RelationAnswer::Broken(detail) = answer {
            return Verdict::Violated(Evidence {
                cause: Cause::RelationBroken,
                detail: one_line(detail),
            });
        }
    }
    for answer in &answers {
        if let RelationAnswer::Unusable(detail) = answer {
            return Verdict::Inconclusive(Reason::UnusableOutput {
                detail: one_line(detail),
            });
        }
    }
    Verdict::Satisfied
}

const SOURCE: &str = "source run";
const FOLLOW_UP: &str = "follow-up run";

fn compare(
    call: &RelationCall,
    within: Option<Tolerance>,
    interface: &Interface,
    source: &Observation,
    follow_up: &Observation,
    functions: &dyn Functions,
) -> RelationAnswer {
    let output = resolve_output(&call.output.name, interface)
        .expect("a property is judged after it was checked for the interface");
    let untouched = Expression {
        name: call.output.name.clone(),
        calls: Vec::new(),
    };
    let follow_up_expression = call.follow_up.as_ref().unwrap_or(&untouched);
    let contents = content(SOURCE, source, &output, &call.output, functions).and_then(|expected| {
        let actual = content(
            FOLLOW_UP,
            follow_up,
            &output,
            follow_up_expression,
            functions,
        )?;
        Ok((expected, actual))
    });
    let (expected, actual) = match contents {
        Ok(contents) => contents,
        Err(detail) => return RelationAnswer::Unusable(detail),
    };
    let relation = match &call.relation {
        Relation::Known(relation) => relation,
        Relation::Own(own) => {
            let OwnCall { name, arguments } = own;
            return match functions.compare(name, arguments, expected.bytes(), actual.bytes()) {
                Ok(Answer::Holds) => RelationAnswer::Holds,
                Ok(Answer::Broken(detail)) => {
                    RelationAnswer::Broken(format!("{}: {detail}", output.name))
                }
                Err(problem) => RelationAnswer::Unusable(format!("`{name}` fails: {problem}")),
            };
        }
    };
    let tolerance = match call.argument {
        Some(Argument::Tolerance(tolerance)) => Some(tolerance),
        _ => within,
    };
    (relation.compare)(&Comparison {
        output: output.name.as_str(),
        expected,
        actual,
        is_transformed: !call.output.calls.is_empty() || call.follow_up.is_some(),
        tolerance,
        argument: call.argument,
    })
}

/// The output of a run after the transforms around it, or why it cannot be used.
fn content<'a>(
    run: &str,
    observation: &'a Observation,
    output: &ResolvedOutput,
    expression: &Expression,
    functions: &dyn Functions,
) -> Result<Content<'a>, String> {
    let name = &output.name;
    let blob = observation
        .output(name)
        .ok_or_else(|| format!("{run}: there is no output `{name}`"))?;
    let read = |error: FormatError| format!("{run}: `{name}` {error}");
    // An output is checked even where nothing transforms it: two runs that print the same nonsense
    // would be equal.
    output.format.check(blob.bytes()).map_err(read)?;
    let mut content = Cow::Borrowed(blob.bytes());
    for call in &expression.calls {
        content = Cow::Owned(match call {
            Call::Own(OwnCall { name, arguments }) => functions
                .transform(name, arguments, &content)
                .map_err(|problem| format!("{run}: `{expression}`: `{name}` fails: {problem}"))?,
            Call::Known(call) => {
                let text = output.format.text(&content).map_err(read)?;
                let mut document = output.format.read(&text, None).map_err(read)?;
                let is_numeric = document.numeric_columns();
                // Transforms of outputs make no random choices: the grammar refuses those that would.
                let rng = &mut Rng::new(0);
                let applied = apply(call, &mut document, &is_numeric, output.format, rng);
                let impossible = |reason: String| format!("{run}: `{expression}`: {reason}");
                // A transform that finds nothing to change leaves the output as it has to be.
                if let Err(Obstacle::Impossible(reason)) = applied {
                    return Err(impossible(reason));
                }
                output.format.write(&document).map_err(impossible)?
            }
        });
    }
    if !output.format.is_text() {
        return Ok(Content::Bytes(content));
    }
    let not_text = || format!("{run}: `{expression}` is not UTF-8 text");
    Ok(Content::Text(match content {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).map_err(|_| not_text())?),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|_| not_text())?),
    }))
}
