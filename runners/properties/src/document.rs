//! The shape that every text format is read into: rows of cells, and the text around them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::matrix::Shape;
use crate::number::Number;

/// Structured text; writing it gives back every byte that no transform has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document<'a> {
    /// What the cells of the rows stand for.
    pub(crate) columns: Vec<Column>,
    /// Whether a number that is not written is zero.
    pub(crate) omits_zeros: bool,
    /// Of a matrix, whose rows and columns are not those of its lines.
    pub(crate) shape: Option<Shape>,
    rows: Vec<Row<'a>>,
    head: Cow<'a, str>,
    /// The text between one row and the next; it stays where it is when rows move.
    separators: Vec<Cow<'a, str>>,
    tail: Cow<'a, str>,
}

/// What a cell stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Whether it holds the label, which transforms leave alone unless it is named.
    pub(crate) is_label: bool,
    pub(crate) kind: ColumnKind,
}

/// What a format says of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// Declared to hold numbers.
    Numeric,
    /// Declared to hold anything else.
    Other,
    /// Not declared: numeric when every value that is not missing is a number.
    Undeclared,
}

/// One record: a line of a table, an element of a list.
#[derive(Debug, Clone)]
pub(crate) struct Row<'a> {
    text: RowText<'a>,
    /// In the order of their places, which do not overlap.
    cells: Vec<Cell>,
}

/// The text of a row, as it was read or as it was changed.
#[derive(Debug, Clone)]
enum RowText<'a> {
    Read(&'a str),
    /// All rows that a transform changes share one text: giving each its own would cost more than
    /// changing it.
    Changed {
        all: Arc<String>,
        place: Range<usize>,
    },
}

/// Where in its row the value of a column is.
///
/// A file has millions of them, so they are small; no file that is read has more than 4 GB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    column: u32,
    start: u32,
    end: u32,
}

/// The largest file whose cells have places.
pub(crate) const MAX_LENGTH: usize = u32::MAX as usize;

impl Cell {
    /// The cell of a column, at this place of its row.
    #[inline]
    pub(crate) fn new(column: usize, span: Range<usize>) -> Self {
        let small = |number: usize| u32::try_from(number).expect("the file is not that large");
        Self {
            column: small(column),
            start: small(span.start),
            end: small(span.end),
        }
    }

    #[inline]
    pub(crate) fn column(self) -> usize {
        self.column as usize
    }

    #[inline]
    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl<'a> Document<'a> {
    /// The document whose rows are at these places of a text, in this order.
    pub(crate) fn new(text: &'a str, columns: Vec<Column>, rows: Vec<RowPlace>) -> Self {
        let mut document = Self {
            columns,
            omits_zeros: false,
            shape: None,
            rows: Vec::with_capacity(rows.len()),
            head: Cow::Borrowed(text),
            separators: Vec::with_capacity(rows.len().saturating_sub(1)),
            tail: Cow::Borrowed(""),
        };
        let mut end = 0;
        for (index, row) in rows.into_iter().enumerate() {
            let before = &text[end..row.span.start];
            match index {
                0 => document.head = Cow::Borrowed(before),
                _ => document.separators.push(Cow::Borrowed(before)),
            }
            end = row.span.end;
            document.tail = Cow::Borrowed(&text[end..]);
            document.rows.push(Row {
                text: RowText::Read(&text[row.span]),
                cells: row.cells,
            });
        }
        document
    }

    pub(crate) fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }

