//! Every mutant, every judgement, and what each came to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use killrate_record::{Basis, open};
use polars::prelude::*;

use super::code::Code;
use crate::AnalysisError;
use crate::columns::{
    AFTER, BASIS, BEFORE, CASE, CLASS, COLUMN, COMPILED, CONSIDERED, DATA_SET, DETAIL, DISCARDED,
    FILE, FUNCTION, INCONCLUSIVE, INFECTED, IS_SOUND, KILLED, LINE, MUTANT, NUMBER, OPERATOR,
    ORIGINAL, PROPAGATED, PROPERTY, REACHED, REASON, SEED, SUBJECT, TECHNIQUE, USABLE, VARIANT,
    VERDICT, VIOLATED,
};
use crate::findings::Findings;
use crate::frames::{Cells, Frames, cols, left_join, sorted};
use crate::roles::{REFERENCE, place_of};
use crate::tables::place_of_role;

/// What the matrix and the view of a mutant show.
pub(super) struct Facts {
    /// The properties of all subjects: the columns of the matrix.
    pub(super) columns: Vec<PropertyColumn>,
    /// The cases of each subject, in the order of the findings' subjects.
    pub(super) cases: Vec<Vec<CaseFacts>>,
    /// The mutants, by subject and number.
    pub(super) mutants: Vec<MutantFacts>,
}

/// A property of a technique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PropertyColumn {
    pub(super) technique: String,
    pub(super) property: String,
}

/// What makes judgements of different mutants comparable.
pub(super) struct CaseFacts {
    /// The place of its property among the columns.
    pub(super) column: usize,
    pub(super) data_set: String,
    pub(super) seed: Option<u64>,
}

/// A mutant and what became of it.
pub(super) struct MutantFacts {
    /// The place of its subject among the findings' subjects.
    pub(super) subject: usize,
    pub(super) id: String,
    pub(super) number: u64,
    pub(super) class: String,
    pub(super) operator: String,
    pub(super) file: String,
    pub(super) function: String,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) before: String,
    pub(super) after: String,
    /// Why the compiler refused it, if it did.
    pub(super) refused: Option<String>,
    /// Whether it was chosen, compiled, reached, infected, propagated; `None` where that is not known.
    pub(super) steps: [Option<bool>; 5],
    /// Why the policy does not use it, if it does not.
    pub(super) discarded: Option<String>,
    /// What every case of the subject came to.
    pub(super) codes: Vec<Code>,
    /// What every column came to.
    pub(super) cells: Vec<Code>,
    /// The evidence of a case, or what was in the way of a judgement.
    pub(super) details: BTreeMap<usize, String>,
}

/// A verdict before anybody asks what it means.
struct Judgement {
    mutant: usize,
    case: usize,
    is_killed: bool,
    is_sound: bool,
    verdict: String,
    basis: String,
}

impl Facts {
    /// Reads the record once more, for the mutants that the tables leave out and for the evidence.
    pub(super) fn gather(record: &Path, findings: &Findings) -> Result<Self, AnalysisError> {
        let (columns, cases) = columns_and_cases(findings)?;
        let mut mutants = mutants(findings, &cases, columns.len())?;
        let judgements = judgements(record, findings, &columns, &cases, &mut mutants)?;
        fill_in(&judgements, &columns, &cases, &mut mutants);
        Ok(Self {
            columns,
            cases,
            mutants,
        })
    }

    /// The usable mutants of a subject.
    pub(super) fn usable(&self, subject: usize) -> impl Iterator<Item = &MutantFacts> {
        let mutants = self.mutants.iter();
        mutants.filter(move |mutant| mutant.subject == subject && mutant.discarded.is_none())
    }
}

type ColumnsAndCases = (Vec<PropertyColumn>, Vec<Vec<CaseFacts>>);

