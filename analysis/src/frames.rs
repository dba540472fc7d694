//! The tables of a record as lazy frames, and what every frame here is made with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use killrate_record::{
    Coded, NamedValues, RecordError, RecordFolder, Skipped, Values, read_columns,
};
use polars::prelude::*;
use rayon::prelude::*;

use crate::AnalysisError;
use crate::columns::{
    DATA_SET, DEPTH, FILE, LINE, MUTANT, N, OUTPUT, PROPERTY, REASON, SEED, SITE_KIND, SUBJECT,
    TECHNIQUE, VARIANT,
};

/// The tables of a record but for its verdicts, which are numbered.
#[derive(Clone)]
pub(crate) struct Frames {
    pub(crate) mutants: LazyFrame,
    pub(crate) reach: LazyFrame,
    /// Only some records have it.
    pub(crate) fuel: Option<LazyFrame>,
    /// Only some records have it.
    pub(crate) outputs: Option<LazyFrame>,
    pub(crate) lines: LazyFrame,
    /// Only some records have it.
    pub(crate) same_code: Option<LazyFrame>,
    /// Only some records have it.
    pub(crate) chains: Option<LazyFrame>,
    pub(crate) skipped: LazyFrame,
    pub(crate) costs: LazyFrame,
    /// Only some records have it.
    pub(crate) check_costs: Option<LazyFrame>,
}

impl Frames {
    pub(crate) fn read(folder: &RecordFolder) -> Result<Self, AnalysisError> {
        Ok(Self {
            mutants: with_texts(read(&folder.mutants())?, SITE_KIND)?,
            reach: read(&folder.reach())?,
            fuel: folder.fuel().map(|path| read(&path)).transpose()?,
            outputs: folder.outputs().map(|path| read(&path)).transpose()?,
            lines: read(&folder.lines())?,
            same_code: folder.same_code().map(|path| read(&path)).transpose()?,
            chains: folder.chains().map(|path| read(&path)).transpose()?,
            skipped: read(&folder.skipped())?,
            costs: read(&folder.costs())?,
            check_costs: folder.check_costs().map(|path| read(&path)).transpose()?,
        })
    }

    /// Refuses two rows about one thing, of which every count would count both; those of verdicts are
    /// looked at where they are numbered.
    pub(crate) fn check(&self, folder: &RecordFolder) -> Result<(), AnalysisError> {
        let keyed = |path, frame, key| Keyed { path, frame, key };
        let mut tables = vec![
            keyed(folder.mutants(), &self.mutants, &[SUBJECT, MUTANT]),
            keyed(folder.reach(), &self.reach, &[SUBJECT, MUTANT, DATA_SET]),
            keyed(
                folder.lines(),
                &self.lines,
                &[SUBJECT, FILE, LINE, DATA_SET],
            ),
            keyed(
                folder.skipped(),
                &self.skipped,
                &[SUBJECT, TECHNIQUE, PROPERTY, DATA_SET],
            ),
            keyed(folder.costs(), &self.costs, &[SUBJECT, TECHNIQUE]),
        ];
        if let (Some(path), Some(frame)) = (folder.fuel(), &self.fuel) {
            tables.push(keyed(path, frame, &[SUBJECT, MUTANT, DATA_SET]));
        }
        if let (Some(path), Some(frame)) = (folder.outputs(), &self.outputs) {
            tables.push(keyed(path, frame, &[SUBJECT, VARIANT, DATA_SET, OUTPUT]));
        }
        if let (Some(path), Some(frame)) = (folder.same_code(), &self.same_code) {
            tables.push(keyed(path, frame, &[SUBJECT, MUTANT]));
        }
        // Chains without random choices have no seed, which is no missing key.
        let seeded = self.chains.clone().map(|chains| {
            let seed = col(SEED).cast(DataType::String).fill_null(lit("none"));
            chains.with_column(seed.alias(SEED))
        });
        if let (Some(path), Some(frame)) = (folder.chains(), &seeded) {
            let key = &[SUBJECT, VARIANT, TECHNIQUE, PROPERTY, DATA_SET, SEED, DEPTH];
            tables.push(keyed(path, frame, key));
        }
        tables.par_iter().try_for_each(Keyed::check)
    }
}

