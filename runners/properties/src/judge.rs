//! Deciding a property from two runs.

use std::borrow::Cow;

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Cause, Evidence, InputName, Interface, Observation, Reason, Rng, Verdict,
};

use crate::check::{ResolvedOutput, resolve_input, resolve_output};
use crate::formats::FormatError;
use crate::matrix;
use crate::relations::{Comparison, Content, RelationAnswer, one_line};
use crate::syntax::{Argument, Call, Expression, OwnCall, Relation, RelationCall, TransformCall};
use crate::tolerance::Tolerance;
use crate::transforms::{Obstacle, apply};
use crate::{Answer, Functions, Property};

pub(crate) fn judge(
    property: &Property,
    interface: &Interface,
    inputs: &BTreeMap<InputName, Blob>,
    source: &Observation,
    follow_up: &Observation,
    functions: &dyn Functions,
) -> Verdict {
    let known = Known {
        interface,
        inputs,
        functions,
    };
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
        .map(|call| compare(call, property.within, known, source, follow_up))
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

/// What is known besides the outputs of the two runs.
#[derive(Clone, Copy)]
struct Known<'a> {
    interface: &'a Interface,
    /// Those of the source run.
    inputs: &'a BTreeMap<InputName, Blob>,
    functions: &'a dyn Functions,
}

fn compare(
    call: &RelationCall,
    within: Option<Tolerance>,
    known: Known<'_>,
    source: &Observation,
    follow_up: &Observation,
) -> RelationAnswer {
    let Known {
        interface,
        functions,
        ..
    } = known;
    let output = resolve_output(&call.output.name, interface)
        .expect("a property is judged after it was checked for the interface");
    let untouched = Expression {
        name: call.output.name.clone(),
        calls: Vec::new(),
    };
    let follow_up_expression = call.follow_up.as_ref().unwrap_or(&untouched);
    let contents = content(SOURCE, source, &output, &call.output, known).and_then(|expected| {
        let actual = content(FOLLOW_UP, follow_up, &output, follow_up_expression, known)?;
        Ok((expected, actual))
    });
    let (mut expected, mut actual) = match contents {
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
    if output.format.is_matrix() {
        match matrix::aligned([expected.text(), actual.text()]) {
            Ok(texts) => [expected, actual] = texts.map(|text| Content::Text(text.into())),
            Err(error) => return RelationAnswer::Unusable(format!("`{}` {error}", output.name)),
        }
    }
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
    known: Known<'_>,
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
            Call::Own(OwnCall { name, arguments }) => { known.functions }
                .transform(name, arguments, &content)
                .map_err(|problem| format!("{run}: `{expression}`: `{name}` fails: {problem}"))?,
            Call::Known(call) => {
                let text = output.format.text(&content).map_err(read)?;
                let mut document = output.format.read(&text, None).map_err(read)?;
                let is_numeric = document.numeric_columns();
                // Transforms of outputs make no random choices: the grammar refuses those that would.
                let rng = &mut Rng::new(0);
                let impossible = |reason: String| format!("{run}: `{expression}`: {reason}");
                let given = given(call, known).map_err(impossible)?;
                let applied = apply(&given, &mut document, &is_numeric, output.format, rng);
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

/// The call with the rows of the input that it takes, as the source run got it.
fn given<'a>(call: &'a TransformCall, known: Known<'_>) -> Result<Cow<'a, TransformCall>, String> {
    let Some(other) = call.other_input() else {
        return Ok(Cow::Borrowed(call));
    };
    let input = resolve_input(other, known.interface).map_err(|error| error.to_string())?;
    let content = { known.inputs.get(input.name) }
        .ok_or_else(|| format!("the source run has no input `{}`", input.name))?;
    let read = |error: FormatError| format!("`{}` {error}", input.name);
    let text = input.format.text(content.bytes()).map_err(read)?;
    let document = input.format.read(&text, None).map_err(read)?;
    Ok(Cow::Owned(call.with_rows(&document)))
}
