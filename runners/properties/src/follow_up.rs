//! Making the second request of a property.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{ArgumentNumber, Blob, InputName, Interface, Request, Rng};

use crate::check::{ResolvedInput, is_number, resolve_input, set_option};
use crate::document::Document;
use crate::formats::{FormatError, FormatInfo};
use crate::number::Number;
use crate::syntax::{Call, Expression, OwnCall, TransformCall};
use crate::transforms::{Constant, Obstacle, absent_word, apply, apply_to_both, change_number};
use crate::{Functions, Property, PropertyError, check};
use killrate_model::hint;

/// What a property makes of a source request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUp {
    /// The request whose outputs must follow.
    Request(Request),
    /// It would equal its source, and comparing a run with itself can never reveal a fault.
    Unchanged {
        /// What is left as it is.
        reason: String,
    },
    /// The property says nothing about this source.
    NotApplicable {
        /// Why.
        reason: String,
    },
}

pub(crate) fn follow_up(
    property: &Property,
    interface: &Interface,
    source: &Request,
    seed: u64,
    functions: &dyn Functions,
) -> Result<FollowUp, PropertyError> {
    check::check(property, interface)?;
    let mut request = source.clone();
    let mut idle = Vec::new();
    let (numbers, files): (Vec<&Expression>, Vec<&Expression>) = property
        .inputs
        .iter()
        .partition(|expression| is_number(&expression.name, interface));
    let steps: Vec<Step<'_>> = files
        .into_iter()
        .flat_map(|expression| {
            let indices = 0..expression.calls.len();
            indices.map(move |index| Step { expression, index })
        })
        .collect();
    let mut rest = &steps[..];
    while let Some(step) = rest.first() {
        if let Call::Own(call) = step.call() {
            request = apply_own(call, step, interface, &request, functions)?;
            rest = &rest[1..];
            continue;
        }
        // Transforms of the language work on documents, which are read and written once for as many
        // of them as possible.
        let n_known = rest.iter().take_while(|step| step.call().known().is_some());
        let (known, after) = rest.split_at(n_known.count());
        match apply_known(known, interface, &request, seed, &mut idle)? {
            FollowUp::Request(changed) => request = changed,
            not_applicable => return Ok(not_applicable),
        }
        rest = after;
    }
    for expression in numbers {
        match changed_number(expression, &request)? {
            Ok((name, number)) => drop(request.numbers.insert(name, number)),
            Err(Obstacle::Idle(reason)) => idle.push(format!("`{expression}`: {reason}")),
            Err(Obstacle::Impossible(reason)) => {
                return Ok(FollowUp::NotApplicable {
                    reason: format!("`{expression}`: {reason}"),
                });
            }
        }
    }
    for setting in &property.settings {
        set_option(setting, &mut request.arguments, &mut request.seed)?;
    }
    // Comparing a run with itself can never reveal a fault.
    if request == *source {
        let reason = if idle.is_empty() {
            "the follow-up equals its source".to_owned()
        } else {
            idle.join("; ")
        };
        return Ok(FollowUp::Unchanged { reason });
    }
    Ok(FollowUp::Request(request))
}

/// What the transforms make of a number among the arguments, or why they make nothing of it.
fn changed_number(
    expression: &Expression,
    request: &Request,
) -> Result<Result<(InputName, ArgumentNumber), Obstacle>, PropertyError> {
    let mut numbers = request.numbers.iter();
    let named = numbers.find(|(name, _)| name.as_str() == expression.name);
    let Some((name, value)) = named else {
        let number = InputName::new(&expression.name).map_err(|_| PropertyError::UnknownInput {
            name: expression.name.clone(),
            hint: "name a number as the manifest does".to_owned(),
        })?;
        return Err(PropertyError::MissingNumber { number });
    };
    let before = Number::parse(value.as_str());
    let calls = expression.calls.iter().filter_map(Call::known);
    let after = calls.fold(before, |number, call| change_number(call, number?));
    let written = after.and_then(|number| ArgumentNumber::new(number.to_string()).ok());
    Ok(match (before, after, written) {
        (Some(before), Some(after), _) if before.cmp_value(after).is_eq() => {
            Err(Obstacle::Idle(format!("{value} stays as it is")))
        }
        (_, _, Some(number)) => Ok((name.clone(), number)),
        _ => Err(Obstacle::Impossible(format!(
            "`{value}` would go out of range"
        ))),
    })
}

/// One call of a property's transforms, by its position.
struct Step<'a> {
    expression: &'a Expression,
    index: usize,
}

