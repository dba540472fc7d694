//! Kills by numbers in place of names.
//!
//! A record may have millions of verdicts, each with six names. Numbered, a verdict is nine bytes;
//! the names come back when there is a row per mutant and property, and no longer per verdict. Names
//! are looked up as codes: comparing texts took five times as long, and ten times the memory.

use polars::prelude::*;

use crate::columns::{
    CASE, CASE_NUMBER, CLASS, DATA_SET, FUNCTION, GROUP, IS_SOUND, KILLED, MUTANT, MUTANT_NUMBER,
    N_JUDGED, N_KILLED, OPERATOR, PROPERTY, PROPERTY_SET, SEED, SUBJECT, TECHNIQUE, USABLE,
    VARIANT,
};
use crate::frames::{collect_in_parts, cols, inner_join, sorted};
use crate::policies::Policy;
use crate::roles::{is_ranked, property_set};

/// Numbers in place of texts: the same text has the same number wherever it stands.
///
/// Which number that is depends on what was read first, so no result may depend on it.
struct Codes(DataType);

impl Codes {
    fn new() -> Self {
        let categories = Categories::random("names".into(), CategoricalPhysical::U32);
        Self(DataType::from_categories(categories))
    }

    /// These columns by number; seeds are numbers already.
    fn of(&self, columns: &[&str]) -> Vec<Expr> {
        let code = |name: &&str| match *name {
            SEED => col(SEED),
            name => col(name).cast(self.0.clone()).to_physical(),
        };
        columns.iter().map(code).collect()
    }
}

/// The verdicts of a record under a policy, with what their numbers stand for.
pub(crate) struct Numbered {
    /// One row per usable mutant and sound case: their numbers, and whether the verdict kills.
    kills: LazyFrame,
    /// One row per usable mutant.
    mutants: LazyFrame,
    /// One row per sound case.
    cases: LazyFrame,
}

impl Numbered {
    /// Numbers usable mutants and sound cases, and looks at every verdict once.
    ///
    /// `cases` and `fates` are collected frames: their order gives the numbers.
    pub(crate) fn gather(
        verdicts: LazyFrame,
        cases: LazyFrame,
        fates: LazyFrame,
        policy: &Policy,
    ) -> PolarsResult<Self> {
        let mutants = fates
            .with_row_index(MUTANT_NUMBER, None)
            .filter(col(USABLE))
            .select(cols(&[
                MUTANT_NUMBER,
                SUBJECT,
                MUTANT,
                CLASS,
                OPERATOR,
                FUNCTION,
            ]))
            .collect()?
            .lazy();
        let mut columns = cols(&[&CASE[..], &[CASE_NUMBER]].concat());
        columns.push(property_set().alias(PROPERTY_SET));
        let cases = cases
            .with_row_index(CASE_NUMBER, None)
            .filter(col(IS_SOUND))
            .select(columns)
            .collect()?
            .lazy();
        let codes = Codes::new();
        let mut columns = codes.of(&CASE);
        columns.extend(codes.of(&[VARIANT]));
        columns.push((policy.kills)().alias(KILLED));
        let of_mutants = inner_join(
            verdicts.select(columns),
            mutants
                .clone()
                .select([codes.of(&[SUBJECT, MUTANT]), cols(&[MUTANT_NUMBER])].concat()),
            &[SUBJECT, VARIANT],
            &[SUBJECT, MUTANT],
        );
        let keys = cases
            .clone()
            .select([codes.of(&CASE), cols(&[CASE_NUMBER])].concat());
        let kills = inner_join(of_mutants, keys, &CASE, &CASE).select(cols(&[
            MUTANT_NUMBER,
            CASE_NUMBER,
            KILLED,
        ]));
        let kills = collect_in_parts(kills)?.lazy();
        Ok(Self {
            kills,
            mutants,
            cases,
        })
    }

