//! Kills by numbers in place of names.
//!
//! The names come back when there is a row per mutant and property, and no longer per verdict.

use std::collections::BTreeMap;

use polars::prelude::*;

use crate::columns::{
    CASE, CASE_NUMBER, CLASS, DATA_SET, FUNCTION, KILLED, MUTANT, MUTANT_NUMBER, N_JUDGED,
    N_KILLED, OPERATOR, PROPERTY, PROPERTY_SET, SEED, SUBJECT, TECHNIQUE, USABLE, VARIANT,
};
use crate::frames::{cols, inner_join};
use crate::placebos::can_kill;
use crate::roles::is_ranked;
use crate::verdicts::{Verdicts, taken};
use crate::{Papers, Policy};

/// The verdicts of a record under a policy, with what their numbers stand for.
pub(crate) struct Numbered {
    /// One entry per usable mutant and sound case.
    kills: Vec<Kill>,
    /// One row per mutant.
    mutants: DataFrame,
    /// One row per case.
    cases: DataFrame,
}

/// What a sound case says of a usable mutant.
#[derive(Debug, Clone, Copy)]
struct Kill {
    /// The row among the mutants.
    mutant: u32,
    /// The row among the cases.
    case: u32,
    /// Whether the verdict kills.
    is_killed: bool,
}

/// What a group of cases says of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Nothing,
    Survived,
    Killed,
}

impl Numbered {
    /// Looks at every verdict once; `cases` has a row per number of a case.
    pub(crate) fn gather(
        verdicts: &Verdicts,
        cases: &DataFrame,
        fates: &DataFrame,
        policy: &Policy,
        papers: &Papers,
    ) -> PolarsResult<Self> {
        let mutant_of = usable_mutants(verdicts, fates)?;
        let can_kill = can_kill(verdicts, cases, policy)?;
        let kills_of = verdicts.kills(policy)?;
        let kills = verdicts
            .rows()
            .filter(|row| can_kill[row.case])
            .filter_map(|row| {
                Some(Kill {
                    mutant: mutant_of[row.variant]?,
                    case: number(row.case),
                    is_killed: kills_of[row.verdict],
                })
            });
        let of_case = cases
            .clone()
            .lazy()
            .select(cols(&CASE))
            .with_column(papers.property_set().alias(PROPERTY_SET));
        Ok(Self {
            kills: kills.collect(),
            mutants: fates.select([SUBJECT, MUTANT, CLASS, OPERATOR, FUNCTION])?,
            cases: of_case.collect()?,
        })
    }

    /// One row per mutant, technique, property set and value of the column `by`: whether any case
    /// killed.
    ///
    /// There are as many cases as properties times data sets times seeds, and no table looks at
    /// more than one of these at once.
    pub(crate) fn condensed(&self, by: &str) -> PolarsResult<DataFrame> {
        let (group_of, groups) = self.groups(by)?;
        let n_groups = groups.len();
        let mut said = vec![Said::Nothing; self.mutants.height() * n_groups];
        for kill in &self.kills {
            let now = if kill.is_killed {
                Said::Killed
            } else {
                Said::Survived
            };
            let cell = kill.mutant as usize * n_groups + group_of[kill.case as usize];
            said[cell] = said[cell].max(now);
        }
        let judged = || (0..said.len()).filter(|&cell| said[cell] != Said::Nothing);
        let of_mutant = taken(&self.mutants, judged().map(|cell| Some(cell / n_groups)))?;
        let of_group = taken(
            &self.cases,
            judged().map(|cell| Some(groups[cell % n_groups])),
        )?;
        let killed: BooleanChunked = judged()
            .map(|cell| Some(said[cell] == Said::Killed))
            .collect();
        of_mutant
            .hstack(of_group.select([TECHNIQUE, PROPERTY_SET, by])?.columns())?
            .hstack(&[killed.with_name(KILLED.into()).into_column()])
    }

    /// For every case the number of its group, and for every group one of its cases: those of a
    /// subject, a technique, a property set and a value of the column `by`.
    fn groups(&self, by: &str) -> PolarsResult<(Vec<usize>, Vec<usize>)> {
        let mut columns = Vec::new();
        for name in [SUBJECT, TECHNIQUE, PROPERTY_SET, by] {
            columns.push(self.cases.column(name)?.str()?);
        }
        let mut numbers: BTreeMap<Vec<Option<&str>>, usize> = BTreeMap::new();
        let (mut group_of, mut groups) = (Vec::new(), Vec::new());
        for case in 0..self.cases.height() {
            let key = columns.iter().map(|column| column.get(case)).collect();
            let number = *numbers.entry(key).or_insert_with(|| {
                groups.push(case);
                groups.len() - 1
            });
            group_of.push(number);
        }
        Ok((group_of, groups))
    }

