//! Properties whose follow-up runs are built from outputs of the source run.
//!
//! ShortestPath(a, b) = ShortestPath(a, c) + ShortestPath(c, b) for a c on the path that was found:
//! the follow-up runs cannot be known before the source run has ended.

use std::collections::BTreeSet;

use killrate_model::{Blob, DataSet, Observation, OutputName, Request};
use killrate_properties::{FollowUp, Functions, Property};

use crate::manifest::DependentEntry;
use crate::placeholder::{self, placeholders};
use crate::runner::Run;
use crate::test::{self, complaint};
use crate::{Finding, MtError, Outcome, Spec};

/// A property of this kind on one data set, found wanting already or yet to be run.
pub(crate) struct Chain<'a> {
    pub(crate) finding: Finding,
    pub(crate) plan: Option<ChainPlan<'a>>,
}

/// What there is to run for it.
pub(crate) struct ChainPlan<'a> {
    entry: &'a DependentEntry,
    /// The relation, with the first run's transforms.
    property: Property,
    pub(crate) positions: Vec<usize>,
}

/// The outputs that properties of this kind look at or build runs from.
pub(crate) fn outputs(spec: &Spec) -> Result<BTreeSet<OutputName>, MtError> {
    let mut outputs = BTreeSet::new();
    for entry in &spec.dependents {
        let unfit = |source| MtError::Unfit {
            property: entry.name.clone(),
            source,
        };
        outputs.extend(
            relation(spec, entry)?
                .outputs(&spec.interface)
                .map_err(unfit)?,
        );
        for name in entry.runs.iter().flat_map(|run| placeholders(run)) {
            let known = spec.interface.outputs.keys();
            let known = known.map(OutputName::as_str).chain(["stdout"]);
            if !known.clone().any(|output| output == name) {
                return Err(MtError::Unknown {
                    kind: "output",
                    name: name.to_owned(),
                    hint: killrate_model::hint(name, known.collect::<Vec<_>>()),
                });
            }
            outputs.extend(OutputName::new(name));
        }
    }
    Ok(outputs)
}

/// Plans the follow-up runs of every such property from what the source runs showed.
pub(crate) fn plan<'a>(
    spec: &'a Spec,
    data_sets: &[DataSet],
    sources: &[Request],
    source_runs: &[Run],
    functions: &dyn Functions,
    requests: &mut Vec<Request>,
) -> Result<Vec<Chain<'a>>, MtError> {
    let mut chains = Vec::new();
    for entry in &spec.dependents {
        for (index, data_set) in data_sets.iter().enumerate() {
            let seen = &source_runs[index].seen;
            let planned = plan_one(
                spec,
                entry,
                data_set,
                &sources[index],
                seen,
                functions,
                requests,
            )?;
            let (outcome, plan) = match planned {
                Ok(plan) => (Outcome::Holds, Some(plan)),
                Err(reason) => (Outcome::NotApplicable { reason }, None),
            };
            let finding = Finding {
                property: entry.name.clone(),
                text: text(entry),
                data_set: data_set.name.clone(),
                seed: None,
                outcome,
                kept: None,
            };
            chains.push(Chain { finding, plan });
        }
    }
    Ok(chains)
}

/// What such a property says of a source run and its follow-up runs.
pub(crate) fn judge(
    spec: &Spec,
    plan: &ChainPlan<'_>,
    source: &Run,
    follow_ups: &[&Run],
    functions: &dyn Functions,
) -> Outcome {
    if let Some(failed) = follow_ups.iter().find(|run| !run.seen.exit.is_normal()) {
        let reason = format!("follow-up run: {}{}", failed.seen.exit, complaint(failed));
        return Outcome::Inconclusive { reason };
    }
    let looked_at = plan.property.outputs(&spec.interface).unwrap_or_default();
    match combine(plan.entry, &looked_at, follow_ups) {
        Ok(combined) => test::judge(spec, &plan.property, source, &combined, functions),
        Err(reason) => Outcome::Inconclusive { reason },
    }
}

