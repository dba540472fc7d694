//! Deciding a property from two runs.

use std::borrow::Cow;

use killrate_model::{Cause, Evidence, Interface, Observation, Reason, Rng, Verdict};

use crate::Property;
use crate::check::{ResolvedOutput, resolve_output};
use crate::relations::{Comparison, Content, Outcome, one_line};
use crate::syntax::{Argument, Expression, RelationCall};
use crate::tolerance::Tolerance;
use crate::transforms::{Obstacle, apply};

pub(crate) fn judge(
    property: &Property,
    interface: &Interface,
    source: &Observation,
    follow_up: &Observation,
) -> Verdict {
    for (run, observation) in [(SOURCE, source), (FOLLOW_UP, follow_up)] {
        if !observation.exit.is_normal() {
            return Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: format!("{run}: {}", observation.exit),
            });
        }
    }
    let outcomes: Vec<Outcome> = property
        .relations
        .iter()
        .map(|call| compare(call, property.within, interface, source, follow_up))
        .collect();
    // One broken relation refutes the property, whatever the others would have said.
    for outcome in &outcomes {
        if let Outcome::Broken(detail) = outcome {
            return Verdict::Violated(Evidence {
                cause: Cause::RelationBroken,
                detail: one_line(detail),
            });
        }
    }
    for outcome in &outcomes {
        if let Outcome::Unusable(detail) = outcome {
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
) -> Outcome {
    let output = resolve_output(&call.output.name, interface)
        .expect("a property is judged after it was checked for the interface");
    let contents = content(SOURCE, source, &output, &call.output).and_then(|expected| {
        let untouched = Expression {
            name: call.output.name.clone(),
            calls: Vec::new(),
        };
        Ok((
            expected,
            content(FOLLOW_UP, follow_up, &output, &untouched)?,
        ))
    });
    let (expected, actual) = match contents {
        Ok(contents) => contents,
        Err(detail) => return Outcome::Unusable(detail),
    };
    let tolerance = match call.argument {
        Some(Argument::Tolerance(tolerance)) => Some(tolerance),
        _ => within,
    };
    (call.relation.compare)(&Comparison {
        output: output.name.as_str(),
        expected,
        actual,
        is_transformed: !call.output.calls.is_empty(),
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
) -> Result<Content<'a>, String> {
    let name = &output.name;
    let blob = observation
        .output(name)
        .ok_or_else(|| format!("{run}: there is no output `{name}`"))?;
    let document = output
        .format
        .read(blob.bytes(), None)
        .map_err(|error| format!("{run}: `{name}` {error}"))?;
    let Some(mut document) = document else {
        return Ok(Content::Bytes(blob.bytes()));
    };
    if expression.calls.is_empty() {
        let text = std::str::from_utf8(blob.bytes()).expect("a document was read from it");
        return Ok(Content::Text(Cow::Borrowed(text)));
    }
    let is_numeric = document.numeric_columns();
    for call in &expression.calls {
        // Transforms of outputs make no random choices: the grammar refuses those that would.
        let applied = apply(call, &mut document, &is_numeric, &mut Rng::new(0));
        if let Err(Obstacle::Impossible(reason)) = applied {
            return Err(format!("{run}: `{expression}`: {reason}"));
        }
    }
    Ok(Content::Text(Cow::Owned(document.write())))
}
