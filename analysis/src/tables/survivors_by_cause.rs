//! Why mutants survive a technique, as far as their outputs tell.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::per_mutant::{Id, PerMutant, groups};
use crate::columns::{DIFFERS_COMPARED, LOSS, MUTANT, N_ENDED, N_PLAINLY_WRONG, SUBJECT, USABLE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::policies::WRONG_FROM;
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const SURVIVORS_BY_CAUSE: TableKind = TableKind {
    name: "survivors-by-cause",
    question: "What do the mutants look like that a technique misses?",
    is_main: false,
    build,
};

/// The loss from which on an output is very wrong though it does not look so.
const VERY_WRONG: f64 = 0.25;

/// What a mutant's outputs look like; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    NotCompared,
    PlainlyWrong,
    PlainlyWrongOnFewer,
    VeryWrong,
    Plausible,
}

impl Cause {
    const ALL: [Self; 5] = [
        Self::NotCompared,
        Self::PlainlyWrong,
        Self::PlainlyWrongOnFewer,
        Self::VeryWrong,
        Self::Plausible,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::NotCompared => "differs only in outputs that are not compared",
            Self::PlainlyWrong => "plainly wrong on half of the data sets or more",
            Self::PlainlyWrongOnFewer => "plainly wrong on fewer",
            Self::VeryWrong => "loses more than 25 points of quality",
            Self::Plausible => "plausible",
        }
    }
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    if findings.provenance.is_imported() || !findings.tells_looks() {
        return Ok(Vec::new());
    }
    let causes = causes(findings)?;
    let judged = PerMutant::of(findings.kills.clone(), &findings.papers)?;
    let mut tables = Vec::new();
    for (subject, group) in groups(&findings.subjects) {
        let techniques = judged.techniques(&group);
        if techniques.is_empty() {
            continue;
        }
        let mut table = Table::new(
            SURVIVORS_BY_CAUSE.name,
            "Survivors of each technique by what they look like",
            SURVIVORS_BY_CAUSE.question,
        )
        .with_columns([("cause", "the output")])
        .with_columns(techniques.iter().map(|name| (*name, *name)));
        table.subject = subject.map(str::to_owned);
        for cause in Cause::ALL {
            let survivors = |technique: &&str| {
                let n_survivors = |is_among: &dyn Fn(&Id) -> bool| {
                    let rate = judged.rate(technique, |id| {
                        group.contains(id.0.as_str()) && is_among(id)
                    });
                    rate.map_or(0, |rate| rate.of - rate.n)
                };
                let of = n_survivors(&|_| true);
                let n = n_survivors(&|id| causes.get(id) == Some(&cause));
                // Without a survivor there is no share of them.
                Cell::rate((of > 0).then_some(Rate { n, of }))
            };
            let cells = techniques.iter().map(survivors);
            let label = [Cell::text(cause.name())].into_iter();
            table.rows.push(label.chain(cells).collect());
        }
        table.notes.push(format!(
            "Out of the mutants that count under `{}`, that the technique judged and did not kill; each stands \
             under the first line that applies. Plausible: nothing is seen to be wrong with it, so where a \
             relation between two runs holds, the fault shows alike in both.",
            findings.policy.name
        ));
        tables.push(table);
    }
    Ok(tables)
}

fn causes(findings: &Findings) -> Result<BTreeMap<Id, Cause>, AnalysisError> {
    let usable = findings.fates.clone().filter(col(USABLE));
    let cells = Cells::collect(sorted(usable, &[SUBJECT, MUTANT]))?;
    let mut causes = BTreeMap::new();
    for row in cells.rows() {
        let count = |name| Ok::<u64, AnalysisError>(cells.optional_count(row, name)?.unwrap_or(0));
        let (n_wrong, n_ended) = (count(N_PLAINLY_WRONG)?, count(N_ENDED)?);
        let loss = cells.optional_number(row, LOSS)?;
        let cause = if cells.flag(row, DIFFERS_COMPARED)? == Some(false) {
            Cause::NotCompared
        } else if n_wrong > 0 && n_wrong as f64 >= WRONG_FROM * n_ended as f64 {
            Cause::PlainlyWrong
        } else if n_wrong > 0 {
            Cause::PlainlyWrongOnFewer
        } else if loss.is_some_and(|loss| loss > VERY_WRONG) {
            Cause::VeryWrong
        } else {
            Cause::Plausible
        };
        let id = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
        causes.insert(id, cause);
    }
    Ok(causes)
}
