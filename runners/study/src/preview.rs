//! What a study would run, before it runs.

use std::collections::BTreeSet;
use std::time::Duration;

use killrate_model::{SubjectName, TechniqueName, Variant};
use killrate_record::Basis;

use crate::design::Design;
use crate::error::StudyError;
use crate::planned::PlannedCase;
use crate::session::{Session, Surroundings};

/// What one technique of a study would ask for on one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// On which subject.
    pub subject: SubjectName,
    /// Which technique; `None` for all of the subject's techniques together.
    pub technique: Option<TechniqueName>,
    /// Variants to judge, the original among them.
    pub n_variants: usize,
    /// Judgements per variant.
    pub n_cases: usize,
    /// Executions asked for, with repetitions.
    pub n_asked: usize,
    /// Executions that differ in content.
    pub n_distinct: usize,
    /// Distinct executions that are not needed: the reach probe shows that they give the original's
    /// output, or an execution known from before has decided the case.
    pub n_saved: usize,
    /// Distinct executions known from before.
    pub n_cached: usize,
    /// Distinct executions to run, at most: a mutant whose source run fails needs no follow-up.
    pub n_to_run: usize,
    /// The processor time that the original took for the same requests: what those to run will take,
    /// if mutants take as long.
    pub cpu: Duration,
}

/// Weaves, runs the originals, and counts what the mutants would need.
///
/// # Errors
/// As for [`run`](crate::run), short of running mutants.
pub fn preview(
    design: &Design,
    surroundings: Surroundings<'_>,
) -> Result<Vec<Preview>, StudyError> {
    let mut previews = Vec::new();
    for subject in &design.subjects {
        let session = Session::open(design, subject, surroundings)?;
        for technique in 0..session.planned.techniques.len() {
            previews.push(count(&session, Some(technique), surroundings));
        }
        previews.push(count(&session, None, surroundings));
    }
    Ok(previews)
}

/// How many of the distinct executions the reach probe makes unnecessary.
pub(crate) fn count_saved(session: &Session<'_>, variants: &[Variant]) -> usize {
    let requests = &session.planned.requests;
    let is_saved = |variant: &Variant| {
        requests
            .iter()
            .filter(|request| session.observer.basis(*variant, request) != Basis::Run)
            .count()
    };
    variants.iter().map(is_saved).sum()
}

/// The requests of these cases that a variant must be seen on, as far as is known before it runs.
fn needed(
    session: &Session<'_>,
    variant: Variant,
    cases: &[&PlannedCase],
    surroundings: Surroundings<'_>,
) -> BTreeSet<usize> {
    let planned = &session.planned;
    let mut needed = BTreeSet::new();
    for planned_case in cases {
        let Some((&first, rest)) = planned_case.requests.split_first() else {
            continue;
        };
        needed.insert(first);
        let request = &planned.requests[first];
        let is_decided = || {
            let execution = session.observer.execution_of(variant, request);
            let outcome = surroundings.executor.lookup(&execution);
            let technique = &planned.techniques[planned_case.technique];
            outcome.is_some_and(|seen| !technique.needs_rest(&planned_case.case, &seen.observation))
        };
        if rest.is_empty()
            || session.observer.basis(variant, request) != Basis::Run
            || !is_decided()
        {
            needed.extend(rest);
        }
    }
    needed
}

fn count(
    session: &Session<'_>,
    technique: Option<usize>,
    surroundings: Surroundings<'_>,
) -> Preview {
    let planned = &session.planned;
    let cases: Vec<&PlannedCase> = planned
        .cases
        .iter()
        .filter(|case| technique.is_none_or(|technique| case.technique == technique))
        .collect();
    let mut distinct: Vec<usize> = cases
        .iter()
        .flat_map(|case| case.requests.clone())
        .collect();
    let n_asked = distinct.len();
    distinct.sort_unstable();
    distinct.dedup();
    let variants = session.variants();
    let (mut n_saved, mut n_cached, mut cpu) = (0, 0, Duration::ZERO);
    for variant in &variants {
        let needed = needed(session, *variant, &cases, surroundings);
        for &request in &distinct {
            let is_needed = needed.contains(&request);
            let request = &planned.requests[request];
            if !is_needed || session.observer.basis(*variant, request) != Basis::Run {
                n_saved += 1;
            } else {
                let execution = session.observer.execution_of(*variant, request);
                match surroundings.executor.lookup(&execution) {
                    Some(_) => n_cached += 1,
                    None => cpu += session.observer.cost_of_original(request).cpu,
                }
            }
        }
    }
    let n_distinct = distinct.len() * variants.len();
    Preview {
        subject: session.subject.manifest.name.clone(),
        technique: technique.map(|index| planned.techniques[index].name().clone()),
        n_variants: variants.len(),
        n_cases: cases.len(),
        n_asked: n_asked * variants.len(),
        n_distinct,
        n_saved,
        n_cached,
        n_to_run: n_distinct - n_saved - n_cached,
        cpu,
    }
}
