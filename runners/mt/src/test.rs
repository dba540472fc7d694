//! Testing every property on every data set.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use killrate_executor::check_arguments;
use killrate_model::{DataSet, DataSetName, OutputName, PropertyName, Request, Verdict};
use killrate_properties::{FollowUp, Functions, Property};

use crate::dependent::{self, Chain};
use crate::function::ExternalFunctions;
use crate::runner::{Run, repeated, run_all};
use crate::{Finding, MtError, Outcome, Spec, Surroundings, keep};

/// One property on one data set.
struct Test<'a> {
    property: &'a Property,
    name: &'a PropertyName,
    data_set: &'a DataSet,
    seed: Option<u64>,
    plan: Plan,
}

/// What there is to run for it.
enum Plan {
    /// The follow-up run of this position.
    Follow(usize),
    /// Nothing.
    NotApplicable(String),
}

/// Tests every property of a spec on every data set, and keeps under `keep` what needs a look.
///
/// The program runs twice on each data set as it is; both runs must end normally, have every output
/// that a property looks at, and show the same in them.
///
/// # Errors
/// When a property does not fit, an input cannot be read, the program fails on the data as they are,
/// or the harness fails.
pub fn test(
    spec: &Spec,
    data_sets: &[DataSet],
    keep: &Path,
    surroundings: Surroundings<'_>,
) -> Result<Vec<Finding>, MtError> {
    if data_sets.is_empty() {
        return Err(MtError::NoData);
    }
    let sources = data_sets
        .iter()
        .map(|data_set| source(spec, data_set))
        .collect::<Result<Vec<_>, _>>()?;
    let functions = &ExternalFunctions { spec, surroundings };
    // Whatever does not fit is told before anything runs.
    let mut requests = Vec::new();
    let tests = plan(spec, data_sets, &sources, functions, &mut requests)?;
    let source_runs = run_sources(spec, data_sets, &sources, surroundings)?;
    let chains = dependent::plan(
        spec,
        data_sets,
        &sources,
        &source_runs,
        functions,
        &mut requests,
    )?;
    let runs = run_all(spec, &requests, surroundings)?;
    let run_of = |name: &DataSetName| {
        let position = data_sets.iter().position(|set| set.name == *name);
        &source_runs[position.expect("a test is of one of the data sets")]
    };
    let mut findings = Vec::new();
    for test in tests {
        let source_run = run_of(&test.data_set.name);
        let (outcome, follow_ups) = match test.plan {
            Plan::NotApplicable(reason) => (Outcome::NotApplicable { reason }, Vec::new()),
            Plan::Follow(position) => {
                let follow_up = &runs[position];
                let outcome = judge(spec, test.property, source_run, follow_up, functions);
                (outcome, vec![follow_up])
            }
        };
        let finding = Finding {
            property: test.name.clone(),
            text: test.property.to_string(),
            data_set: test.data_set.name.clone(),
            seed: test.seed,
            outcome,
            kept: None,
        };
        findings.push(keep::keep(keep, spec, finding, source_run, &follow_ups)?);
    }
    for Chain { finding, plan } in chains {
        let source_run = run_of(&finding.data_set);
        let (finding, follow_ups) = match plan {
            None => (finding, Vec::new()),
            Some(plan) => {
                let follow_ups: Vec<&Run> = plan.positions.iter().map(|&at| &runs[at]).collect();
                let outcome = dependent::judge(spec, &plan, source_run, &follow_ups, functions);
                (Finding { outcome, ..finding }, follow_ups)
            }
        };
        findings.push(keep::keep(keep, spec, finding, source_run, &follow_ups)?);
    }
    Ok(findings)
}

/// What a property says of two runs.
pub(crate) fn judge(
    spec: &Spec,
    property: &Property,
    source: &Run,
    follow_up: &Run,
    functions: &dyn Functions,
) -> Outcome {
    let interface = &spec.interface;
    if follow_up.seen.exit.is_normal() {
        let looked_at = property.outputs(interface).unwrap_or_default();
        for name in &looked_at {
            if let Some(problem) = follow_up.missing.get(name) {
                let reason = format!("follow-up run: no output `{name}`: {problem}");
                return Outcome::Inconclusive { reason };
            }
        }
    }
    match property.judge_with(interface, &source.seen, &follow_up.seen, functions) {
        Verdict::Violated(evidence) => Outcome::Violated {
            evidence: evidence.detail,
        },
        Verdict::Inconclusive(reason) => Outcome::Inconclusive {
            reason: format!("{}{}", reason.detail(), complaint(follow_up)),
        },
        Verdict::SatisfiedByTolerance => Outcome::HoldsByTolerance,
        Verdict::Satisfied => Outcome::Holds,
    }
}