    /// One row per mutant, technique, property set and value of the column `by`: whether any case
    /// killed.
    ///
    /// There are as many cases as properties times data sets times seeds, and no table looks at
    /// more than one of these at once.
    pub(crate) fn condensed(&self, by: &str) -> PolarsResult<LazyFrame> {
        let key = [SUBJECT, TECHNIQUE, PROPERTY_SET, by];
        let distinct = self
            .cases
            .clone()
            .select(cols(&key))
            .unique(None, UniqueKeepStrategy::Any);
        // Collected, so that a group has the same number wherever it is looked up.
        let groups = sorted(distinct, &key)
            .with_row_index(GROUP, None)
            .collect()?
            .lazy();
        let of_cases = inner_join(self.cases.clone(), groups.clone(), &key, &key)
            .select(cols(&[CASE_NUMBER, GROUP]));
        let number = [CASE_NUMBER];
        let killed = inner_join(self.kills.clone(), of_cases, &number, &number)
            .group_by(cols(&[MUTANT_NUMBER, GROUP]))
            .agg([col(KILLED).any(true)]);
        let number = [MUTANT_NUMBER];
        let with_mutants = inner_join(killed, self.mutants.clone(), &number, &number);
        let names = groups.select(cols(&[GROUP, TECHNIQUE, PROPERTY_SET, by]));
        let named = inner_join(with_mutants, names, &[GROUP], &[GROUP]);
        let columns = [
            SUBJECT,
            MUTANT,
            TECHNIQUE,
            PROPERTY_SET,
            by,
            CLASS,
            OPERATOR,
            FUNCTION,
            KILLED,
        ];
        Ok(named.select(cols(&columns)).collect()?.lazy())
    }

    /// One row per mutant and sound case of a ranked technique that kills it.
    pub(crate) fn killers(&self) -> PolarsResult<LazyFrame> {
        let ranked = self.cases.clone().filter(is_ranked());
        let ranked = ranked.select(cols(&[CASE_NUMBER, TECHNIQUE]));
        let killing = self.kills.clone().filter(col(KILLED));
        let killing = inner_join(killing, ranked, &[CASE_NUMBER], &[CASE_NUMBER]);
        let names = self
            .mutants
            .clone()
            .select(cols(&[MUTANT_NUMBER, SUBJECT, MUTANT]));
        let named = inner_join(killing, names, &[MUTANT_NUMBER], &[MUTANT_NUMBER]);
        let columns = [SUBJECT, MUTANT, TECHNIQUE, CASE_NUMBER];
        Ok(named.select(cols(&columns)).collect()?.lazy())
    }

    /// One row per sound case that judged a usable mutant: mutants judged, mutants killed.
    pub(crate) fn kills_per_case(&self) -> PolarsResult<LazyFrame> {
        let counts = self
            .kills
            .clone()
            .group_by([col(CASE_NUMBER)])
            .agg([len().alias(N_JUDGED), col(KILLED).sum().alias(N_KILLED)]);
        let key = [SUBJECT, TECHNIQUE, PROPERTY, CASE_NUMBER];
        let names = self.cases.clone().select(cols(&key));
        let named = inner_join(counts, names, &[CASE_NUMBER], &[CASE_NUMBER]);
        let columns = [&key[..], &[N_JUDGED, N_KILLED]].concat();
        Ok(sorted(named.select(cols(&columns)), &key).collect()?.lazy())
    }

    /// One row per usable mutant and sound case, with all names.
    pub(crate) fn named(&self) -> LazyFrame {
        let number = [MUTANT_NUMBER];
        let with_mutants = inner_join(self.kills.clone(), self.mutants.clone(), &number, &number);
        let names = [CASE_NUMBER, TECHNIQUE, PROPERTY_SET, PROPERTY, DATA_SET];
        let names = self.cases.clone().select(cols(&names));
        inner_join(with_mutants, names, &[CASE_NUMBER], &[CASE_NUMBER])
    }
}