impl Frames {
    /// The tables that there are, by name.
    pub(crate) fn into_tables(self) -> impl Iterator<Item = (&'static str, LazyFrame)> {
        let tables = [
            ("mutants", Some(self.mutants)),
            ("reach", Some(self.reach)),
            ("fuel", self.fuel),
            ("outputs", self.outputs),
            ("lines", Some(self.lines)),
            ("same_code", self.same_code),
            ("chains", self.chains),
            ("skipped", Some(self.skipped)),
            ("costs", Some(self.costs)),
            ("check_costs", self.check_costs),
        ];
        let tables = tables.into_iter();
        tables.filter_map(|(name, table)| Some((name, table?)))
    }

    /// The frames with these tables, of which every record has some.
    pub(crate) fn of_tables(mut tables: BTreeMap<&'static str, LazyFrame>) -> Self {
        let always = "every record has this table";
        Self {
            mutants: tables.remove("mutants").expect(always),
            reach: tables.remove("reach").expect(always),
            fuel: tables.remove("fuel"),
            outputs: tables.remove("outputs"),
            lines: tables.remove("lines").expect(always),
            same_code: tables.remove("same_code"),
            chains: tables.remove("chains"),
            skipped: tables.remove("skipped").expect(always),
            costs: tables.remove("costs").expect(always),
            check_costs: tables.remove("check_costs"),
        }
    }
}

/// A table whose rows must differ in some columns, and these be filled.
struct Keyed<'a> {
    path: PathBuf,
    frame: &'a LazyFrame,
    key: &'static [&'static str],
}

impl Keyed<'_> {
    fn check(&self) -> Result<(), AnalysisError> {
        let damaged = |problem: String| RecordError::Damaged {
            path: self.path.clone(),
            source: problem.into(),
        };
        let groups = self.frame.clone().group_by(cols(self.key));
        let n_rows = groups.agg([len().alias(N)]);
        let is_empty = self
            .key
            .iter()
            .map(|name| col(*name).is_null())
            .reduce(Expr::or)
            .expect("a key has columns");
        let bad = n_rows.filter(col(N).gt(lit(1)).or(is_empty));
        // The first one, so that the same record is told with the same words.
        let bad = sorted(bad, self.key).limit(1).collect()?;
        if bad.height() == 0 {
            return Ok(());
        }
        let mut names = Vec::new();
        for column in self.key {
            names.push(match bad.column(column)?.get(0)? {
                AnyValue::Null => return Err(damaged(format!("a row has no `{column}`")).into()),
                value => format!("`{}`", value.str_value()),
            });
        }
        Err(damaged(format!("two rows are about {}", names.join(", "))).into())
    }
}

/// The rows of properties that do not apply to a data set, in order.
pub(crate) fn skipped(frame: LazyFrame) -> Result<Vec<Skipped>, AnalysisError> {
    let key = [SUBJECT, TECHNIQUE, PROPERTY, DATA_SET];
    let cells = Cells::collect(sorted(frame, &key))?;
    let row = |row| {
        let [subject, technique, property] =
            [SUBJECT, TECHNIQUE, PROPERTY].map(|name| cells.name(row, name));
        Ok(Skipped {
            property: [subject?, technique?, property?],
            data_set: cells.name(row, DATA_SET)?,
            reason: cells.name(row, REASON)?,
        })
    };
    cells.rows().map(row).collect()
}

/// The frame with this column of texts, empty where an older record lacks it.
fn with_texts(frame: LazyFrame, name: &str) -> Result<LazyFrame, AnalysisError> {
    let frame = frame.collect()?;
    if frame.column(name).is_ok() {
        return Ok(frame.lazy());
    }
    let empty = lit(NULL).cast(DataType::String).alias(name);
    Ok(frame.lazy().with_column(empty))
}

fn read(path: &Path) -> Result<LazyFrame, AnalysisError> {
    let columns: PolarsResult<Vec<Column>> = read_columns(path)?.into_iter().map(column).collect();
    Ok(DataFrame::new_infer_height(columns?)?.lazy())
}

