//! Properties whose follow-up runs are built from outputs of the source run.
//!
//! ShortestPath(a, b) = ShortestPath(a, c) + ShortestPath(c, b) for a c on the path that was found:
//! the follow-up runs cannot be known before the source run has ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{
    Blob, Case, InputName, Observation, OutputName, PropertyName, Reason, Request, Verdict,
};
use killrate_properties::{Combination, FollowUp, FunctionNames, Functions, ParseError, Property};
use serde::{Deserialize, Serialize};

use crate::placeholder::{fill_in, placeholders};

/// A property of this kind, as manifests have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DependentProperty {
    /// The name in tables.
    pub name: PropertyName,
    /// What stands between `if` and `then`, for each follow-up run; `{name}` stands for the text of
    /// that output of the source run.
    pub runs: Vec<String>,
    /// How the outputs of the follow-up runs become one.
    pub combine: Combination,
    /// What stands after `then`.
    pub then: String,
}

impl DependentProperty {
    /// The relation alone, which has to fit the subject.
    ///
    /// # Errors
    /// When it is not written in the language.
    pub fn relation(&self, names: &FunctionNames) -> Result<Property, ParseError> {
        // What comes before the relation does not matter; every program takes a seed.
        self.with_run("with seed=1", names)
    }

    /// The outputs of the source run that follow-up runs are built from, as they are written.
    pub fn built_from(&self) -> BTreeSet<&str> {
        self.runs.iter().flat_map(|run| placeholders(run)).collect()
    }

    /// The property with one follow-up run.
    fn with_run(&self, run: &str, names: &FunctionNames) -> Result<Property, ParseError> {
        Property::parse_with(
            &format!("{}: if {run} then {}", self.name, self.then),
            names,
        )
    }

    /// The follow-up runs that what the source run showed leads to, or why there are none: it says
    /// nothing about such a source run, or what comes of filling in its outputs cannot be used.
    pub(crate) fn follow_ups(
        &self,
        interface: &killrate_model::Interface,
        case: &Case,
        source: &Observation,
        seed: u64,
        (names, functions): (&FunctionNames, &dyn Functions),
    ) -> Result<Vec<Arc<Request>>, Reason> {
        let not_tested = |detail: String| Reason::NotTested { detail };
        let mut requests = Vec::new();
        for run in &self.runs {
            let run = filled_in(run, source).map_err(not_tested)?;
            let unusable = |problem: String| Reason::UnusableOutput {
                detail: format!("`{run}`: {problem}"),
            };
            let property = self
                .with_run(&run, names)
                .map_err(|error| unusable(error.problem))?;
            let follow_up = property
                .follow_up_with(interface, &case.requests[0], seed, functions)
                .map_err(|error| unusable(error.to_string()))?;
            match follow_up {
                FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason } => {
                    return Err(not_tested(format!("`{run}`: {reason}")));
                }
                FollowUp::Request(request) => requests.push(Arc::new(request)),
            }
        }
        if requests.is_empty() {
            return Err(not_tested("it has no runs".to_owned()));
        }
        Ok(requests)
    }

    /// What it says of a source run and its follow-up runs.
    pub(crate) fn judge(
        &self,
        interface: &killrate_model::Interface,
        inputs: &BTreeMap<InputName, Blob>,
        source: &Observation,
        follow_ups: &[&Observation],
        (names, functions): (&FunctionNames, &dyn Functions),
    ) -> Verdict {
        if let Some(failed) = follow_ups.iter().find(|run| !run.exit.is_normal()) {
            return Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: format!("follow-up run: {}", failed.exit),
            });
        }
        let relation = self
            .relation(names)
            .expect("what is not written in the language is refused before anything runs");
        let looked_at = relation.outputs(interface).unwrap_or_default();
        match self.combined(&looked_at, follow_ups) {
            Ok(combined) => relation.judge_with(interface, inputs, source, &combined, functions),
            Err(detail) => Verdict::Inconclusive(Reason::UnusableOutput { detail }),
        }
    }

    /// One run that shows what the follow-up runs show together.
    fn combined(
        &self,
        looked_at: &BTreeSet<OutputName>,
        follow_ups: &[&Observation],
    ) -> Result<Observation, String> {
        // All follow-up runs ended normally, so the first stands for their end and the rest is
        // replaced.
        let mut combined = follow_ups[0].clone();
        for name in looked_at {
            let contents = follow_ups
                .iter()
                .map(|run| run.output(name).map(Blob::bytes))
                .collect::<Option<Vec<&[u8]>>>()
                .ok_or_else(|| format!("a follow-up run has no output `{name}`"))?;
            let content = self
                .combine
                .combine(&contents)
                .map_err(|problem| format!("`{name}` of the follow-up runs: {problem}"))?;
            let blob = Blob::new(content);
            if name.as_str() == "stdout" {
                combined.stdout = blob;
            } else {
                combined.outputs.insert(name.clone(), blob);
            }
        }
        Ok(combined)
    }
}

impl std::fmt::Display for DependentProperty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let runs = self.runs.join("; ");
        write!(f, "{}: if {runs} then {}", self.name, self.then)
    }
}

/// The text of a run with the source's outputs in the place of their names.
fn filled_in(run: &str, source: &Observation) -> Result<String, String> {
    // Every value is looked up before, because filling in has no way to fail.
    for name in placeholders(run) {
        value(name, source)?;
    }
    Ok(fill_in(run, |name| value(name, source).unwrap_or_default()))
}

/// The one line of an output, as a value of the language.
fn value(name: &str, source: &Observation) -> Result<String, String> {
    let output = OutputName::new(name).ok();
    let blob = output
        .and_then(|output| source.output(&output).cloned())
        .ok_or_else(|| format!("there is no output `{name}`"))?;
    let text = blob.to_text();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    match (lines.next(), lines.next()) {
        (None, _) => Err(format!("`{name}` of the source run is empty")),
        (Some(_), Some(_)) => Err(format!("`{name}` of the source run has several lines")),
        (Some(line), None) if line.contains(['"', '\\']) => {
            Err(format!("`{name}` of the source run is no plain value"))
        }
        // Without quotes these would end the word in the language.
        (Some(line), None) if line.contains([' ', '\t', ',', '(', ')']) => {
            Ok(format!("\"{line}\""))
        }
        (Some(line), None) => Ok(line.to_owned()),
    }
}