    /// Replaces the values of these rows for which `change` writes a new one at the end of the text
    /// it gets and says so; says whether there were any.
    ///
    /// After an error the document is of no use any more.
    pub(crate) fn change<E>(
        &mut self,
        rows: &[usize],
        mut change: impl FnMut(usize, &str, &mut Vec<u8>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let length: usize = rows.iter().map(|&row| self.rows[row].text().len()).sum();
        // Most numbers become one digit longer at most.
        let mut all = Vec::with_capacity(length + length / 4);
        let mut changed = Vec::with_capacity(rows.len());
        for &row in rows {
            let start = all.len();
            if self.rows[row].change(&mut all, &mut change)? {
                changed.push((row, start..all.len()));
            } else {
                all.truncate(start);
            }
        }
        let all = Arc::new(String::from_utf8(all).expect("all parts of it are text"));
        let has_changed = !changed.is_empty();
        for (row, place) in changed {
            let all = Arc::clone(&all);
            self.rows[row].text = RowText::Changed { all, place };
        }
        Ok(has_changed)
    }

    /// Rearranges the rows: the new list holds the old rows of these indices.
    pub(crate) fn arrange(&mut self, order: &[usize]) {
        let mut n_uses = vec![0_usize; self.rows.len()];
        order.iter().for_each(|&index| n_uses[index] += 1);
        let mut rows: Vec<Option<Row<'a>>> = self.rows.drain(..).map(Some).collect();
        let taken = order.iter().map(|&index| {
            n_uses[index] -= 1;
            // The last use of a row takes it; only repeated rows are copied.
            match n_uses[index] {
                0 => rows[index].take(),
                _ => rows[index].clone(),
            }
        });
        self.rows = taken
            .map(|row| row.expect("a row is there until its last use"))
            .collect();
        let line_end = self.line_end();
        self.separators
            .resize(order.len().saturating_sub(1), Cow::Borrowed(line_end));
    }

    /// Puts rows of these texts after all others; `place_cells` must tell where their cells are.
    pub(crate) fn append(&mut self, texts: &[String]) {
        let line_end = self.line_end();
        let all = Arc::new(texts.concat());
        let mut end = 0;
        for text in texts {
            if !self.rows.is_empty() {
                self.separators.push(Cow::Borrowed(line_end));
            }
            let place = end..end + text.len();
            end = place.end;
            self.rows.push(Row {
                text: RowText::Changed {
                    all: Arc::clone(&all),
                    place,
                },
                // Where the cells are is known once the format has read the new text.
                cells: Vec::new(),
            });
        }
    }

    /// Takes the cells of the rows from `first` on from others, which were read from the same texts.
    pub(crate) fn place_cells(&mut self, first: usize, read: &[Row<'_>]) {
        for (row, read) in self.rows.iter_mut().skip(first).zip(read) {
            row.cells.clone_from(&read.cells);
        }
    }

    /// The whole text as it would be if these were all rows.
    pub(crate) fn with_rows(&self, texts: &[String]) -> String {
        [&*self.head, &texts.join(self.line_end()), &*self.tail].concat()
    }

    /// For each column, whether arithmetic applies to it.
    pub(crate) fn numeric_columns(&self) -> Vec<bool> {
        let mut is_numeric: Vec<bool> = self
            .columns
            .iter()
            .map(|column| column.kind != ColumnKind::Other)
            .collect();
        for row in &self.rows {
            let text = row.text();
            for cell in &row.cells {
                if is_numeric[cell.column()] {
                    let value = &text[cell.span()];
                    // A missing value says nothing of the kind of its column.
                    is_numeric[cell.column()] = Number::is_number(value) || is_missing(value);
                }
            }
        }
        is_numeric
    }

    /// The whole text.
    pub(crate) fn write(&self) -> String {
        let length = self.head.len()
            + self.tail.len()
            + self.rows.iter().map(|row| row.text().len()).sum::<usize>()
            + self.separators.iter().map(|text| text.len()).sum::<usize>();
        let mut text = Vec::with_capacity(length);
        push(&mut text, &self.head);
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 {
                push(&mut text, &self.separators[index - 1]);
            }
            push(&mut text, row.text());
        }
        push(&mut text, &self.tail);
        String::from_utf8(text).expect("all parts of it are text")
    }

    /// The same document, which does not borrow the text it was read from.
    pub(crate) fn into_owned<'b>(self) -> Document<'b> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Document {
            columns: self.columns,
            omits_zeros: self.omits_zeros,
            shape: self.shape,
            rows: self.rows.into_iter().map(Row::into_owned).collect(),
            head: own(self.head),
            separators: self.separators.into_iter().map(own).collect(),
            tail: own(self.tail),
        }
    }

    /// How lines end here, for rows that are added.
    fn line_end(&self) -> &'static str {
        let around = [&*self.head, &*self.tail].into_iter();
        let between = self.separators.first().map(AsRef::as_ref);
        if around.chain(between).any(|text| text.contains("\r\n")) {
            "\r\n"
        } else {
            "\n"
        }
    }
}

