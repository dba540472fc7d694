//! The verdicts of a record by numbers in place of names.
//!
//! A record may have millions of verdicts, each with eight names and a seed. Numbered, a verdict is
//! twelve bytes, and counting verdicts is counting numbers; the names come back where there are few
//! rows left.

use std::collections::BTreeSet;

use killrate_record::{Coded, Coder, RecordError, RecordFolder};
use polars::prelude::*;
use rayon::prelude::*;

use crate::AnalysisError;
use crate::columns::{
    BASIS, CASE, CAUSE, DATA_SET, KILLED, MUTANT, ORIGINAL, PROPERTY, SEED, SUBJECT, TECHNIQUE,
    VARIANT, VERDICT,
};
use crate::frames::{sorted, stacked};
use crate::placebos::Placebos;
use crate::policies::Policy;

/// Every verdict of a record, in the order of its rows.
pub(crate) struct Verdicts {
    /// The records, each with how many rows it has.
    folders: Vec<(RecordFolder, usize)>,
    /// Who was judged: subject and variant.
    pub(crate) variants: Numbers,
    /// By what, and on what.
    pub(crate) cases: Numbers,
    /// What came out: verdict, cause and basis.
    pub(crate) verdicts: Numbers,
    /// For every number of a variant whether it is a placebo.
    is_placebo: Vec<bool>,
}

/// Numbers in place of the values in some columns.
pub(crate) struct Numbers {
    /// One row per combination of values that occurs, in order.
    pub(crate) frame: DataFrame,
    /// For every verdict the row of the frame that has its values.
    pub(crate) of_verdicts: Vec<u32>,
}

impl Verdicts {
    /// Reads every verdict once; those on these placebos are kept apart.
    pub(crate) fn read(folder: RecordFolder, placebos: &Placebos) -> Result<Self, AnalysisError> {
        const KEYS: [&[&str]; 3] = [&[SUBJECT, VARIANT], &CASE, &[VERDICT, CAUSE, BASIS]];
        let read = |key: &&[&str]| -> Result<Numbers, AnalysisError> {
            let columns: Result<Vec<CodedColumn>, RecordError> = key
                .par_iter()
                .map(|name| CodedColumn::read(&folder, name))
                .collect();
            Ok(combine(&columns?)?)
        };
        let numbers: Result<Vec<Numbers>, AnalysisError> = KEYS.par_iter().map(read).collect();
        let [variants, cases, verdicts] = numbers?
            .try_into()
            .unwrap_or_else(|_| unreachable!("every key has its numbers"));
        let is_placebo = ids(&variants.frame, VARIANT)?
            .iter()
            .map(|id| placebos.contains(id))
            .collect();
        let n_rows = verdicts.of_verdicts.len();
        let read = Self {
            folders: vec![(folder, n_rows)],
            variants,
            cases,
            verdicts,
            is_placebo,
        };
        read.check()?;
        Ok(read)
    }

    /// The verdicts of several records, one record after the other, as if one record had them all.
    pub(crate) fn joined(all: Vec<Self>) -> PolarsResult<Self> {
        let of = |numbers: fn(&Self) -> &Numbers| -> PolarsResult<Numbers> {
            let parts: Vec<&Numbers> = all.iter().map(numbers).collect();
            joined(&parts)
        };
        let variants = of(|part| &part.variants)?;
        let is_of_placebo = |part: &Self| -> PolarsResult<Vec<(String, String)>> {
            let known = ids(&part.variants.frame, VARIANT)?.into_iter();
            let flagged = known.zip(&part.is_placebo).filter(|(_, is)| **is);
            Ok(flagged.map(|(id, _)| id).collect())
        };
        let mut placebos = BTreeSet::new();
        for part in &all {
            placebos.extend(is_of_placebo(part)?);
        }
        let is_placebo = ids(&variants.frame, VARIANT)?
            .iter()
            .map(|id| placebos.contains(id))
            .collect();
        Ok(Self {
            cases: of(|part| &part.cases)?,
            verdicts: of(|part| &part.verdicts)?,
            variants,
            is_placebo,
            folders: all.into_iter().flat_map(|part| part.folders).collect(),
        })
    }

