//! Testing every property on every data set.

use std::path::Path;
use std::sync::Arc;

use killrate_model::{Case, DataSet, InputName, ProgramName, Reason, Variant, Verdict};
use killrate_rounds::{Answer, Dialogue, Planned, Question, Shown, converse};
use killrate_techniques::{Explored, Setting, Skipped, complaint};

use crate::keep::keep_runs;
use crate::other::{differing, unsteady};
use crate::placebo::mark;
use crate::runner::{Run, Wanted, run_all};
use crate::sources::{check_sources, sources};
use crate::{Differing, Finding, Found, MtError, Spec, Surroundings};

/// The run of an answer; `None` for commands that properties call, of which nothing is kept.
type ProgramRun = Option<Arc<Run>>;

/// Tests every property of a spec on every data set, and keeps under `keep` what needs a look.
///
/// The program runs twice on each data set as it is; both runs must end normally, have every output
/// that a property looks at, and show the same in them. What holds for it is tested on its placebos.
///
/// # Errors
/// When a property does not fit, an input is missing, the program fails on the data as they are, a
/// command that transforms them fails, or the harness fails.
pub fn test(
    spec: &Spec,
    data_sets: &[DataSet],
    keep: &Path,
    surroundings: Surroundings<'_>,
) -> Result<Vec<Finding>, MtError> {
    let mut findings = test_alone(spec, data_sets, keep, surroundings)?;
    for placebo in &spec.placebos {
        let keep = keep.join("placebos").join(placebo.name.as_str());
        let tested = test_alone(&placebo.spec, data_sets, &keep, surroundings);
        let of_placebo = tested.map_err(|source| MtError::Placebo {
            name: placebo.name.clone(),
            source: Box::new(source),
        })?;
        mark(&mut findings, &placebo.name, of_placebo);
    }
    Ok(findings)
}

/// The same without the spec's placebos.
fn test_alone(
    spec: &Spec,
    data_sets: &[DataSet],
    keep: &Path,
    surroundings: Surroundings<'_>,
) -> Result<Vec<Finding>, MtError> {
    if data_sets.is_empty() {
        return Err(MtError::NoData);
    }
    // Files that the program does not take are left out, because properties could not say anything
    // of them.
    let fit = data_sets.iter().map(|data_set| fit(spec, data_set));
    let fitting: Vec<DataSet> = fit.collect::<Result<_, _>>()?;
    let sources = sources(spec, &fitting)?;
    let setting = Setting {
        interface: &spec.interface,
        data_sets: &fitting,
    };
    // Whatever does not fit is told before anything runs.
    let planned = Planned::new(vec![spec.technique()], &setting)?;
    check_sources(spec, &fitting, &sources, surroundings)?;
    let unsteady = unsteady(spec, &fitting, &sources, surroundings)?;
    let cases: Vec<usize> = (0..planned.cases.len()).collect();
    // The source runs are asked for again; the executor remembers them.
    let dialogues = converse(&planned, &cases, &[Variant::Original], |questions| {
        answer(spec, questions, surroundings)
    })?;
    let mut findings = Vec::new();
    for dialogue in &dialogues {
        let case = &planned.cases[dialogue.case].case;
        let reason = unsteady.get(&case.data_set);
        let reason = reason.filter(|_| spec.is_of_other(&case.property));
        let technique = planned.technique_of(dialogue.case);
        let explored = technique.explored(case, &dialogue.transcript);
        findings.push(conclude(spec, case, dialogue, (explored, reason), keep)?);
    }
    let not_applicable = |skipped: Skipped| Finding {
        text: spec.text_of(&skipped.property),
        property: skipped.property,
        data_set: skipped.data_set,
        seed: None,
        found: Found::NotApplicable {
            reason: skipped.reason,
        },
        explored: None,
        differing: None,
        kept: None,
    };
    findings.extend(planned.skipped.into_iter().map(not_applicable));
    // What does not apply stands beside what does; seeds keep their order.
    findings.sort_by_key(|finding| {
        let property = spec.names().position(|name| *name == finding.property);
        let mut names = data_sets.iter().map(|data_set| &data_set.name);
        (property, names.position(|name| *name == finding.data_set))
    });
    Ok(findings)
}

/// A data set with the inputs of the program and no others.
fn fit(spec: &Spec, data_set: &DataSet) -> Result<DataSet, MtError> {
    let input = |name: &InputName| {
        let blob = data_set.inputs.get(name).ok_or_else(|| MtError::NoFile {
            data_set: data_set.name.clone(),
            input: name.clone(),
        })?;
        Ok((name.clone(), blob.clone()))
    };
    let inputs = spec.interface.inputs.keys().map(input);
    Ok(DataSet {
        name: data_set.name.clone(),
        inputs: inputs.collect::<Result<_, MtError>>()?,
        numbers: data_set.numbers.clone(),
    })
}

