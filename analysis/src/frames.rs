//! The tables of a record as lazy frames, and what every frame here is made with.

use std::path::Path;

use killrate_record::RecordFolder;
use polars::prelude::*;

/// The tables of a record.
#[derive(Clone)]
pub(crate) struct Frames {
    pub(crate) mutants: LazyFrame,
    pub(crate) reach: LazyFrame,
    pub(crate) lines: LazyFrame,
    /// Only some records have it.
    pub(crate) same_code: Option<LazyFrame>,
    pub(crate) verdicts: LazyFrame,
    pub(crate) skipped: LazyFrame,
    pub(crate) costs: LazyFrame,
    /// Only some records have it.
    pub(crate) check_costs: Option<LazyFrame>,
}

impl Frames {
    pub(crate) fn scan(folder: &RecordFolder) -> PolarsResult<Self> {
        Ok(Self {
            mutants: scan(&folder.mutants())?,
            reach: scan(&folder.reach())?,
            lines: scan(&folder.lines())?,
            same_code: folder.same_code().map(|path| scan(&path)).transpose()?,
            verdicts: scan(&folder.verdicts())?,
            skipped: scan(&folder.skipped())?,
            costs: scan(&folder.costs())?,
            check_costs: folder.check_costs().map(|path| scan(&path)).transpose()?,
        })
    }
}

fn scan(path: &Path) -> PolarsResult<LazyFrame> {
    LazyFrame::scan_parquet(PlRefPath::try_from_path(path)?, ScanArgsParquet::default())
}

/// Collects a frame that is made from every verdict, a part of the record at a time; in any order
/// unless the frame ends in a sort.
pub(crate) fn collect_in_parts(frame: LazyFrame) -> PolarsResult<DataFrame> {
    Ok(frame
        .collect_with_engine(Engine::Streaming)?
        .unwrap_single())
}

/// The expressions for these columns.
pub(crate) fn cols(names: &[&str]) -> Vec<Expr> {
    names.iter().map(|&name| col(name)).collect()
}

/// The frame in the order of these columns.
pub(crate) fn sorted(frame: LazyFrame, by: &[&str]) -> LazyFrame {
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
pub(crate) fn inner_join(
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
pub(crate) fn stacked(frames: &[LazyFrame]) -> PolarsResult<LazyFrame> {
    concat(frames, UnionArgs::default())
}

/// A collected frame, read cell by cell; the edge where frames become tables.
pub(crate) struct Cells(DataFrame);

impl Cells {
    pub(crate) fn collect(frame: LazyFrame) -> PolarsResult<Self> {
        Ok(Self(frame.collect()?))
    }

    pub(crate) fn rows(&self) -> std::ops::Range<usize> {
        0..self.0.height()
    }

    /// `None` when the cell is empty.
    pub(crate) fn text(&self, row: usize, column: &str) -> PolarsResult<Option<String>> {
        Ok(self.0.column(column)?.str()?.get(row).map(str::to_owned))
    }

    /// The text of a column that is never empty.
    pub(crate) fn name(&self, row: usize, column: &str) -> PolarsResult<String> {
        let text = self.text(row, column)?;
        text.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// `None` when the cell is empty.
    pub(crate) fn optional_count(&self, row: usize, column: &str) -> PolarsResult<Option<u64>> {
        Ok(self.0.column(column)?.get(row)?.extract())
    }

    /// The count of a column that is never empty.
    pub(crate) fn count(&self, row: usize, column: &str) -> PolarsResult<u64> {
        let number = self.optional_count(row, column)?;
        number.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// The number of a column that is never empty.
    pub(crate) fn number(&self, row: usize, column: &str) -> PolarsResult<f64> {
        let number = self.0.column(column)?.get(row)?.extract::<f64>();
        number.ok_or_else(|| polars_err!(NoData: "`{}` is empty in row {}", column, row))
    }

    /// `None` when the cell is empty.
    pub(crate) fn flag(&self, row: usize, column: &str) -> PolarsResult<Option<bool>> {
        Ok(self.0.column(column)?.bool()?.get(row))
    }
}
