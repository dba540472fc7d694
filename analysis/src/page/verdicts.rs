//! What every verdict on a mutant came to, and why it did not kill.

use std::collections::BTreeMap;

use killrate_model::Verdict;
use killrate_record::Basis;
use polars::prelude::*;

use super::code::Code;
use super::facts::{CaseFacts, MutantFacts, PropertyColumn};
use crate::AnalysisError;
use crate::columns::{
    BASIS, CAUSE, DATA_SET, INCONCLUSIVE, PROPERTY, SEED, SUBJECT, TECHNIQUE, VARIANT, VERDICT,
    VIOLATED,
};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::placebos::can_kill;
use crate::roles::REFERENCE;

/// A verdict before anybody asks what it means.
pub(super) struct VerdictOnMutant {
    mutant: usize,
    case: usize,
    is_sound: bool,
    /// Whether it is satisfied, and on the original too, but here only thanks to a tolerance.
    is_tolerated: bool,
    said: Said,
}

/// What a verdict says.
#[derive(Debug, Clone)]
struct Said {
    is_killed: bool,
    is_violated: bool,
    is_inconclusive: bool,
    /// Whether it is satisfied only thanks to a tolerance.
    rests_on_tolerance: bool,
    /// Why no run was needed, if none was.
    unneeded: Option<Code>,
}

/// What every distinct verdict says, by its number.
fn said(findings: &Findings) -> PolarsResult<Vec<Said>> {
    let frame = &findings.verdicts.verdicts.frame;
    let text = |name: &str| -> PolarsResult<_> { frame.column(name)?.str() };
    let (verdicts, causes, bases) = (text(VERDICT)?, text(CAUSE)?, text(BASIS)?);
    let kills = findings.verdicts.kills(findings.policy)?;
    let said = |(number, is_killed): (usize, bool)| Said {
        is_killed,
        is_violated: verdicts.get(number) == Some(VIOLATED),
        is_inconclusive: verdicts.get(number) == Some(INCONCLUSIVE),
        rests_on_tolerance: causes.get(number) == Some(Verdict::BY_TOLERANCE),
        unneeded: match bases.get(number) {
            Some(basis) if basis == Basis::NotReached.name() => Some(Code::NotReached),
            Some(basis) if basis == Basis::NotInfected.name() => Some(Code::NotInfected),
            _ => None,
        },
    };
    Ok(kills.into_iter().enumerate().map(said).collect())
}

/// For every number of a variant the place of the mutant, if it is one of these.
fn places_of_mutants(
    findings: &Findings,
    mutants: &[MutantFacts],
) -> PolarsResult<Vec<Option<usize>>> {
    let places: BTreeMap<(&str, &str), usize> = mutants
        .iter()
        .enumerate()
        .map(|(place, mutant)| {
            let subject = findings.subjects[mutant.subject].as_str();
            ((subject, mutant.id.as_str()), place)
        })
        .collect();
    let frame = &findings.verdicts.variants.frame;
    let (subjects, variants) = (frame.column(SUBJECT)?.str()?, frame.column(VARIANT)?.str()?);
    let place = |row| {
        let id = (subjects.get(row)?, variants.get(row)?);
        places.get(&id).copied()
    };
    Ok((0..frame.height()).map(place).collect())
}

/// A case of the record on the page.
struct PlacedCase {
    is_sound: bool,
    /// Whether a tolerance made the original satisfy it.
    is_by_tolerance: bool,
    /// Its place among those of its subject.
    place: Option<usize>,
}

/// The cases, by their numbers.
fn places_of_cases(
    findings: &Findings,
    columns: &[PropertyColumn],
    cases: &[Vec<CaseFacts>],
) -> Result<Vec<PlacedCase>, AnalysisError> {
    type Key<'a> = (&'a str, &'a str, &'a str, &'a str, Option<u64>);
    let of_subject = cases.iter().zip(&findings.subjects);
    let places: BTreeMap<Key<'_>, usize> = of_subject
        .flat_map(|(cases, subject)| {
            cases.iter().enumerate().map(move |(place, case)| {
                let column = &columns[case.column];
                let (technique, property) = (column.technique.as_str(), column.property.as_str());
                let data_set = case.data_set.as_str();
                let key = (subject.as_str(), technique, property, data_set, case.seed);
                (key, place)
            })
        })
        .collect();
    let all_cases = findings.cases.clone().collect()?;
    let can_kill = can_kill(&findings.verdicts, &all_cases, findings.policy)?;
    let cells = Cells::collect(all_cases.lazy())?;
    let mut found = Vec::new();
    for row in cells.rows() {
        let [subject, technique, property, data_set] = [
            cells.name(row, SUBJECT)?,
            cells.name(row, TECHNIQUE)?,
            cells.name(row, PROPERTY)?,
            cells.name(row, DATA_SET)?,
        ];
        let seed = cells.optional_count(row, SEED)?;
        let key = (&*subject, &*technique, &*property, &*data_set, seed);
        found.push(PlacedCase {
            is_sound: can_kill[row],
            is_by_tolerance: cells.text(row, CAUSE)?.as_deref() == Some(Verdict::BY_TOLERANCE),
            place: places.get(&key).copied(),
        });
    }
    Ok(found)
}

