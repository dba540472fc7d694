//! What every verdict on a mutant came to, and why it did not kill.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::Verdict;
use killrate_record::{Basis, open};
use polars::prelude::*;

use super::code::Code;
use super::facts::{CaseFacts, MutantFacts, PropertyColumn};
use crate::AnalysisError;
use crate::columns::{
    BASIS, CASE, CAUSE, DATA_SET, DETAIL, INCONCLUSIVE, IS_SOUND, KILLED, ORIGINAL, PROPERTY, SEED,
    SUBJECT, TECHNIQUE, VARIANT, VERDICT, VIOLATED,
};
use crate::findings::Findings;
use crate::frames::{Frames, cols, left_join};
use crate::roles::REFERENCE;

/// A verdict before anybody asks what it means.
pub(super) struct Judgement {
    mutant: usize,
    case: usize,
    is_killed: bool,
    is_sound: bool,
    /// Whether it is satisfied, and on the original too, but here only thanks to a tolerance.
    is_tolerated: bool,
    verdict: String,
    basis: String,
}

/// Whether a verdict on a mutant rests on a tolerance that the same verdict on the original does not.
const TOLERATED: &str = "tolerated";
/// The cause of the verdict on the original.
const CAUSE_ON_ORIGINAL: &str = "cause_on_original";

/// One row per verdict on a mutant: whether it would kill, whether its case is sound, and whether a
/// tolerance made it satisfied.
fn verdicts(frames: Frames, findings: &Findings) -> LazyFrame {
    let mut of_original = cols(&[&CASE[..], &[IS_SOUND]].concat());
    of_original.push(col(CAUSE).alias(CAUSE_ON_ORIGINAL));
    let of_mutants = frames.verdicts.filter(col(VARIANT).neq(lit(ORIGINAL)));
    let kills = (findings.policy.kills)().alias(KILLED);
    left_join(
        of_mutants.with_column(kills),
        findings.cases.clone().select(of_original),
        &CASE,
        &CASE,
    )
    .with_column(is_tolerated().alias(TOLERATED))
}

fn is_tolerated() -> Expr {
    let rests_on_tolerance = |cause: &str| {
        let is = col(cause).eq(lit(Verdict::BY_TOLERANCE));
        is.fill_null(lit(false))
    };
    rests_on_tolerance(CAUSE).and(rests_on_tolerance(CAUSE_ON_ORIGINAL).not())
}

