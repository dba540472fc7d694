//! One cell of a record, told in full: the change, the runs, the evidence and how to repeat them.

use std::path::PathBuf;
use std::sync::Arc;

use killrate_catalogue::Design;
use killrate_model::{
    Case, DataSetName, Mutant, MutantStatus, Observation, ProgramName, PropertyName, Request,
    SubjectName, Variant, Verdict, hint, nearest,
};
use killrate_record::Basis;
use killrate_rounds::Dialogue;
use killrate_techniques::TechniqueKind;

use crate::error::StudyError;
use crate::judge::basis;
use crate::rounds::{Known, Unknown};
use crate::session::Session;
use crate::surroundings::Surroundings;
use crate::weave::weave_options;
use crate::whose_mutant::{find_subject, is_written_so};

/// What to explain.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The mutant: its id, its number, or a part of its id that no other has.
    pub mutant: String,
    /// Of which subject; may be left out where only one has such a mutant.
    pub subject: Option<SubjectName>,
    /// By which property; the one that says most when left out.
    pub property: Option<PropertyName>,
    /// On which data set; the one that says most when left out.
    pub data_set: Option<DataSetName>,
}

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
    let subject = find_subject(design, cell, surroundings.scratch)?;
    let mut session = Session::open(design, subject, surroundings)?;
    let mutant = find_mutant(&session.mutants, &session.woven.mutants, &cell.mutant)?.clone();
    if let MutantStatus::Withdrawn { reason } = &mutant.status {
        return Err(StudyError::NoSuchCell(format!(
            "mutant `{}` was withdrawn and never run; the compiler says: {reason}",
            mutant.id
        )));
    }
    let cases = session.all_cases();
    let of_mutant = session.converse(&cases, &[Variant::Mutant(mutant.number)], Unknown::Run)?;
    let chosen = choose(&session, &of_mutant, cell)?;
    let told = &of_mutant[chosen];
    let case = &session.planned.cases[chosen].case;
    let options = weave_options(design, subject, surroundings.scratch);
    let property = subject.properties.get(&case.property);
    Ok(Explanation {
        subject: subject.manifest.name.clone(),
        diff: killrate_mutator::diff(&options, &mutant)?,
        mutant,
        property_text: property.map(ToString::to_string),
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

/// The runs of a dialogue; commands that only measure outputs are left out.
fn stories(session: &Session<'_>, dialogue: &Dialogue<Known>) -> Vec<RunStory> {
    let exchanges = dialogue.transcript.exchanges().iter();
    let runs = exchanges.filter(|one| !matches!(one.request.program, ProgramName::Command(_)));
    let story = |exchange: &killrate_techniques::Exchange| {
        let baseline = session.originals.known(&exchange.request);
        RunStory {
            program: session.binary(&exchange.request.program, dialogue.variant),
            fuel: baseline.limits.fuel,
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

/// The mutant of the study that is written so; `woven` are all of the subject.
fn find_mutant<'a>(
    mutants: &'a [Mutant],
    woven: &[Mutant],
    written: &str,
) -> Result<&'a Mutant, StudyError> {
    let is_meant = |mutant: &&Mutant| is_written_so(mutant, written);
    if let Some(mutant) = mutants.iter().find(is_meant) {
        return Ok(mutant);
    }
    if let Some(mutant) = woven.iter().find(is_meant) {
        let why = if mutant.is_thesis {
            "it is not in the sample or the selection that the study makes"
        } else {
            "the study takes only changes that the papers describe, or makes a selection"
        };
        return Err(StudyError::NoSuchCell(format!(
            "mutant `{}` is not in the study: {why}",
            mutant.id
        )));
    }
    let partly: Vec<&Mutant> = mutants
        .iter()
        .filter(|mutant| mutant.id.0.contains(written))
        .collect();
    match partly.as_slice() {
        [mutant] => Ok(mutant),
        [] => {
            let hint = match nearest(written, mutants.iter().map(|m| m.id.0.as_str())) {
                Some(near) => format!("the nearest is `{near}`"),
                None => "`killrate mutants` lists them".to_owned(),
            };
            Err(StudyError::NoSuchCell(format!(
                "there is no mutant `{written}` in the study; {hint}"
            )))
        }
        [first, second, ..] => Err(StudyError::NoSuchCell(format!(
            "`{written}` fits {} mutants, `{}` and `{}` among them; write more of the id",
            partly.len(),
            first.id,
            second.id
        ))),
    }
}

/// The position of the case to tell: of those that fit the one that says most.
///
/// That is a sound violated one if there is one, of a property before a crash before the rest; else
/// what a property says of the survivor.
fn choose(
    session: &Session<'_>,
    of_mutant: &[Dialogue<Known>],
    cell: &Cell,
) -> Result<usize, StudyError> {
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
        let rank = [TechniqueKind::Metamorphic, TechniqueKind::Implicit]
            .into_iter()
            .position(|kind| is_of(dialogue, kind))
            .unwrap_or(2);
        (!(is_sound && is_violated), !is_sound, rank)
    };
    of_mutant
        .iter()
        .filter(fits)
        .min_by_key(place)
        .map(|dialogue| dialogue.case)
        .ok_or_else(|| {
            let cases = || session.planned.cases.iter().map(|planned| &planned.case);
            let wanted = |written: Option<&str>, kind: &str, known: Vec<&str>| match written {
                Some(written) if !known.contains(&written) => Some(format!(
                    "there is no {kind} `{written}` in the study; {}",
                    hint(written, known)
                )),
                _ => None,
            };
            let property = cell.property.as_ref().map(|property| property.as_str());
            let data_set = cell.data_set.as_ref().map(|data_set| data_set.as_str());
            let mut properties: Vec<&str> = cases().map(|case| case.property.as_str()).collect();
            properties.dedup();
            let mut data_sets: Vec<&str> = cases().map(|case| case.data_set.as_str()).collect();
            data_sets.sort_unstable();
            data_sets.dedup();
            let message = wanted(property, "property", properties)
                .or_else(|| wanted(data_set, "data set", data_sets))
                .unwrap_or_else(|| "the property was not judged on that data set".to_owned());
            StudyError::NoSuchCell(message)
        })
}

#[cfg(test)]
mod tests {
    use killrate_model::{MutantClass, MutantId, OperatorName};

    use super::*;

    fn mutant(number: u32, is_thesis: bool) -> Mutant {
        Mutant {
            id: MutantId(format!("src/main.rs::main/add-to-sub/{number}")),
            number,
            class: MutantClass::Arithmetic,
            operator: OperatorName("add-to-sub".to_owned()),
            is_thesis,
            file: "src/main.rs".to_owned(),
            function: "main".to_owned(),
            line: 1,
            column: 1,
            start: 0,
            end: 5,
            before: "a + b".to_owned(),
            after: "a - b".to_owned(),
            status: MutantStatus::Woven,
        }
    }

    #[test]
    fn a_mutant_that_the_study_leaves_out_is_told_from_one_that_is_not_there() {
        let woven = [mutant(1, true), mutant(2, true), mutant(3, false)];
        let found = |written| find_mutant(&woven[..1], &woven, written);
        assert_eq!(found("1").unwrap().number, 1);
        let refused = |written| found(written).unwrap_err().to_string();
        assert_eq!(
            refused("2"),
            "mutant `src/main.rs::main/add-to-sub/2` is not in the study: it is not in the sample or the selection that the study makes"
        );
        assert_eq!(
            refused("3"),
            "mutant `src/main.rs::main/add-to-sub/3` is not in the study: the study takes only changes that the papers describe, or makes a selection"
        );
        assert_eq!(
            refused("99"),
            "there is no mutant `99` in the study; `killrate mutants` lists them"
        );
    }
}