/// Every verdict on a mutant; its evidence goes to the mutant.
pub(super) fn verdicts_on_mutants(
    findings: &Findings,
    columns: &[PropertyColumn],
    cases: &[Vec<CaseFacts>],
    mutants: &mut [MutantFacts],
) -> Result<Vec<VerdictOnMutant>, AnalysisError> {
    let said = said(findings)?;
    let mutant_of = places_of_mutants(findings, mutants)?;
    let case_of = places_of_cases(findings, columns, cases)?;
    // Rows and evidence come in the same order, so one look at each is enough.
    let mut details = findings.verdicts.details(|_| true)?.into_iter().peekable();
    let mut on_mutants = Vec::new();
    for row in findings.verdicts.rows() {
        let detail = details.next_if(|(known, _)| *known == row.row);
        let place = &case_of[row.case];
        let (Some(mutant), Some(case)) = (mutant_of[row.variant], place.place) else {
            continue;
        };
        if let Some((_, detail)) = detail.filter(|(_, detail)| !detail.is_empty()) {
            mutants[mutant].details.insert(case, detail);
        }
        let said = said[row.verdict].clone();
        on_mutants.push(VerdictOnMutant {
            mutant,
            case,
            is_sound: place.is_sound,
            is_tolerated: said.rests_on_tolerance && !place.is_by_tolerance,
            said,
        });
    }
    Ok(on_mutants)
}

/// Works out what every verdict and every column came to.
pub(super) fn fill_in(
    verdicts: &[VerdictOnMutant],
    columns: &[PropertyColumn],
    cases: &[Vec<CaseFacts>],
    mutants: &mut [MutantFacts],
) {
    let case_of = |verdict: &VerdictOnMutant, mutants: &[MutantFacts]| {
        let subject = mutants[verdict.mutant].subject;
        (subject, &cases[subject][verdict.case])
    };
    // Whether the output differs from the original's, by mutant and data set.
    let mut differs: BTreeMap<(usize, &str), bool> = BTreeMap::new();
    for verdict in verdicts {
        let (_, case) = case_of(verdict, mutants);
        if columns[case.column].technique == REFERENCE {
            let differs = differs
                .entry((verdict.mutant, case.data_set.as_str()))
                .or_default();
            *differs |= verdict.said.is_violated;
        }
    }
    for verdict in verdicts {
        let (_, case) = case_of(verdict, mutants);
        let differs = differs.get(&(verdict.mutant, case.data_set.as_str()));
        let column = case.column;
        let mutant = &mut mutants[verdict.mutant];
        let code = match code(verdict, differs.copied()) {
            // Without its mutant a kill is in no rate and no table; the policy may also take for one
            // what concluded nothing.
            Code::Killed if mutant.discarded.is_some() && verdict.said.is_inconclusive => {
                Code::Inconclusive
            }
            Code::Killed if mutant.discarded.is_some() => Code::Violated,
            code => code,
        };
        mutant.codes[verdict.case] = code;
        mutant.cells[column] = mutant.cells[column].max(code);
    }
}

fn code(verdict: &VerdictOnMutant, output_differs: Option<bool>) -> Code {
    if !verdict.is_sound {
        return Code::Unsound;
    }
    if verdict.said.is_killed {
        return Code::Killed;
    }
    if verdict.said.is_inconclusive {
        return Code::Inconclusive;
    }
    // The policy does not take it for a kill: a run failed, which anybody would notice.
    if verdict.said.is_violated {
        return Code::Violated;
    }
    match (verdict.said.unneeded, output_differs) {
        (Some(code), _) => code,
        _ if verdict.is_tolerated => Code::Tolerated,
        (_, Some(true)) => Code::Blind,
        (_, Some(false)) => Code::Masked,
        (_, None) => Code::Unseen,
    }
}