/// Runs what properties want to see.
fn answer(
    spec: &Spec,
    questions: &[Question],
    surroundings: Surroundings<'_>,
) -> Result<Vec<Answer<ProgramRun>>, MtError> {
    let once = |question: &Question| Wanted {
        request: Arc::clone(&question.request),
        repetition: 0,
    };
    let wanted: Vec<Wanted> = questions.iter().map(once).collect();
    let runs = run_all(spec, &wanted, surroundings)?;
    let shown = |(question, run): (&Question, Arc<Run>)| {
        let is_of_program = !matches!(question.request.program, ProgramName::Command(_));
        Ok(Shown {
            observation: Arc::clone(&run.seen),
            how: is_of_program.then_some(run),
        })
    };
    Ok(questions.iter().zip(runs).map(shown).collect())
}

/// What a dialogue comes to, with its runs kept where they need a look.
fn conclude(
    spec: &Spec,
    case: &Case,
    dialogue: &Dialogue<ProgramRun>,
    (explored, unsteady): (Option<Explored>, Option<&String>),
    keep: &Path,
) -> Result<Finding, MtError> {
    let runs = telling_runs(dialogue, explored.as_ref());
    let follow_ups = &runs[1..];
    let found = match &dialogue.verdict {
        // What a program gives by chance says nothing of another.
        _ if let Some(reason) = unsteady => Found::Inconclusive {
            reason: reason.clone(),
        },
        Verdict::Satisfied => Found::Holds,
        Verdict::SatisfiedByTolerance => Found::HoldsByTolerance,
        Verdict::Violated(evidence) => Found::Violated {
            evidence: evidence.detail.clone(),
        },
        Verdict::Inconclusive(Reason::NotTested { detail }) => Found::NotApplicable {
            reason: detail.clone(),
        },
        // The source run was found in order, so what should have made a follow-up run of it was not:
        // a function or a property of the user's that needs mending, like those that do not fit.
        Verdict::Inconclusive(reason) if follow_ups.is_empty() => {
            return Err(MtError::NoFollowUp {
                property: case.property.clone(),
                data_set: case.data_set.clone(),
                source: reason.detail().into(),
            });
        }
        Verdict::Inconclusive(reason) => Found::Inconclusive {
            reason: in_full(spec, case, reason, follow_ups),
        },
    };
    let finding = Finding {
        property: case.property.clone(),
        text: spec.text_of(&case.property),
        data_set: case.data_set.clone(),
        seed: case.seed,
        found,
        differing: differing_of(spec, case, &runs),
        explored,
        kept: None,
    };
    keep_runs(keep, spec, finding, &runs)
}

/// The runs that a finding rests on: of many chains of properties those of the one that fails.
fn telling_runs<'a>(
    dialogue: &'a Dialogue<ProgramRun>,
    explored: Option<&Explored>,
) -> Vec<&'a Run> {
    let how = &dialogue.how;
    let places = match explored {
        Some(Explored {
            failing: Some(failing),
            ..
        }) => failing.runs.clone(),
        Some(_) => vec![0],
        None => (0..how.len()).collect(),
    };
    let runs = places.into_iter().filter_map(|place| how.get(place));
    runs.flatten().map(Arc::as_ref).collect()
}

/// How much two programs' outputs differ, where two programs are compared and both have ended well.
fn differing_of(spec: &Spec, case: &Case, runs: &[&Run]) -> Option<Differing> {
    match runs {
        [first, second] if spec.is_of_other(&case.property) => {
            let has_ended = first.seen.exit.is_normal() && second.seen.exit.is_normal();
            let looked_at = &spec.looked_at[&case.property];
            has_ended
                .then(|| differing(looked_at, &first.seen, &second.seen))
                .flatten()
        }
        _ => None,
    }
}

/// A reason with what the technique cannot know: how a run that failed complained, and why an output
/// could not be taken out of another.
fn in_full(spec: &Spec, case: &Case, reason: &Reason, follow_ups: &[&Run]) -> String {
    let run_name = if spec.is_of_other(&case.property) {
        "other program"
    } else {
        "follow-up run"
    };
    let detail = match reason.detail().strip_prefix("follow-up run") {
        Some(rest) => format!("{run_name}{rest}"),
        None => reason.detail().to_owned(),
    };
    if let Some(failed) = follow_ups.iter().find(|run| !run.seen.exit.is_normal()) {
        return format!("{detail}{}", complaint(&failed.seen));
    }
    let looked_at = &spec.looked_at[&case.property];
    let mut missing = follow_ups.iter().flat_map(|run| &run.missing);
    match missing.find(|(name, _)| looked_at.contains(*name)) {
        Some((name, problem)) => format!("{run_name}: no output `{name}`: {problem}"),
        None => detail,
    }
}