/// Every verdict on a mutant; its evidence goes to the mutant.
pub(super) fn judgements(
    record: &Path,
    findings: &Findings,
    columns: &[PropertyColumn],
    cases: &[Vec<CaseFacts>],
    mutants: &mut [MutantFacts],
) -> Result<Vec<Judgement>, AnalysisError> {
    let frames = Frames::scan(&open(record)?)?;
    let frame = verdicts(frames, findings).collect()?;
    let places: BTreeMap<(&str, String), usize> = mutants
        .iter()
        .enumerate()
        .map(|(place, mutant)| {
            let subject = findings.subjects[mutant.subject].as_str();
            ((subject, mutant.id.clone()), place)
        })
        .collect();
    type CasePlace<'a> = (&'a str, &'a str, &'a str, &'a str, Option<u64>);
    let case_places: BTreeMap<CasePlace<'_>, usize> = cases
        .iter()
        .zip(&findings.subjects)
        .flat_map(|(cases, subject)| {
            cases.iter().enumerate().map(move |(place, case)| {
                let column = &columns[case.column];
                let (technique, property) = (column.technique.as_str(), column.property.as_str());
                let data_set = case.data_set.as_str();
                (
                    (subject.as_str(), technique, property, data_set, case.seed),
                    place,
                )
            })
        })
        .collect();
    let text = |name: &str| -> PolarsResult<_> { Ok(frame.column(name)?.str()?.clone()) };
    let flag = |name: &str| -> PolarsResult<_> { Ok(frame.column(name)?.bool()?.clone()) };
    let (subjects, variants) = (text(SUBJECT)?, text(VARIANT)?);
    let (techniques, properties) = (text(TECHNIQUE)?, text(PROPERTY)?);
    let (data_sets, seeds) = (
        text(DATA_SET)?,
        frame.column(SEED)?.cast(&DataType::UInt64)?,
    );
    let seeds = seeds.u64()?;
    let (verdicts, details, bases) = (text(VERDICT)?, text(DETAIL)?, text(BASIS)?);
    let (killed, sound, tolerated) = (flag(KILLED)?, flag(IS_SOUND)?, flag(TOLERATED)?);
    let mut judgements = Vec::with_capacity(frame.height());
    let cell = |column: &StringChunked, row: usize| column.get(row).unwrap_or_default().to_owned();
    for row in 0..frame.height() {
        let subject = subjects.get(row).unwrap_or_default();
        let variant = cell(&variants, row);
        let case = (
            subject,
            techniques.get(row).unwrap_or_default(),
            properties.get(row).unwrap_or_default(),
            data_sets.get(row).unwrap_or_default(),
            seeds.get(row),
        );
        let (Some(&mutant), Some(&case)) =
            (places.get(&(subject, variant)), case_places.get(&case))
        else {
            continue;
        };
        if let Some(detail) = details.get(row).filter(|detail| !detail.is_empty()) {
            mutants[mutant].details.insert(case, detail.to_owned());
        }
        judgements.push(Judgement {
            mutant,
            case,
            is_killed: killed.get(row).unwrap_or(false),
            is_sound: sound.get(row).unwrap_or(false),
            is_tolerated: tolerated.get(row).unwrap_or(false),
            verdict: cell(&verdicts, row),
            basis: cell(&bases, row),
        });
    }
    Ok(judgements)
}

/// Works out what every judgement and every column came to.
pub(super) fn fill_in(
    judgements: &[Judgement],
    columns: &[PropertyColumn],
    cases: &[Vec<CaseFacts>],
    mutants: &mut [MutantFacts],
) {
    let case_of = |judgement: &Judgement, mutants: &[MutantFacts]| {
        let subject = mutants[judgement.mutant].subject;
        (subject, &cases[subject][judgement.case])
    };
    // Whether the output differs from the original's, by mutant and data set.
    let mut differs: BTreeMap<(usize, &str), bool> = BTreeMap::new();
    for judgement in judgements {
        let (_, case) = case_of(judgement, mutants);
        if columns[case.column].technique == REFERENCE {
            let differs = differs
                .entry((judgement.mutant, case.data_set.as_str()))
                .or_default();
            *differs |= judgement.verdict == VIOLATED;
        }
    }
    for judgement in judgements {
        let (_, case) = case_of(judgement, mutants);
        let differs = differs.get(&(judgement.mutant, case.data_set.as_str()));
        let code = code(judgement, differs.copied());
        let column = case.column;
        let mutant = &mut mutants[judgement.mutant];
        mutant.codes[judgement.case] = code;
        mutant.cells[column] = mutant.cells[column].max(code);
    }
}

fn code(judgement: &Judgement, output_differs: Option<bool>) -> Code {
    if !judgement.is_sound {
        return Code::Unsound;
    }
    if judgement.is_killed {
        return Code::Killed;
    }
    if judgement.verdict == INCONCLUSIVE {
        return Code::Inconclusive;
    }
    match (judgement.basis.as_str(), output_differs) {
        (basis, _) if basis == Basis::NotReached.name() => Code::NotReached,
        (basis, _) if basis == Basis::NotInfected.name() => Code::NotInfected,
        _ if judgement.is_tolerated => Code::Tolerated,
        (_, Some(true)) => Code::Blind,
        (_, Some(false)) => Code::Masked,
        (_, None) => Code::Unseen,
    }
}