    /// Refuses verdicts on mutants that are not among these: no table would count them.
    pub(crate) fn check_mutants(&self, mutants: &DataFrame) -> Result<(), AnalysisError> {
        let known: BTreeSet<(String, String)> = ids(mutants, MUTANT)?.into_iter().collect();
        let judged = ids(&self.variants.frame, VARIANT)?.into_iter();
        let judged = judged.zip(&self.is_placebo);
        let on_mutants = judged.filter(|(_, is_placebo)| !**is_placebo);
        let mut unknown = on_mutants
            .map(|(id, _)| id)
            .filter(|id| id.1 != ORIGINAL && !known.contains(id));
        match unknown.next() {
            None => Ok(()),
            Some((subject, variant)) => Err(self
                .damaged(format!(
                    "`mutants.parquet` has no `{variant}` of `{subject}`"
                ))
                .into()),
        }
    }

    fn damaged(&self, problem: String) -> RecordError {
        // What is damaged is told while the record is read, and then it is the only one.
        RecordError::Damaged {
            path: self.folders[0].0.verdicts(),
            source: problem.into(),
        }
    }

    /// Refuses what would be read as something else: an unknown verdict as one that does not kill, two
    /// verdicts of one case as one of them.
    fn check(&self) -> Result<(), AnalysisError> {
        for (frame, columns) in [
            (&self.variants.frame, [SUBJECT, VARIANT].as_slice()),
            (&self.cases.frame, &[TECHNIQUE, PROPERTY, DATA_SET]),
        ] {
            for column in columns {
                if frame.column(column)?.null_count() > 0 {
                    let problem = format!("a row has no `{column}`");
                    return Err(self.damaged(problem).into());
                }
            }
        }
        let text = |column: &str| self.verdicts.frame.column(column)?.str();
        let (verdicts, causes, bases) = (text(VERDICT)?, text(CAUSE)?, text(BASIS)?);
        for ((verdict, cause), basis) in verdicts.iter().zip(causes.iter()).zip(bases.iter()) {
            self.folders[0].0.check_verdict(verdict, cause, basis)?;
        }
        match self.first_repeated() {
            None => Ok(()),
            Some((variant, case)) => {
                let name = |numbers: &Numbers, column: &str, row: usize| -> PolarsResult<String> {
                    let name = numbers.frame.column(column)?.str()?.get(row);
                    Ok(name.unwrap_or_default().to_owned())
                };
                let problem = format!(
                    "two rows judge `{}` of `{}` by `{}`, `{}` on `{}`",
                    name(&self.variants, VARIANT, variant)?,
                    name(&self.variants, SUBJECT, variant)?,
                    name(&self.cases, TECHNIQUE, case)?,
                    name(&self.cases, PROPERTY, case)?,
                    name(&self.cases, DATA_SET, case)?
                );
                Err(self.damaged(problem).into())
            }
        }
    }

    /// The first variant and case that two rows are about.
    fn first_repeated(&self) -> Option<(usize, usize)> {
        let keys = || {
            let cases = self.cases.of_verdicts.iter();
            let numbers = self.variants.of_verdicts.iter().zip(cases);
            numbers.map(|(&variant, &case)| (variant, case))
        };
        // Records are sorted, by and large in the order of the numbers; then one look is enough.
        if keys().is_sorted_by(|one, other| one < other) {
            return None;
        }
        let mut keys: Vec<(u32, u32)> = keys().collect();
        keys.par_sort_unstable();
        let twice = keys.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map(|pair| (pair[0].0 as usize, pair[0].1 as usize))
    }

