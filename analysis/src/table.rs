//! A table as data, before anybody decides how it looks.

use crate::{Estimate, Rate};

/// The answer to one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The name of its kind, as `--table` takes it.
    pub name: &'static str,
    /// The program it is about; `None` when it is about all of the study.
    pub subject: Option<String>,
    /// What it shows.
    pub title: String,
    /// The question it answers.
    pub question: &'static str,
    /// How its cells are arranged in text.
    pub layout: Layout,
    /// The columns; the first names the rows.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// What a reader must know to not misread it.
    pub notes: Vec<String>,
}

/// How cells are arranged in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A row is a line; a rate is spread over several columns.
    Lines,
    /// A row is a block of lines; a rate, its interval and the published rate are below each other.
    Blocks,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The name in CSV and JSON.
    pub name: String,
    /// The heading in text.
    pub title: String,
    /// Whether its numbers are a paper's and not of this record.
    pub is_published: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// There is no evidence.
    Missing,
    /// A name or a sentence.
    Text(String),
    /// A number of things.
    Count(u64),
    /// A measured number, with the digits that mean something.
    Number {
        /// The number.
        value: f64,
        /// Digits after the point.
        decimals: usize,
    },
    /// Whether something holds.
    Flag(bool),
    /// A share, and what a paper reports in its place.
    Rate {
        /// From the record; `None` without evidence.
        measured: Option<Rate>,
        /// From a paper, where it has this number.
        published: Option<Rate>,
    },
    /// A percentage that is no share of one count, such as a weighted mean; shown with one decimal.
    Estimate(Estimate),
    /// A chance.
    Probability(f64),
}

impl Table {
    /// A table without rows.
    pub fn new(name: &'static str, title: impl Into<String>, question: &'static str) -> Self {
        Self {
            name,
            subject: None,
            title: title.into(),
            question,
            layout: Layout::Lines,
            columns: Vec::new(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The place of a column.
    pub(crate) fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }

    /// The rows that have this text in a column.
    pub(crate) fn rows_of(&self, column: &str, text: &str) -> impl Iterator<Item = &Vec<Cell>> {
        let place = self.place(column);
        let is_same = move |row: &&Vec<Cell>| match place.and_then(|place| row.get(place)) {
            Some(Cell::Text(known)) => known == text,
            _ => false,
        };
        self.rows.iter().filter(is_same)
    }

    /// The same table, about one program.
    #[must_use]
    pub fn about(mut self, subject: &str) -> Self {
        self.subject = Some(subject.to_owned());
        self
    }

    /// The same table with these columns, each a name and a heading.
    #[must_use]
    pub fn with_columns<'a>(
        mut self,
        columns: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let columns = columns.into_iter().map(|(name, title)| Column {
            name: name.to_owned(),
            title: title.to_owned(),
            is_published: false,
        });
        self.columns.extend(columns);
        self
    }

    /// The same table with a column of a paper's numbers.
    #[must_use]
    pub fn with_published_column(mut self, name: &str, title: &str) -> Self {
        self.columns.push(Column {
            name: name.to_owned(),
            title: title.to_owned(),
            is_published: true,
        });
        self
    }
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A rate that no paper has.
    pub fn rate(measured: Option<Rate>) -> Self {
        Self::Rate {
            measured,
            published: None,
        }
    }

    /// A number with its digits after the point, or [`Cell::Missing`].
    pub fn number(value: Option<f64>, decimals: usize) -> Self {
        value.map_or(Self::Missing, |value| Self::Number { value, decimals })
    }

    /// A percentage with its interval, or [`Cell::Missing`].
    pub fn estimate(estimate: Option<Estimate>) -> Self {
        estimate.map_or(Self::Missing, Self::Estimate)
    }

    /// A count, or [`Cell::Missing`].
    pub fn count(count: Option<u64>) -> Self {
        count.map_or(Self::Missing, Self::Count)
    }
}
