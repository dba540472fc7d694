//! Making the second request of a property.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Blob, InputName, Interface, Request, Rng};

use crate::check::{resolve_input, set_option};
use crate::document::Document;
use crate::formats::FormatInfo;
use crate::syntax::{Expression, TransformCall};
use crate::transforms::{Obstacle, apply};
use crate::{Property, PropertyError, check};
use killrate_model::hint;

/// What a property makes of a source request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUp {
    /// The request whose outputs must follow.
    Request(Request),
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
) -> Result<FollowUp, PropertyError> {
    check::check(property, interface)?;
    let mut documents = read_inputs(property, interface, source)?;
    let calls = || property.inputs.iter().flat_map(|input| &input.calls);
    let nominal = match calls().any(|call| call.transform.changes_numbers()) {
        true => nominal_columns(&documents),
        false => BTreeSet::new(),
    };
    let mut idle = Vec::new();
    for expression in &property.inputs {
        let name = resolve_input(&expression.name, interface)?.name;
        let document = documents
            .get_mut(name)
            .expect("every input of the property was read");
        for (index, call) in expression.calls.iter().enumerate() {
            check_columns(call, name, document)?;
            let is_numeric: Vec<bool> = document
                .columns
                .iter()
                .map(|column| !nominal.contains(&column.name))
                .collect();
            // The stream depends on the call alone, so that two properties with the same call ask
            // for the same execution.
            let purpose = call_text(expression, name, index);
            let mut rng = Rng::for_purpose(seed, &purpose);
            match apply(call, document, &is_numeric, &mut rng) {
                Ok(()) => {}
                Err(Obstacle::Idle(reason)) => idle.push(format!("`{purpose}`: {reason}")),
                Err(Obstacle::Impossible(reason)) => {
                    return Ok(FollowUp::NotApplicable {
                        reason: format!("`{purpose}`: {reason}"),
                    });
                }
            }
        }
    }
    let mut request = source.clone();
    for (name, document) in &documents {
        let blob = Blob::new(document.write().into_bytes());
        let input = resolve_input(name.as_str(), interface)?;
        let changes_texts = calls().any(|call| call.transform.changes_texts());
        if changes_texts && !reads_back(document, input.format, &blob) {
            return Ok(FollowUp::NotApplicable {
                reason: format!(
                    "`{name}` would no longer be read as `{}`",
                    input.format.name
                ),
            });
        }
        request.inputs.insert((*name).clone(), blob);
    }
    for setting in &property.settings {
        set_option(setting, &mut request.arguments, &mut request.seed)?;
    }
    // Comparing a run with itself can never reveal a fault.
    if request == *source {
        let reason = match idle.is_empty() {
            true => "the follow-up equals its source".to_owned(),
            false => idle.join("; "),
        };
        return Ok(FollowUp::NotApplicable { reason });
    }
    Ok(FollowUp::Request(request))
}

fn read_inputs<'a>(
    property: &Property,
    interface: &'a Interface,
    source: &'a Request,
) -> Result<BTreeMap<&'a InputName, Document<'a>>, PropertyError> {
    let mut documents = BTreeMap::new();
    for expression in &property.inputs {
        let input = resolve_input(&expression.name, interface)?;
        let name = input.name;
        let Some(blob) = source.inputs.get(name) else {
            return Err(PropertyError::MissingInput {
                input: name.clone(),
            });
        };
        let document = input
            .format
            .read(blob.bytes(), input.spec.label.as_deref())
            .map_err(|source| PropertyError::UnreadableInput {
                input: name.clone(),
                format: input.format.name,
                source,
            })?;
        // Transforms fit formats with rows or numbers only, and those are read into documents.
        let document = document.expect("a format that a transform fits is text");
        documents.insert(name, document);
    }
    Ok(documents)
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
fn reads_back(document: &Document<'_>, format: &FormatInfo, blob: &Blob) -> bool {
    match format.read(blob.bytes(), None) {
        Ok(Some(read)) => read.rows() == document.rows(),
        _ => false,
    }
}

fn check_columns(
    call: &TransformCall,
    input: &InputName,
    document: &Document<'_>,
) -> Result<(), PropertyError> {
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
    let call = Expression {
        name: input.to_string(),
        calls: expression.calls[..=index].to_vec(),
    };
    call.to_string()
}