impl Step<'_> {
    fn call(&self) -> &Call {
        &self.expression.calls[self.index]
    }
}

/// The request after a function that somebody brings.
fn apply_own(
    call: &OwnCall,
    step: &Step<'_>,
    interface: &Interface,
    request: &Request,
    functions: &dyn Functions,
) -> Result<Request, PropertyError> {
    let name = resolve_input(&step.expression.name, interface)?.name;
    let missing = || PropertyError::MissingInput {
        input: name.clone(),
    };
    let content = request.inputs.get(name).ok_or_else(missing)?;
    let changed = functions
        .transform(&call.name, &call.arguments, content.bytes())
        .map_err(|problem| PropertyError::Function {
            function: call.name.clone(),
            input: name.clone(),
            problem,
        })?;
    let mut request = request.clone();
    request.inputs.insert(name.clone(), Blob::new(changed));
    Ok(request)
}

/// The request after transforms of the language.
fn apply_known(
    steps: &[Step<'_>],
    interface: &Interface,
    request: &Request,
    seed: u64,
    idle: &mut Vec<String>,
) -> Result<FollowUp, PropertyError> {
    // The documents borrow from the texts, which therefore have to live beside them.
    let texts = read_texts(steps, interface, request)?;
    let mut documents = read_documents(&texts, interface)?;
    let calls = || steps.iter().filter_map(|step| step.call().known());
    // Every value has to be looked at to find these columns, which only changes of numbers are
    // worth.
    let nominal = if calls().any(|call| call.transform.changes_numbers()) {
        nominal_columns(&documents)
    } else {
        BTreeSet::new()
    };
    for (step, call) in steps.iter().zip(calls()) {
        let ResolvedInput { name, format, .. } = resolve_input(&step.expression.name, interface)?;
        let other = match call.other_input() {
            Some(other) => Some(resolve_input(other, interface)?.name),
            None => None,
        };
        // The stream depends on the call alone, so that two properties with the same call ask for the
        // same execution.
        let purpose = call_text(step.expression, name, step.index);
        let mut rng = Rng::for_purpose(seed, &purpose);
        let applied = match other {
            Some(other) if call.transform.changes_both() => {
                change_both(call, [name, other], &mut documents, format, &mut rng)
            }
            _ => {
                // The rows of the other input are taken as the calls before this one have left them.
                let given = match (other, &call.constant) {
                    (Some(other), _) => Cow::Owned(call.with_rows(&documents[other])),
                    (None, Some(Constant::Absent { input, word })) => {
                        let searched = match input {
                            Some(input) => Some(searched(input, interface, request)?),
                            None => None,
                        };
                        match absent_word(word.as_deref(), searched) {
                            Ok(word) => Cow::Owned(call.with_word(word)),
                            Err(reason) => {
                                return Ok(FollowUp::NotApplicable {
                                    reason: format!("`{purpose}`: {reason}"),
                                });
                            }
                        }
                    }
                    (None, _) => Cow::Borrowed(call),
                };
                let document = documents.get_mut(name).expect(IS_READ);
                check_columns(call, name, document)?;
                let is_numeric: Vec<bool> = document
                    .columns
                    .iter()
                    .map(|column| !nominal.contains(&column.name))
                    .collect();
                apply(&given, document, &is_numeric, format, &mut rng)
            }
        };
        match applied {
            Ok(()) => {}
            Err(Obstacle::Idle(reason)) => idle.push(format!("`{purpose}`: {reason}")),
            Err(Obstacle::Impossible(reason)) => {
                return Ok(FollowUp::NotApplicable {
                    reason: format!("`{purpose}`: {reason}"),
                });
            }
        }
    }
    let mut changed = request.clone();
    for (name, document) in &documents {
        let format = resolve_input(name.as_str(), interface)?.format;
        let content = match format.write(document) {
            Ok(content) => content,
            Err(problem) => {
                return Ok(FollowUp::NotApplicable {
                    reason: format!("`{name}`: {problem}"),
                });
            }
        };
        let changes_texts = calls().any(|call| call.transform.changes_texts());
        if changes_texts && !reads_back(document, format, &content) {
            return Ok(FollowUp::NotApplicable {
                reason: format!("`{name}` would no longer be read as `{}`", format.name),
            });
        }
        changed.inputs.insert((*name).clone(), Blob::new(content));
    }
    Ok(FollowUp::Request(changed))
}

const IS_READ: &str = "every input of the property was read";

/// Changes two inputs by a call that takes both.
fn change_both<'a>(
    call: &TransformCall,
    names: [&'a InputName; 2],
    documents: &mut BTreeMap<&'a InputName, Document<'_>>,
    format: &FormatInfo,
    rng: &mut Rng,
) -> Result<(), Obstacle> {
    if names[0] == names[1] {
        return Err(Obstacle::Idle("both inputs are the same".to_owned()));
    }
    let [mut one, mut other] = names.map(|name| documents.remove(name).expect(IS_READ));
    let applied = apply_to_both(call, &mut one, &mut other, format, rng);
    documents.extend(names.into_iter().zip([one, other]));
    applied
}

/// The name and content of an input that a word is looked for in.
fn searched<'a>(
    name: &str,
    interface: &'a Interface,
    request: &'a Request,
) -> Result<(&'a str, &'a [u8]), PropertyError> {
    let name = resolve_input(name, interface)?.name;
    let missing = || PropertyError::MissingInput {
        input: name.clone(),
    };
    let content = request.inputs.get(name).ok_or_else(missing)?;
    Ok((name.as_str(), content.bytes()))
}