    /// One row per mutant and sound case of a ranked technique that kills it.
    pub(crate) fn killers(&self) -> PolarsResult<DataFrame> {
        let ranked = self
            .cases
            .clone()
            .lazy()
            .select([is_ranked().alias(KILLED)])
            .collect()?;
        let is_ranked = flags(&ranked, KILLED)?;
        let killing = || {
            let killing = self.kills.iter().filter(|kill| kill.is_killed);
            killing.filter(|kill| is_ranked[kill.case as usize])
        };
        let mutants = taken(
            &self.mutants,
            killing().map(|kill| Some(kill.mutant as usize)),
        )?;
        let cases = taken(&self.cases, killing().map(|kill| Some(kill.case as usize)))?;
        let numbers: UInt32Chunked = killing().map(|kill| Some(kill.case)).collect();
        mutants
            .select([SUBJECT, MUTANT])?
            .hstack(cases.select([TECHNIQUE])?.columns())?
            .hstack(&[numbers.with_name(CASE_NUMBER.into()).into_column()])
    }

    /// One row per sound case that judged a usable mutant: mutants judged, mutants killed.
    pub(crate) fn kills_per_case(&self) -> PolarsResult<DataFrame> {
        let mut counts = vec![(0, 0); self.cases.height()];
        for kill in &self.kills {
            let (n_judged, n_killed) = &mut counts[kill.case as usize];
            *n_judged += 1;
            *n_killed += u32::from(kill.is_killed);
        }
        // Cases are in the order of their names, so the counts are too.
        let judged = || (0..counts.len()).filter(|&case| counts[case].0 > 0);
        let column = |name: &str, value: &dyn Fn(usize) -> u32| {
            let values: UInt32Chunked = judged().map(|case| Some(value(case))).collect();
            values.with_name(name.into()).into_column()
        };
        taken(&self.cases, judged().map(Some))?
            .select([SUBJECT, TECHNIQUE, PROPERTY])?
            .hstack(&[
                column(CASE_NUMBER, &number),
                column(N_JUDGED, &|case| counts[case].0),
                column(N_KILLED, &|case| counts[case].1),
            ])
    }

    /// One row per usable mutant and sound case, with all names.
    pub(crate) fn named(&self) -> PolarsResult<LazyFrame> {
        let column = |name: &str, value: fn(&Kill) -> u32| {
            let values: UInt32Chunked = self.kills.iter().map(|kill| Some(value(kill))).collect();
            values.with_name(name.into()).into_column()
        };
        let killed: BooleanChunked = self.kills.iter().map(|kill| Some(kill.is_killed)).collect();
        let kills = DataFrame::new_infer_height(vec![
            column(MUTANT_NUMBER, |kill| kill.mutant),
            column(CASE_NUMBER, |kill| kill.case),
            killed.with_name(KILLED.into()).into_column(),
        ])?;
        let mutants = self.mutants.with_row_index(MUTANT_NUMBER.into(), None)?;
        let names = [TECHNIQUE, PROPERTY_SET, PROPERTY, DATA_SET, SEED];
        let cases = self
            .cases
            .select(names)?
            .with_row_index(CASE_NUMBER.into(), None)?;
        let by_mutant = [MUTANT_NUMBER];
        let with_mutants = inner_join(kills.lazy(), mutants.lazy(), &by_mutant, &by_mutant);
        let by_case = [CASE_NUMBER];
        Ok(inner_join(with_mutants, cases.lazy(), &by_case, &by_case))
    }
}

/// For every number of a variant its row among the fates, if it is a usable mutant.
fn usable_mutants(verdicts: &Verdicts, fates: &DataFrame) -> PolarsResult<Vec<Option<u32>>> {
    let is_usable = flags(fates, USABLE)?;
    let (subjects, mutants) = (fates.column(SUBJECT)?.str()?, fates.column(MUTANT)?.str()?);
    let usable = subjects
        .iter()
        .zip(mutants.iter())
        .enumerate()
        .filter(|(place, _)| is_usable[*place]);
    let places: BTreeMap<(Option<&str>, Option<&str>), u32> =
        usable.map(|(place, id)| (id, number(place))).collect();
    let variants = &verdicts.variants.frame;
    let (subjects, names) = (variants.column(SUBJECT)?, variants.column(VARIANT)?);
    let ids = subjects.str()?.iter().zip(names.str()?.iter());
    Ok(ids.map(|id| places.get(&id).copied()).collect())
}

/// A column of flags; what is empty does not hold.
fn flags(frame: &DataFrame, column: &str) -> PolarsResult<Vec<bool>> {
    let flags = frame.column(column)?.bool()?.iter();
    Ok(flags.map(|flag| flag == Some(true)).collect())
}

/// A place in a frame as a number of half the size.
fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a frame has fewer rows")
}