fn column(NamedValues { name, values }: NamedValues) -> PolarsResult<Column> {
    let name = name.into();
    Ok(match values {
        Values::Text(Coded { values, places }) => {
            let places: IdxCa = places
                .into_iter()
                .map(|place| Some(place as IdxSize))
                .collect();
            Column::new(name, values).take(&places)?
        }
        Values::Bool(cells) => Column::new(name, cells),
        Values::U32(cells) => Column::new(name, cells),
        Values::U64(cells) => Column::new(name, cells),
        Values::F64(cells) => Column::new(name, cells),
    })
}

/// The expressions for these columns.
pub fn cols(names: &[&str]) -> Vec<Expr> {
    names.iter().map(|&name| col(name)).collect()
}

/// The frame in the order of these columns.
pub fn sorted(frame: LazyFrame, by: &[&str]) -> LazyFrame {
    frame.sort_by_exprs(cols(by), SortMultipleOptions::default())
}

/// The rows of `left`, each with the columns of the row of `right` that has the same key.
pub(crate) fn left_join(
    left: LazyFrame,
    right: LazyFrame,
    left_on: &[&str],
    right_on: &[&str],
) -> LazyFrame {
    join(left, right, left_on, right_on, JoinType::Left)
}

/// The pairs of rows that have the same key; a seed that is missing equals a missing seed.
pub fn inner_join(
    left: LazyFrame,
    right: LazyFrame,
    left_on: &[&str],
    right_on: &[&str],
) -> LazyFrame {
    join(left, right, left_on, right_on, JoinType::Inner)
}

/// Every key that one of the frames has, with the other columns of both.
pub(crate) fn full_join(left: LazyFrame, right: LazyFrame, on: &[&str]) -> LazyFrame {
    left.join_builder()
        .with(right)
        .how(JoinType::Full)
        .on(cols(on))
        .join_nulls(true)
        .coalesce(JoinCoalesce::CoalesceColumns)
        .finish()
}

fn join(
    left: LazyFrame,
    right: LazyFrame,
    left_on: &[&str],
    right_on: &[&str],
    how: JoinType,
) -> LazyFrame {
    left.join_builder()
        .with(right)
        .how(how)
        .left_on(cols(left_on))
        .right_on(cols(right_on))
        .join_nulls(true)
        .finish()
}

/// One frame below the other.
pub fn stacked(frames: &[LazyFrame]) -> PolarsResult<LazyFrame> {
    concat(frames, UnionArgs::default())
}

/// A collected frame, read cell by cell; the edge where frames become tables.
pub struct Cells(DataFrame);

impl Cells {
    /// Collects a frame.
    pub fn collect(frame: LazyFrame) -> PolarsResult<Self> {
        Ok(Self(frame.collect()?))
    }

    /// The places of the rows.
    pub fn rows(&self) -> std::ops::Range<usize> {
        0..self.0.height()
    }

    /// `None` when the cell is empty.
    pub fn text(&self, row: usize, column: &str) -> PolarsResult<Option<String>> {
        Ok(self.0.column(column)?.str()?.get(row).map(str::to_owned))
    }

    /// The text of a column that is never empty.
    pub fn name(&self, row: usize, column: &str) -> PolarsResult<String> {
        let text = self.text(row, column)?;
        text.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// `None` when the cell is empty.
    pub fn optional_count(&self, row: usize, column: &str) -> PolarsResult<Option<u64>> {
        Ok(self.0.column(column)?.get(row)?.extract())
    }

    /// The count of a column that is never empty.
    pub fn count(&self, row: usize, column: &str) -> PolarsResult<u64> {
        let number = self.optional_count(row, column)?;
        number.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// `None` when the cell is empty.
    pub fn optional_number(&self, row: usize, column: &str) -> PolarsResult<Option<f64>> {
        Ok(self.0.column(column)?.get(row)?.extract())
    }

    /// The number of a column that is never empty.
    pub fn number(&self, row: usize, column: &str) -> PolarsResult<f64> {
        let number = self.optional_number(row, column)?;
        number.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// `None` when the cell is empty.
    pub fn flag(&self, row: usize, column: &str) -> PolarsResult<Option<bool>> {
        Ok(self.0.column(column)?.bool()?.get(row))
    }
}