/// The texts of the inputs that the steps change or take rows from.
fn read_texts<'a>(
    steps: &[Step<'_>],
    interface: &'a Interface,
    source: &'a Request,
) -> Result<BTreeMap<&'a InputName, Cow<'a, str>>, PropertyError> {
    let mut texts = BTreeMap::new();
    let names = steps.iter().flat_map(|step| {
        let other = step.call().other_input();
        [step.expression.name.as_str()].into_iter().chain(other)
    });
    for name in names {
        let input = resolve_input(name, interface)?;
        let name = input.name;
        if texts.contains_key(name) {
            continue;
        }
        let Some(blob) = source.inputs.get(name) else {
            return Err(PropertyError::MissingInput {
                input: name.clone(),
            });
        };
        let text = input.format.text(blob.bytes());
        texts.insert(name, text.map_err(|error| unreadable(&input, error))?);
    }
    Ok(texts)
}

fn read_documents<'a>(
    texts: &'a BTreeMap<&'a InputName, Cow<'a, str>>,
    interface: &Interface,
) -> Result<BTreeMap<&'a InputName, Document<'a>>, PropertyError> {
    let mut documents = BTreeMap::new();
    for (&name, text) in texts {
        let input = resolve_input(name.as_str(), interface)?;
        let document = input.format.read(text, input.spec.label.as_deref());
        documents.insert(name, document.map_err(|error| unreadable(&input, error))?);
    }
    Ok(documents)
}

fn unreadable(input: &ResolvedInput<'_>, source: FormatError) -> PropertyError {
    PropertyError::UnreadableInput {
        input: input.name.clone(),
        format: input.format.name,
        source,
    }
}

/// The columns that are not numeric in some input that the property changes.
///
/// Training and test data must be changed alike, also where a nominal column of one happens to hold
/// nothing but numbers in the other.
fn nominal_columns(documents: &BTreeMap<&InputName, Document<'_>>) -> BTreeSet<String> {
    documents
        .values()
        .flat_map(|document| document.columns.iter().zip(document.numeric_columns()))
        .filter(|(_, is_numeric)| !is_numeric)
        .map(|(column, _)| column.name.clone())
        .collect()
}

/// Whether the written document is read as it was meant.
///
/// A text put into a value may hold what separates values.
fn reads_back(document: &Document<'_>, format: &FormatInfo, content: &[u8]) -> bool {
    match format.text(content) {
        // Writing has told already whether the text stands for a file.
        Ok(_) if !format.is_text() => true,
        Ok(text) => format
            .read(&text, None)
            .is_ok_and(|read| read.rows() == document.rows()),
        Err(_) => false,
    }
}

fn check_columns(
    call: &TransformCall,
    input: &InputName,
    document: &Document<'_>,
) -> Result<(), PropertyError> {
    // The columns of a matrix have positions; whether there are as many, its transforms find out.
    if document.shape.is_some() {
        return Ok(());
    }
    let names: Vec<&str> = document.columns.iter().map(|c| c.name.as_str()).collect();
    let mut wanted = call.scope.columns.iter();
    match wanted.find(|name| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some(column) => Err(PropertyError::UnknownColumn {
            input: input.clone(),
            column: column.clone(),
            hint: hint(column, names),
        }),
    }
}

/// The call of this index as it reads in the property, with the true name of its input.
fn call_text(expression: &Expression, input: &InputName, index: usize) -> String {
    // Calls further out do not count, so that two properties that begin alike choose alike there.
    let call = Expression {
        name: input.to_string(),
        calls: expression.calls[..=index].to_vec(),
    };
    call.to_string()
}