    /// The verdicts on originals and mutants, by their rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> {
        self.all_rows().filter(|row| !self.is_placebo[row.variant])
    }

    /// The verdicts on placebos, by their rows.
    pub(crate) fn rows_of_placebos(&self) -> impl Iterator<Item = Row> {
        self.all_rows().filter(|row| self.is_placebo[row.variant])
    }

    fn all_rows(&self) -> impl Iterator<Item = Row> {
        let cases = self.cases.of_verdicts.iter();
        let numbers = self.variants.of_verdicts.iter().zip(cases);
        numbers.zip(&self.verdicts.of_verdicts).enumerate().map(
            |(row, ((&variant, &case), &verdict))| Row {
                row,
                variant: variant as usize,
                case: case as usize,
                verdict: verdict as usize,
            },
        )
    }

    /// The verdicts of some techniques on mutants, with their names.
    pub(crate) fn on_mutants_by(&self, techniques: &[&str]) -> PolarsResult<DataFrame> {
        let is_original = self.is_original()?;
        let technique = self.cases.frame.column(TECHNIQUE)?.str()?;
        let is_wanted: Vec<bool> = technique
            .iter()
            .map(|name| name.is_some_and(|name| techniques.contains(&name)))
            .collect();
        let wanted = self
            .rows()
            .filter(|row| is_wanted[row.case] && !is_original[row.variant]);
        self.named(wanted)
    }

    /// These verdicts with their names.
    pub(crate) fn named(&self, rows: impl Iterator<Item = Row>) -> PolarsResult<DataFrame> {
        let rows: Vec<Row> = rows.collect();
        let named = |numbers: &Numbers, number: fn(&Row) -> usize| {
            taken(&numbers.frame, rows.iter().map(|row| Some(number(row))))
        };
        // Variants have a subject, as cases do.
        let variants = named(&self.variants, |row| row.variant)?.drop(SUBJECT)?;
        let verdicts = named(&self.verdicts, |row| row.verdict)?;
        named(&self.cases, |row| row.case)?
            .hstack(variants.columns())?
            .hstack(verdicts.columns())
    }

    /// For every number of a variant whether it is an original.
    pub(crate) fn is_original(&self) -> PolarsResult<Vec<bool>> {
        let names = self.variants.frame.column(VARIANT)?.str()?;
        Ok(names.iter().map(|name| name == Some(ORIGINAL)).collect())
    }

    /// For every number of a distinct verdict whether it kills.
    pub(crate) fn kills(&self, policy: &Policy) -> PolarsResult<Vec<bool>> {
        let kills = policy.kill().alias(KILLED);
        let frame = self.verdicts.frame.clone().lazy();
        let selected = frame.select([kills]).collect()?;
        let killed = selected.column(KILLED)?.bool()?;
        Ok(killed.iter().map(|kills| kills == Some(true)).collect())
    }

    /// The evidence of the verdicts in some rows, with the row of each.
    pub(crate) fn details(
        &self,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Vec<(usize, String)>, RecordError> {
        let mut details = Vec::new();
        let mut start = 0;
        for (folder, n_rows) in &self.folders {
            let of_record = folder.verdict_details(|row| is_wanted(start + row))?;
            details.extend(of_record.into_iter().map(|(row, text)| (start + row, text)));
            start += n_rows;
        }
        Ok(details)
    }
}

/// Subjects and names in the rows of a frame.
pub(crate) fn ids(frame: &DataFrame, name: &str) -> PolarsResult<Vec<(String, String)>> {
    let (subjects, names) = (frame.column(SUBJECT)?.str()?, frame.column(name)?.str()?);
    let text = |cell: Option<&str>| cell.unwrap_or_default().to_owned();
    let pairs = subjects.iter().zip(names.iter());
    Ok(pairs
        .map(|(subject, name)| (text(subject), text(name)))
        .collect())
}

/// A verdict: the row of the record, and what it says by numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) row: usize,
    pub(crate) variant: usize,
    pub(crate) case: usize,
    pub(crate) verdict: usize,
}

/// The rows of a frame at these places, empty where there is none.
pub(crate) fn taken(
    frame: &DataFrame,
    places: impl Iterator<Item = Option<usize>>,
) -> PolarsResult<DataFrame> {
    let places = places
        .map(|place| place.map(|place| IdxSize::try_from(place).expect("a frame has fewer rows")));
    frame.take(&places.collect())
}