fn columns_and_cases(findings: &Findings) -> Result<ColumnsAndCases, AnalysisError> {
    let cells = Cells::collect(findings.cases.clone())?;
    let mut columns: BTreeSet<(u8, String, usize, String)> = BTreeSet::new();
    let key = |row: usize| -> PolarsResult<_> {
        let (technique, property) = (cells.name(row, TECHNIQUE)?, cells.name(row, PROPERTY)?);
        // What is ranked comes first, in the order of the papers; the ceiling and the floor last.
        let place = match place_of_role(&technique) {
            0 => u8::MAX,
            place => place,
        };
        Ok((place, technique, place_of(&property), property))
    };
    for row in cells.rows() {
        columns.insert(key(row)?);
    }
    let columns: Vec<_> = columns.into_iter().collect();
    let mut cases: Vec<Vec<CaseFacts>> = findings.subjects.iter().map(|_| Vec::new()).collect();
    for row in cells.rows() {
        let subject = cells.name(row, SUBJECT)?;
        let column = columns.binary_search(&key(row)?).expect("it was inserted");
        let place = findings.subjects.iter().position(|name| *name == subject);
        if let Some(cases) = place.and_then(|place| cases.get_mut(place)) {
            cases.push(CaseFacts {
                column,
                data_set: cells.name(row, DATA_SET)?,
                seed: cells.optional_count(row, SEED)?,
            });
        }
    }
    for cases in &mut cases {
        cases.sort_by(|a, b| (a.column, &a.data_set, a.seed).cmp(&(b.column, &b.data_set, b.seed)));
    }
    let columns = columns
        .into_iter()
        .map(|(_, technique, _, property)| PropertyColumn {
            technique,
            property,
        });
    Ok((columns.collect(), cases))
}

fn mutants(
    findings: &Findings,
    cases: &[Vec<CaseFacts>],
    n_columns: usize,
) -> Result<Vec<MutantFacts>, AnalysisError> {
    const STEPS: [&str; 5] = [CONSIDERED, COMPILED, REACHED, INFECTED, PROPAGATED];
    let cells = Cells::collect(sorted(findings.fates.clone(), &[SUBJECT, NUMBER, MUTANT]))?;
    let mut mutants = Vec::new();
    for row in cells.rows() {
        let name = cells.name(row, SUBJECT)?;
        let Some(subject) = findings.subjects.iter().position(|known| *known == name) else {
            continue;
        };
        let mut steps = [None; 5];
        for (step, column) in steps.iter_mut().zip(STEPS) {
            *step = cells.flag(row, column)?;
        }
        let is_usable = cells.flag(row, USABLE)?.unwrap_or(false);
        mutants.push(MutantFacts {
            subject,
            id: cells.name(row, MUTANT)?,
            number: cells.count(row, NUMBER)?,
            class: cells.name(row, CLASS)?,
            operator: cells.name(row, OPERATOR)?,
            file: cells.name(row, FILE)?,
            function: cells.name(row, FUNCTION)?,
            line: cells.count(row, LINE)?,
            column: cells.count(row, COLUMN)?,
            before: cells.name(row, BEFORE)?,
            after: cells.name(row, AFTER)?,
            refused: cells.text(row, REASON)?,
            steps,
            discarded: cells.text(row, DISCARDED)?.filter(|_| !is_usable),
            codes: vec![Code::NotJudged; cases[subject].len()],
            cells: vec![Code::NotJudged; n_columns],
            details: BTreeMap::new(),
        });
    }
    Ok(mutants)
}

/// One row per verdict on a mutant: whether it would kill, and whether its case is sound.
fn verdicts(frames: Frames, findings: &Findings) -> LazyFrame {
    let sound = [&CASE[..], &[IS_SOUND]].concat();
    let of_mutants = frames.verdicts.filter(col(VARIANT).neq(lit(ORIGINAL)));
    let kills = (findings.policy.kills)().alias(KILLED);
    left_join(
        of_mutants.with_column(kills),
        findings.cases.clone().select(cols(&sound)),
        &CASE,
        &CASE,
    )
}

fn judgements(
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
    let (killed, sound) = (flag(KILLED)?, flag(IS_SOUND)?);
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
            verdict: cell(&verdicts, row),
            basis: cell(&bases, row),
        });
    }
    Ok(judgements)
}

/// What every judgement and every column came to.
fn fill_in(
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
        (_, Some(true)) => Code::Blind,
        (_, Some(false)) => Code::Masked,
        (_, None) => Code::Unseen,
    }
}