/// The last line that a failed run complained, after a colon.
pub(crate) fn complaint(run: &Run) -> String {
    if run.seen.exit.is_normal() {
        return String::new();
    }
    let stderr = run.seen.stderr.to_text();
    let line = stderr.trim().lines().last();
    line.map_or_else(String::new, |line| format!(": {line}"))
}

fn source(spec: &Spec, data_set: &DataSet) -> Result<Request, MtError> {
    let mut inputs = BTreeMap::new();
    for name in spec.interface.inputs.keys() {
        let blob = data_set.inputs.get(name).ok_or_else(|| MtError::NoFile {
            data_set: data_set.name.clone(),
            input: name.clone(),
        })?;
        inputs.insert(name.clone(), blob.clone());
    }
    let files = |name: &&OutputName| !spec.is_derived(name);
    let request = Request {
        arguments: spec.interface.arguments.clone(),
        inputs,
        outputs: spec
            .interface
            .outputs
            .keys()
            .filter(files)
            .cloned()
            .collect(),
        seed: spec.seed,
        probes: BTreeSet::new(),
    };
    check_arguments(&request)?;
    Ok(request)
}

fn plan<'a>(
    spec: &'a Spec,
    data_sets: &'a [DataSet],
    sources: &[Request],
    functions: &dyn Functions,
    requests: &mut Vec<Request>,
) -> Result<Vec<Test<'a>>, MtError> {
    let mut tests = Vec::new();
    for (name, property) in &spec.properties {
        let seeds: Vec<Option<u64>> = match property.is_seeded() {
            true => spec.transform_seeds.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        for (data_set, source) in data_sets.iter().zip(sources) {
            for &seed in &seeds {
                let follow_up = property
                    .follow_up_with(&spec.interface, source, seed.unwrap_or_default(), functions)
                    .map_err(|source| MtError::Data {
                        property: name.clone(),
                        data_set: data_set.name.clone(),
                        source,
                    })?;
                let plan = match follow_up {
                    FollowUp::NotApplicable { reason } => Plan::NotApplicable(reason),
                    FollowUp::Request(request) => {
                        requests.push(request);
                        Plan::Follow(requests.len() - 1)
                    }
                };
                tests.push(Test {
                    property,
                    name,
                    data_set,
                    seed,
                    plan,
                });
            }
        }
    }
    Ok(tests)
}

/// Runs the program on the data as they are, twice, and insists that it can be judged at all.
fn run_sources(
    spec: &Spec,
    data_sets: &[DataSet],
    sources: &[Request],
    surroundings: Surroundings<'_>,
) -> Result<Vec<Run>, MtError> {
    let again = sources
        .iter()
        .map(repeated)
        .filter(|_| spec.is_deterministic);
    let requests: Vec<Request> = sources.iter().cloned().chain(again).collect();
    let mut runs = run_all(spec, &requests, surroundings)?;
    let repetitions = runs.split_off(sources.len());
    let mut looked_at = dependent::outputs(spec)?;
    for (name, property) in &spec.properties {
        let outputs = property.outputs(&spec.interface);
        looked_at.extend(outputs.map_err(|source| MtError::Unfit {
            property: name.clone(),
            source,
        })?);
    }
    for (index, run) in runs.iter().enumerate() {
        let data_set = &data_sets[index].name;
        check_source(spec, data_set, run, &looked_at)?;
        if let Some(repetition) = repetitions.get(index) {
            let differs =
                |name: &&OutputName| run.seen.output(name) != repetition.seen.output(name);
            if let Some(output) = looked_at.iter().find(differs) {
                return Err(MtError::NotDeterministic {
                    command: spec.program_name().to_owned(),
                    data_set: data_set.clone(),
                    output: output.clone(),
                });
            }
        }
    }
    Ok(runs)
}

fn check_source(
    spec: &Spec,
    data_set: &DataSetName,
    run: &Run,
    looked_at: &BTreeSet<OutputName>,
) -> Result<(), MtError> {
    let command = spec.program_name().to_owned();
    if !run.seen.exit.is_normal() {
        return Err(MtError::SourceFails {
            command,
            data_set: data_set.clone(),
            exit: run.seen.exit,
            complaint: complaint(run),
        });
    }
    let missing = looked_at
        .iter()
        .find(|name| run.seen.output(name).is_none());
    match missing {
        None => Ok(()),
        Some(output) => Err(MtError::NoOutput {
            command,
            data_set: data_set.clone(),
            output: output.clone(),
            problem: match run.missing.get(output) {
                Some(problem) => problem.clone(),
                None => "it ended normally without writing the file".to_owned(),
            },
        }),
    }
}
