//! One cell of a record, told in full: the change, the runs, the evidence and how to repeat them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use killrate_catalogue::{Cell, Design, LookupError, find_mutant, find_subject, weave_options};
use killrate_model::{
    Case, Mutant, MutantStatus, Observation, ProgramName, Request, SubjectName, Variant, Verdict,
    hint,
};
use killrate_record::Basis;
use killrate_rounds::Dialogue;
use killrate_techniques::TechniqueKind;

use crate::baseline::is_slow;
use crate::error::StudyError;
use crate::judge::basis;
use crate::rounds::{Known, Unknown};
use crate::session::Session;
use crate::surroundings::Surroundings;

/// Everything there is to say about one mutant and one of its verdicts.
#[derive(Debug)]
pub struct Explanation {
    /// The subject.
    pub subject: SubjectName,
    /// The mutant.
    pub mutant: Mutant,
    /// The change as a unified diff.
    pub diff: String,
    /// The case that is told in full.
    pub case: Case,
    /// What the property says, where it is written in the property language.
    pub property_text: Option<String>,
    /// What the technique said of the original: anything but satisfied cannot kill.
    pub verdict_on_original: Verdict,
    /// What the technique said of the mutant.
    pub verdict: Verdict,
    /// How that is known.
    pub basis: Basis,
    /// The runs it rests on, in the order in which the technique asked for them.
    pub runs: Vec<RunStory>,
    /// Every verdict on this mutant, in the order of the plan.
    pub verdicts: Vec<OneVerdict>,
}

/// One verdict of the mutant, told in short.
#[derive(Debug)]
pub struct OneVerdict {
    /// What was judged.
    pub case: Case,
    /// What the technique said of the mutant.
    pub verdict: Verdict,
    /// Whether the original satisfies it; where it does not, the pair cannot kill.
    pub is_sound: bool,
}

/// One run of a case, by the original and by the mutant.
#[derive(Debug)]
pub struct RunStory {
    /// The file that was started.
    pub program: PathBuf,
    /// The fuel the mutant had.
    pub fuel: Option<u64>,
    /// Whether the mutant burnt far more than the original; if it ended by itself, it is slow.
    pub is_slow: bool,
    /// What was asked, of which program.
    pub request: Arc<Request>,
    /// What the original showed.
    pub original: Arc<Observation>,
    /// What the mutant showed; the same where the program has no mutants.
    pub mutant: Arc<Observation>,
}

/// Explains one cell, running whatever is not known from before.
///
/// # Errors
/// When there is no such cell, or as for [`run`](crate::run).
pub fn explain(
    design: &Design,
    cell: &Cell,
    surroundings: Surroundings<'_>,
) -> Result<Explanation, StudyError> {
    // Opening a session builds a program, so whose mutant is meant is found out without one.
    let subject = find_subject(design, cell, &surroundings.scratch.woven())?;
    let mut session = Session::open(design, subject, surroundings)?;
    let changed: Vec<Mutant> = session.changed().cloned().collect();
    let mutant = find_mutant(&changed, &session.woven.mutants, &cell.mutant)?.clone();
    if let MutantStatus::Withdrawn { reason } = &mutant.status {
        let problem = format!(
            "mutant `{}` was withdrawn and never run; the compiler says: {reason}",
            mutant.id
        );
        return Err(LookupError::Cell(problem).into());
    }
    // All cases are judged even where one is named: every verdict on the mutant is told in short.
    let cases = session.all_cases();
    let of_mutant = session.converse(&cases, &[Variant::Mutant(mutant.number)], Unknown::Run)?;
    let chosen = choose(&session, &of_mutant, cell)?;
    let told = &of_mutant[chosen];
    let case = &session.planned.cases[chosen].case;
    let options = weave_options(design, subject, surroundings.scratch.woven());
    let property = { subject.properties.get(&case.property) }.map(ToString::to_string);
    let mut chainings = subject.chainings.iter();
    let chaining = chainings.find(|chaining| *chaining.name() == case.property);
    Ok(Explanation {
        subject: subject.manifest.name.clone(),
        diff: killrate_mutator::diff(&options, &mutant)?,
        mutant,
        property_text: match chaining {
            Some(chaining) if case.technique == TechniqueKind::Iterative.technique_name() => {
                Some(chaining.to_string())
            }
            _ => property,
        },
        case: case.clone(),
        verdict_on_original: session.of_original[chosen].verdict.clone(),
        verdict: told.verdict.clone(),
        basis: basis(told),
        runs: stories(&session, told),
        verdicts: of_mutant
            .iter()
            .map(|dialogue| OneVerdict {
                case: session.planned.cases[dialogue.case].case.clone(),
                verdict: dialogue.verdict.clone(),
                is_sound: is_sound(&session, dialogue.case),
            })
            .collect(),
    })
}

