//! Reports for data frames: one Parquet file with a row per cell.

use polars::prelude::*;

use crate::{AnalysisError, Cell, Rate, Report};

/// Every cell of every table of a report, as the bytes of a Parquet file.
///
/// A row is a cell: which table and subject it is of, its row and column, and what it holds. A rate
/// fills `n`, `of`, `low`, `high` and where a paper has it `published_n` and `published_of`; `value`
/// is its percentage, or the number of a cell that is one. What does not apply is empty.
///
/// # Errors
/// When polars cannot write, which in memory it always can.
pub fn parquet(report: &Report) -> Result<Vec<u8>, AnalysisError> {
    let mut rows = Rows::default();
    for table in &report.tables {
        for (place, row) in table.rows.iter().enumerate() {
            for (column, cell) in table.columns.iter().zip(row) {
                rows.table.push(table.name);
                rows.title.push(table.title.as_str());
                rows.subject.push(table.subject.as_deref());
                rows.row.push(place as u32 + 1);
                rows.column.push(column.name.as_str());
                rows.push(cell);
            }
        }
    }
    let mut frame = rows.frame()?;
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame)?;
    Ok(bytes)
}

/// The columns of the file.
#[derive(Default)]
struct Rows<'a> {
    table: Vec<&'a str>,
    title: Vec<&'a str>,
    subject: Vec<Option<&'a str>>,
    row: Vec<u32>,
    column: Vec<&'a str>,
    text: Vec<Option<&'a str>>,
    value: Vec<Option<f64>>,
    measured: Vec<Option<Rate>>,
    published: Vec<Option<Rate>>,
}

impl<'a> Rows<'a> {
    fn push(&mut self, cell: &'a Cell) {
        let (mut text, mut value, mut rates) = (None, None, (None, None));
        match cell {
            Cell::Missing => {}
            Cell::Text(name) => text = Some(name.trim()),
            Cell::Count(count) => value = Some(*count as f64),
            Cell::Number { value: number, .. } | Cell::Probability(number) => value = Some(*number),
            Cell::Flag(flag) => value = Some(f64::from(u8::from(*flag))),
            Cell::Rate {
                measured,
                published,
            } => {
                value = measured.and_then(Rate::percent);
                rates = (*measured, *published);
            }
        }
        self.text.push(text);
        self.value.push(value);
        self.measured.push(rates.0);
        self.published.push(rates.1);
    }

    fn frame(self) -> PolarsResult<DataFrame> {
        let count = |rates: &[Option<Rate>], get: fn(Rate) -> u64| {
            rates
                .iter()
                .map(|rate| rate.map(get))
                .collect::<Vec<Option<u64>>>()
        };
        let end = |get: fn((f64, f64)) -> f64| {
            let intervals = self
                .measured
                .iter()
                .map(|rate| rate.and_then(Rate::interval));
            intervals
                .map(|interval| interval.map(get))
                .collect::<Vec<Option<f64>>>()
        };
        let columns = vec![
            Column::new("table".into(), self.table),
            Column::new("title".into(), self.title),
            Column::new("subject".into(), self.subject),
            Column::new("row".into(), self.row),
            Column::new("column".into(), self.column),
            Column::new("text".into(), self.text),
            Column::new("value".into(), self.value),
            Column::new("n".into(), count(&self.measured, |rate| rate.n)),
            Column::new("of".into(), count(&self.measured, |rate| rate.of)),
            Column::new("low".into(), end(|interval| interval.0)),
            Column::new("high".into(), end(|interval| interval.1)),
            Column::new("published_n".into(), count(&self.published, |rate| rate.n)),
            Column::new(
                "published_of".into(),
                count(&self.published, |rate| rate.of),
            ),
        ];
        DataFrame::new_infer_height(columns)
    }
}