/// A column with its values as polars holds them.
struct CodedColumn {
    values: Column,
    places: Vec<u32>,
}

impl CodedColumn {
    fn read(folder: &RecordFolder, name: &str) -> Result<Self, RecordError> {
        Ok(match name {
            SEED => {
                let Coded { values, places } = folder.verdict_seeds()?;
                let values = Column::new(name.into(), values);
                Self { values, places }
            }
            name => {
                let Coded { values, places } = folder.verdict_names(name)?;
                let values = Column::new(name.into(), values);
                Self { values, places }
            }
        })
    }
}

/// The numbers of several records, each combination of values once and in order.
fn joined(parts: &[&Numbers]) -> PolarsResult<Numbers> {
    let frames: Vec<LazyFrame> = { parts.iter() }
        .map(|part| part.frame.clone().lazy())
        .collect();
    let all = stacked(&frames)?.collect()?;
    let names = all.get_column_names_owned();
    let places = all.with_row_index(PLACE.into(), None)?;
    let by: Vec<&str> = names.iter().map(PlSmallStr::as_str).collect();
    // Empty cells come first, as in the numbers of one record.
    let ordered = sorted(places.lazy(), &by).collect()?;
    let values = ordered.select(by.iter().copied())?;
    let mut number_of = vec![0; values.height()];
    let mut distinct: Vec<usize> = Vec::new();
    let is_new = is_new(&values)?;
    for (row, place) in ordered.column(PLACE)?.idx()?.iter().enumerate() {
        if is_new[row] {
            distinct.push(row);
        }
        let place = place.expect("an index is in every row") as usize;
        number_of[place] = u32::try_from(distinct.len() - 1).expect("a table has fewer rows");
    }
    let mut of_verdicts = Vec::new();
    let mut start = 0;
    for part in parts {
        let numbers = part.of_verdicts.iter();
        of_verdicts.extend(numbers.map(|&number| number_of[start + number as usize]));
        start += part.frame.height();
    }
    Ok(Numbers {
        frame: taken(&values, distinct.into_iter().map(Some))?,
        of_verdicts,
    })
}

/// The column of places in what is sorted.
const PLACE: &str = "place";

/// For every row of a sorted frame whether it is another than the one before.
fn is_new(frame: &DataFrame) -> PolarsResult<Vec<bool>> {
    let mut is_new = vec![false; frame.height()];
    if let Some(first) = is_new.first_mut() {
        *first = true;
    }
    for column in frame.columns() {
        let before = column.shift(1);
        let differs = column.not_equal_missing(&before)?;
        for (is_new, differs) in is_new.iter_mut().zip(differs.iter()).skip(1) {
            *is_new |= differs == Some(true);
        }
    }
    Ok(is_new)
}

/// The combinations of values that occur in some columns.
fn combine(columns: &[CodedColumn]) -> PolarsResult<Numbers> {
    // The places of a row as the digits of one number. It has room for 25 bits from each of five
    // columns, and no study has 33 million names of everything.
    let n_rows = columns.iter().map(|column| column.places.len()).min();
    let mut coder: Coder<u128> = Coder::default();
    for row in 0..n_rows.unwrap_or(0) {
        let key = columns.iter().fold(0, |key, column| {
            key * column.values.len() as u128 + u128::from(column.places[row])
        });
        coder.push(Some(&key));
    }
    let mut keys = coder.finish();
    let mut of_columns = Vec::new();
    for column in columns.iter().rev() {
        let n_values = column.values.len() as u128;
        let places: IdxCa = keys
            .values
            .iter_mut()
            .flatten()
            .map(|key| {
                let place = *key % n_values;
                *key /= n_values;
                IdxSize::try_from(place).expect("a digit is the place of a value")
            })
            .map(Some)
            .collect();
        of_columns.push(column.values.take(&places)?);
    }
    of_columns.reverse();
    Ok(Numbers {
        frame: DataFrame::new_infer_height(of_columns)?,
        of_verdicts: keys.places,
    })
}