/// The runs of a dialogue; commands that only measure outputs are left out, and of many chains of
/// properties all but the one that the verdict tells of.
fn stories(session: &Session<'_>, dialogue: &Dialogue<Known>) -> Vec<RunStory> {
    let exchanges = dialogue.transcript.exchanges();
    let case = &session.planned.cases[dialogue.case].case;
    let technique = session.planned.technique_of(dialogue.case);
    let places = match technique.explored(case, &dialogue.transcript) {
        Some(explored) => explored
            .failing
            .map_or_else(|| vec![0], |failing| failing.runs),
        None => (0..exchanges.len()).collect(),
    };
    let told = places.into_iter().filter_map(|place| exchanges.get(place));
    let runs = told.filter(|one| !matches!(one.request.program, ProgramName::Command(_)));
    let story = |exchange: &killrate_techniques::Exchange| {
        let baseline = session.originals.known(&exchange.request);
        RunStory {
            program: session.binary(&exchange.request.program, dialogue.variant),
            fuel: baseline.limits.fuel,
            is_slow: (exchange.observation.fuel)
                .zip(baseline.outcome.observation.fuel)
                .is_some_and(|(burnt, of_original)| is_slow(burnt, of_original)),
            request: Arc::clone(&exchange.request),
            original: Arc::clone(&baseline.outcome.observation),
            mutant: Arc::clone(&exchange.observation),
        }
    };
    runs.map(story).collect()
}

/// Whether the original satisfies a case.
fn is_sound(session: &Session<'_>, case: usize) -> bool {
    session.of_original[case].verdict.is_satisfied()
}

/// The position of the case to tell: of those that fit the one that says most.
///
/// That is a sound violated one if there is one, of a property before a crash before the rest; else
/// what a property says of the survivor.
fn choose(
    session: &Session<'_>,
    of_mutant: &[Dialogue<Known>],
    cell: &Cell,
) -> Result<usize, LookupError> {
    let fits = |dialogue: &&Dialogue<Known>| {
        let case = &session.planned.cases[dialogue.case].case;
        cell.property
            .as_ref()
            .is_none_or(|property| *property == case.property)
            && cell
                .data_set
                .as_ref()
                .is_none_or(|data_set| *data_set == case.data_set)
    };
    let is_of = |dialogue: &Dialogue<Known>, kind: TechniqueKind| {
        session.planned.cases[dialogue.case].case.technique == kind.technique_name()
    };
    let place = |dialogue: &&Dialogue<Known>| {
        let is_sound = is_sound(session, dialogue.case);
        let is_violated = matches!(dialogue.verdict, Verdict::Violated(_));
        let rank = [
            TechniqueKind::Metamorphic,
            TechniqueKind::Iterative,
            TechniqueKind::Implicit,
        ]
        .into_iter()
        .position(|kind| is_of(dialogue, kind))
        .unwrap_or(3);
        // `false` comes before `true`, so the smallest key is a sound violation.
        (!(is_sound && is_violated), !is_sound, rank)
    };
    of_mutant
        .iter()
        .filter(fits)
        .min_by_key(place)
        .map(|dialogue| dialogue.case)
        .ok_or_else(|| {
            let cases = || session.planned.cases.iter().map(|planned| &planned.case);
            let wanted = |written: Option<&str>, kind: &str, known: BTreeSet<&str>| match written {
                Some(written) if !known.contains(written) => Some(format!(
                    "there is no {kind} `{written}` in the study; {}",
                    hint(written, known)
                )),
                _ => None,
            };
            let property = cell.property.as_ref().map(|property| property.as_str());
            let data_set = cell.data_set.as_ref().map(|data_set| data_set.as_str());
            let properties: BTreeSet<&str> = cases().map(|case| case.property.as_str()).collect();
            let data_sets: BTreeSet<&str> = cases().map(|case| case.data_set.as_str()).collect();
            let message = wanted(property, "property", properties)
                .or_else(|| wanted(data_set, "data set", data_sets))
                .unwrap_or_else(|| "the property was not judged on that data set".to_owned());
            LookupError::Cell(message)
        })
}
