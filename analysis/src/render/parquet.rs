//! Reports for data frames: one Parquet file with a row per cell.

use killrate_record::{NamedValues, Values, columns_to_parquet};

use crate::{Cell, Estimate, Rate, Report};

/// Every cell of every table of a report, as the bytes of a Parquet file.
///
/// A row is a cell: which table and subject it is of, its row and column, and what it holds. A rate
/// fills `n`, `of`, `low`, `high` and where a paper has it `published_n` and `published_of`; `value`
/// is its percentage, or the number of a cell that is one. A weighted rate has no counts, and the rest. What does not apply is empty.
pub fn parquet(report: &Report) -> Vec<u8> {
    let mut rows = Rows::default();
    for table in &report.tables {
        for (place, row) in table.rows.iter().enumerate() {
            for (column, cell) in table.columns.iter().zip(row) {
                rows.table.push(Some(table.name));
                rows.title.push(Some(table.title.as_str()));
                rows.subject.push(table.subject.as_deref());
                rows.row.push(Some(place as u32 + 1));
                rows.column.push(Some(column.name.as_str()));
                rows.push(cell);
            }
        }
    }
    columns_to_parquet(&rows.columns())
}

/// The columns of the file.
#[derive(Default)]
struct Rows<'a> {
    table: Vec<Option<&'a str>>,
    title: Vec<Option<&'a str>>,
    subject: Vec<Option<&'a str>>,
    row: Vec<Option<u32>>,
    column: Vec<Option<&'a str>>,
    text: Vec<Option<&'a str>>,
    value: Vec<Option<f64>>,
    measured: Vec<Option<Rate>>,
    interval: Vec<Option<(f64, f64)>>,
    published: Vec<Option<Rate>>,
}

impl<'a> Rows<'a> {
    fn push(&mut self, cell: &'a Cell) {
        let (mut text, mut value, mut rates, mut interval) = (None, None, (None, None), None);
        match cell {
            Cell::Missing => {}
            Cell::Text(name) => text = Some(name.trim()),
            Cell::Count(count) => value = Some(*count as f64),
            Cell::Number { value: number, .. } | Cell::Probability(number) => value = Some(*number),
            Cell::Flag(flag) => value = Some(f64::from(u8::from(*flag))),
            Cell::Estimate(Estimate { percent, low, high }) => {
                value = Some(*percent);
                interval = Some((*low, *high));
            }
            Cell::Rate {
                measured,
                published,
            } => {
                value = measured.and_then(Rate::percent);
                rates = (*measured, *published);
                interval = measured.and_then(Rate::interval);
            }
        }
        self.text.push(text);
        self.value.push(value);
        self.measured.push(rates.0);
        self.interval.push(interval);
        self.published.push(rates.1);
    }

    fn columns(self) -> Vec<NamedValues> {
        let count = |rates: &[Option<Rate>], get: fn(Rate) -> u64| {
            Values::U64(rates.iter().map(|rate| rate.map(get)).collect())
        };
        let end = |get: fn((f64, f64)) -> f64| {
            let intervals = self.interval.iter();
            Values::F64(intervals.map(|interval| interval.map(get)).collect())
        };
        let columns = [
            ("table", Values::of_texts(self.table)),
            ("title", Values::of_texts(self.title)),
            ("subject", Values::of_texts(self.subject)),
            ("row", Values::U32(self.row)),
            ("column", Values::of_texts(self.column)),
            ("text", Values::of_texts(self.text)),
            ("value", Values::F64(self.value)),
            ("n", count(&self.measured, |rate| rate.n)),
            ("of", count(&self.measured, |rate| rate.of)),
            ("low", end(|interval| interval.0)),
            ("high", end(|interval| interval.1)),
            ("published_n", count(&self.published, |rate| rate.n)),
            ("published_of", count(&self.published, |rate| rate.of)),
        ];
        let named = |(name, values): (&str, Values)| NamedValues {
            name: name.to_owned(),
            values,
        };
        columns.map(named).into()
    }
}
