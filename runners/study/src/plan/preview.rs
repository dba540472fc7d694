//! What a study would run, before it runs.

use std::time::Duration;

use killrate_catalogue::Design;
use killrate_model::{SubjectName, TechniqueName};
use killrate_rounds::Dialogue;

use crate::error::StudyError;
use crate::rounds::{Known, Ledger, Origin, Unknown};
use crate::session::Session;
use crate::surroundings::Surroundings;

/// What one technique of a study would ask for on one subject, if mutants that were not run yet show
/// what the original shows.
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
    pub n_asked: u64,
    /// Executions that differ in content.
    pub n_distinct: u64,
    /// Distinct executions that are not needed: the reach probe shows that they give the original's
    /// output.
    pub n_saved: u64,
    /// Distinct executions known from before.
    pub n_cached: u64,
    /// Distinct executions to run: a mutant that fails needs fewer, one that cuts its tests short needs
    /// more.
    pub n_to_run: u64,
    /// The processor time that the original took for the same requests: what those to run will take,
    /// if mutants take as long.
    pub cpu: Duration,
}

/// Weaves, runs the originals, and counts what the mutants would need.
///
/// The dialogues are those of [`run`](crate::run): what the log knows is taken from there, and where a
/// mutant was not run yet it is taken to show what the original shows.
///
/// # Errors
/// As for [`run`](crate::run), short of running mutants.
pub fn preview(
    design: &Design,
    surroundings: Surroundings<'_>,
) -> Result<Vec<Preview>, StudyError> {
    let mut previews = Vec::new();
    for subject in &design.subjects {
        let mut session = Session::open(design, subject, surroundings)?;
        let (cases, variants) = (session.all_cases(), session.variants());
        let foreseen = session.converse(&cases, &variants, Unknown::Assume)?;
        let n_variants = variants.len() + 1;
        let dialogues: Vec<Dialogue<Known>> =
            of_original(&session).into_iter().chain(foreseen).collect();
        for technique in 0..session.planned.techniques.len() {
            previews.push(count(&session, &dialogues, Some(technique), n_variants));
        }
        // Techniques share executions, so this may be less than the sum of theirs.
        previews.push(count(&session, &dialogues, None, n_variants));
    }
    Ok(previews)
}

/// The dialogues of the original, whose runs are known by the time that a preview counts them.
fn of_original(session: &Session<'_>) -> Vec<Dialogue<Known>> {
    let mut dialogues = session.of_original.clone();
    // The runs that opened the session just now would count as runs that are still to be made.
    let known = dialogues.iter_mut().flat_map(|dialogue| &mut dialogue.how);
    known.for_each(|known| known.origin = Origin::Log);
    dialogues
}

fn count(
    session: &Session<'_>,
    dialogues: &[Dialogue<Known>],
    technique: Option<usize>,
    n_variants: usize,
) -> Preview {
    let planned = &session.planned;
    let is_wanted = |case: usize| {
        let of_case = planned.cases[case].technique;
        technique.is_none_or(|technique| technique == of_case)
    };
    let ledger = Ledger::of(dialogues.iter().filter(|one| is_wanted(one.case)));
    let n_cases = (0..planned.cases.len()).filter(|&case| is_wanted(case));
    Preview {
        subject: session.subject.manifest.name.clone(),
        technique: technique.map(|index| planned.techniques[index].name().clone()),
        n_variants,
        n_cases: n_cases.count(),
        n_asked: ledger.n_asked,
        n_distinct: ledger.n_distinct,
        n_saved: ledger.n_saved,
        n_cached: ledger.n_cached,
        n_to_run: ledger.n_run,
        cpu: ledger.cpu,
    }
}