/// One run that shows what the follow-up runs show together.
fn combine(
    entry: &DependentEntry,
    looked_at: &BTreeSet<OutputName>,
    follow_ups: &[&Run],
) -> Result<Run, String> {
    let mut combined = follow_ups[0].clone();
    for name in looked_at {
        let contents = follow_ups
            .iter()
            .map(|run| run.seen.output(name).map(Blob::bytes))
            .collect::<Option<Vec<&[u8]>>>()
            .ok_or_else(|| format!("a follow-up run has no output `{name}`"))?;
        let content = entry
            .combine
            .combine(&contents)
            .map_err(|problem| format!("`{name}` of the follow-up runs: {problem}"))?;
        let blob = Blob::new(content);
        match name.as_str() {
            "stdout" => combined.seen.stdout = blob,
            _ => drop(combined.seen.outputs.insert(name.clone(), blob)),
        }
    }
    Ok(combined)
}

/// The plan, or why the property says nothing about this data set.
fn plan_one<'a>(
    spec: &Spec,
    entry: &'a DependentEntry,
    data_set: &DataSet,
    source: &Request,
    seen: &Observation,
    functions: &dyn Functions,
    requests: &mut Vec<Request>,
) -> Result<Result<ChainPlan<'a>, String>, MtError> {
    let mut planned = Vec::new();
    let mut first = None;
    let seed = spec.transform_seeds.first().copied().unwrap_or_default();
    for run in &entry.runs {
        let run = match fill_in(run, seen) {
            Ok(run) => run,
            Err(reason) => return Ok(Err(reason)),
        };
        let property = parse(spec, entry, &run)?;
        let follow_up = property
            .follow_up_with(&spec.interface, source, seed, functions)
            .map_err(|source| MtError::Data {
                property: entry.name.clone(),
                data_set: data_set.name.clone(),
                source,
            })?;
        match follow_up {
            FollowUp::NotApplicable { reason } => return Ok(Err(format!("`{run}`: {reason}"))),
            FollowUp::Request(request) => planned.push(request),
        }
        first.get_or_insert(property);
    }
    let Some(property) = first else {
        return Ok(Err("it has no runs".to_owned()));
    };
    let start = requests.len();
    requests.extend(planned);
    Ok(Ok(ChainPlan {
        entry,
        property,
        positions: (start..requests.len()).collect(),
    }))
}

/// The text of a run with the source's outputs in the place of their names.
fn fill_in(run: &str, seen: &Observation) -> Result<String, String> {
    for name in placeholders(run) {
        value(name, seen)?;
    }
    Ok(placeholder::fill_in(run, |name| {
        value(name, seen).unwrap_or_default()
    }))
}

/// The one line of an output, as a value of the language.
fn value(name: &str, seen: &Observation) -> Result<String, String> {
    let output = OutputName::new(name).ok();
    let blob = output.and_then(|output| seen.output(&output).cloned());
    let blob = blob.ok_or_else(|| format!("there is no output `{name}`"))?;
    let text = blob.to_text();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    match (lines.next(), lines.next()) {
        (None, _) => Err(format!("`{name}` of the source run is empty")),
        (Some(_), Some(_)) => Err(format!("`{name}` of the source run has several lines")),
        (Some(line), None) if line.contains(['"', '\\']) => {
            Err(format!("`{name}` of the source run is no plain value"))
        }
        (Some(line), None) if line.contains([' ', '\t', ',', '(', ')']) => {
            Ok(format!("\"{line}\""))
        }
        (Some(line), None) => Ok(line.to_owned()),
    }
}

fn parse(spec: &Spec, entry: &DependentEntry, run: &str) -> Result<Property, MtError> {
    spec.parse(&format!("{}: if {run} then {}", entry.name, entry.then))
}

/// The relation alone; what comes before it does not matter.
fn relation(spec: &Spec, entry: &DependentEntry) -> Result<Property, MtError> {
    parse(spec, entry, "with any=value")
}

fn text(entry: &DependentEntry) -> String {
    format!(
        "{}: if {} then {}",
        entry.name,
        entry.runs.join("; "),
        entry.then
    )
}
