//! Every mutant, every verdict, and what each came to.

use std::collections::{BTreeMap, BTreeSet};

use polars::error::PolarsResult;

use super::code::Code;
use super::verdicts::{fill_in, verdicts_on_mutants};
use crate::AnalysisError;
use crate::columns::{
    AFTER, BEFORE, CLASS, COLUMN, COMPILED, CONSIDERED, DATA_SET, DISCARDED, FILE, FUNCTION,
    INFECTED, LINE, MUTANT, NUMBER, OPERATOR, PROPAGATED, PROPERTY, REACHED, REASON, SEED, SUBJECT,
    TECHNIQUE, USABLE,
};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::roles::{Role, role};

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

/// What makes verdicts on different mutants comparable.
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
    /// Why it was withdrawn, if it was.
    pub(super) refused: Option<String>,
    /// Whether it was chosen, compiled, reached, infected, propagated; `None` where that is not known.
    pub(super) steps: [Option<bool>; 5],
    /// Why the policy does not use it, if it does not.
    pub(super) discarded: Option<String>,
    /// What every case of the subject came to.
    pub(super) codes: Vec<Code>,
    /// What every column came to.
    pub(super) cells: Vec<Code>,
    /// The evidence of a case, or what was in the way of a verdict.
    pub(super) details: BTreeMap<usize, String>,
}

impl Facts {
    /// Reads the evidence, and what the tables leave out.
    pub(super) fn gather(findings: &Findings) -> Result<Self, AnalysisError> {
        let (columns, cases) = columns_and_cases(findings)?;
        let mut mutants = mutants(findings, &cases, columns.len())?;
        let verdicts = verdicts_on_mutants(findings, &columns, &cases, &mut mutants)?;
        fill_in(&verdicts, &columns, &cases, &mut mutants);
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
        let place = match role(&technique) {
            Role::Ceiling => u8::MAX,
            other => other.place(),
        };
        let place_of = findings.papers.place_of(&property);
        Ok((place, technique, place_of, property))
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