impl Row<'_> {
    fn into_owned<'b>(self) -> Row<'b> {
        let text = match self.text {
            RowText::Read(text) => RowText::Changed {
                place: 0..text.len(),
                all: Arc::new(text.to_owned()),
            },
            RowText::Changed { all, place } => RowText::Changed { all, place },
        };
        Row {
            text,
            cells: self.cells,
        }
    }

    pub(crate) fn text(&self) -> &str {
        match &self.text {
            RowText::Read(text) => text,
            RowText::Changed { all, place } => &all[place.clone()],
        }
    }

    /// The value of a column, if this row has one.
    pub(crate) fn value(&self, column: usize) -> Option<&str> {
        Some(&self.text()[self.cell(column)?.span()])
    }

    /// Where the value of a column is, if this row has one.
    pub(crate) fn cell(&self, column: usize) -> Option<Cell> {
        let mut cells = self.cells.iter().copied();
        cells.find(|cell| cell.column() == column)
    }

    /// In the order of their places, which do not overlap.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Writes the row as it becomes after a text, and says whether it is another.
    fn change<E>(
        &mut self,
        text: &mut Vec<u8>,
        change: &mut impl FnMut(usize, &str, &mut Vec<u8>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let row_start = text.len();
        // The cells move while the old text is read, and a row cannot lend both.
        let mut cells = std::mem::take(&mut self.cells);
        let old_text = self.text();
        // How much of the old text is dealt with.
        let mut old_end = 0;
        let mut has_changed = false;
        for cell in &mut cells {
            let old = cell.span();
            push(text, &old_text[old_end..old.start]);
            let start = text.len() - row_start;
            let value = &old_text[old.clone()];
            if change(cell.column(), value, text)? {
                has_changed = true;
            } else {
                text.extend_from_slice(value.as_bytes());
            }
            *cell = Cell::new(cell.column(), start..text.len() - row_start);
            old_end = old.end;
        }
        push(text, &old_text[old_end..]);
        self.cells = cells;
        Ok(has_changed)
    }
}

impl PartialEq for Row<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text() && self.cells == other.cells
    }
}

impl Eq for Row<'_> {}

/// Adds a part of a text; what is between two values or rows is nearly always one character.
fn push(text: &mut Vec<u8>, part: &str) {
    match part.as_bytes() {
        [] => {}
        [byte] => text.push(*byte),
        bytes => text.extend_from_slice(bytes),
    }
}

impl Column {
    /// A column of which only the name is known.
    pub(crate) fn undeclared(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_label: false,
            kind: ColumnKind::Undeclared,
        }
    }
}

/// Where in a text a row and its cells are; the places of cells are relative to the row.
pub(crate) struct RowPlace {
    pub(crate) span: Range<usize>,
    pub(crate) cells: Vec<Cell>,
}

/// Whether a value stands for one that is not known.
pub(crate) fn is_missing(value: &str) -> bool {
    matches!(value, "" | "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rows `a 1`, `b 22`, `c 333` with a number each, in one column.
    fn document() -> Document<'static> {
        let text = "head\na 1;b 22-c 333\ntail";
        let rows = [(5..8), (9..13), (14..19)];
        let places = rows.into_iter().map(|span| RowPlace {
            cells: vec![Cell::new(0, 2..span.len())],
            span,
        });
        Document::new(text, vec![Column::undeclared("n")], places.collect())
    }

    #[test]
    fn a_document_writes_what_it_was_read_from() {
        assert_eq!(document().write(), "head\na 1;b 22-c 333\ntail");
    }

    #[test]
    fn rows_move_and_the_text_between_them_stays() {
        let mut document = document();
        document.arrange(&[2, 0, 1]);
        assert_eq!(document.write(), "head\nc 333;a 1-b 22\ntail");
    }

    #[test]
    fn fewer_rows_need_fewer_separators_and_more_rows_get_line_ends() {
        let mut document = document();
        document.arrange(&[1]);
        assert_eq!(document.write(), "head\nb 22\ntail");
        document.arrange(&[0, 0]);
        assert_eq!(document.write(), "head\nb 22\nb 22\ntail");
    }

    #[test]
    fn cells_are_found_again_after_a_change() {
        let text = "1,x,1,9";
        let places = [(0, 0..1), (1, 2..3), (2, 4..5), (3, 6..7)];
        let cells = places.map(|(column, span)| Cell::new(column, span));
        let columns = ["a", "b", "c", "d"].map(Column::undeclared);
        let place = RowPlace {
            span: 0..text.len(),
            cells: cells.into(),
        };
        let mut document = Document::new(text, columns.into(), vec![place]);
        let change = |_, value: &str, text: &mut Vec<u8>| {
            if value == "1" {
                text.extend_from_slice(b"100");
            }
            Ok::<_, ()>(value == "1")
        };
        assert_eq!(document.change(&[0], change), Ok(true));
        let row = &document.rows()[0];
        assert_eq!(row.text(), "100,x,100,9");
        let values = [0, 1, 2, 3].map(|column| row.value(column).unwrap());
        assert_eq!(values, ["100", "x", "100", "9"]);
        assert_eq!(document.change(&[0], change), Ok(false));
    }
}
