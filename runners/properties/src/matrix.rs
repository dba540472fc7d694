//! Sparse matrices: what their transforms change and what their comparison looks at.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use crate::formats::{FilePosition, FormatError, line_places, word_places};
use crate::number::Number;

/// A sparse matrix, read from a Matrix Market file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Matrix {
    /// The first line and all comments, with their line ends.
    preamble: String,
    pub(crate) shape: Shape,
    pub(crate) entries: Vec<Entry>,
}

/// How many rows and columns there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) n_rows: u64,
    pub(crate) n_columns: u64,
}

/// A number and its place, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    /// As it is written.
    pub(crate) value: String,
}

/// A row and a column, counted from 1.
pub(crate) type Place = (u64, u64);

/// Where in a file the parts of a matrix are.
pub(crate) struct Parts {
    /// Where the line begins that tells the shape.
    preamble_end: usize,
    pub(crate) shape: Shape,
    pub(crate) entries: Vec<EntryPart>,
}

/// Where in a file an entry is.
pub(crate) struct EntryPart {
    /// From its row to its value.
    pub(crate) span: Range<usize>,
    /// Its value, in the file.
    pub(crate) value: Range<usize>,
    place: Place,
}

/// What the values of a file are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Integer,
    Real,
}

impl Matrix {
    /// Reads a whole file.
    pub(crate) fn read(text: &str) -> Result<Self, FormatError> {
        let parts = parts(text)?;
        let entries = parts.entries.iter().map(|part| Entry {
            place: part.place,
            value: text[part.value.clone()].to_owned(),
        });
        Ok(Self {
            preamble: text[..parts.preamble_end].to_owned(),
            shape: parts.shape,
            entries: entries.collect(),
        })
    }

    /// Writes the file with its entries row by row, and within a row by column.
    pub(crate) fn write(mut self) -> String {
        // Equal places stay in their order.
        self.entries.sort_by_key(|entry| entry.place);
        let line_end = if self.preamble.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let Shape { n_rows, n_columns } = self.shape;
        let n_entries = self.entries.len();
        let mut text = self.preamble;
        let told = write!(text, "{n_rows} {n_columns} {n_entries}{line_end}");
        told.expect("a string takes whatever is written");
        for Entry { place, value } in &self.entries {
            let (row, column) = place;
            let told = write!(text, "{row} {column} {value}{line_end}");
            told.expect("a string takes whatever is written");
        }
        text
    }

    /// Adds numbers at their places; what becomes zero is no entry any more.
    ///
    /// `None` when a sum is out of range.
    pub(crate) fn add(&mut self, summands: Vec<(Place, Number)>) -> Option<()> {
        let mut positions: BTreeMap<Place, usize> = BTreeMap::new();
        for (position, entry) in self.entries.iter().enumerate() {
            positions.entry(entry.place).or_insert(position);
        }
        for (place, summand) in summands {
            if summand.cmp_value(Number::ZERO).is_eq() {
                continue;
            }
            match positions.get(&place) {
                Some(&position) => {
                    let value = &mut self.entries[position].value;
                    *value = number(value).plus(summand)?.to_string();
                }
                None => {
                    positions.insert(place, self.entries.len());
                    self.entries.push(Entry {
                        place,
                        value: summand.to_string(),
                    });
                }
            }
        }
        let is_there = |entry: &Entry| number(&entry.value).cmp_value(Number::ZERO).is_ne();
        self.entries.retain(is_there);
        Some(())
    }
}

impl Shape {
    /// Whether a place is in a matrix of this shape.
    pub(crate) fn holds(self, (row, column): Place) -> bool {
        (1..=self.n_rows).contains(&row) && (1..=self.n_columns).contains(&column)
    }
}

/// The place and the number of an entry's line, which its format has accepted.
pub(crate) fn entry(line: &str) -> (Place, Number) {
    let place = place(line);
    let value = word_places(line).nth(2).map(|span| &line[span]);
    (place, number(value.expect("an entry has three words")))
}

/// The place of an entry's line, which its format has accepted.
pub(crate) fn place(line: &str) -> Place {
    let mut words = word_places(line).map(|span| line[span].parse());
    let mut next = || words.next().and_then(Result::ok);
    let place = next().zip(next());
    place.expect("an entry begins with its row and its column")
}

fn number(value: &str) -> Number {
    Number::parse(value).expect("the format has accepted the value")
}

/// Two matrices with a line for every place at which either has an entry that is not zero.
///
/// The order of entries and how zeros are written mean nothing; numbers stay as they are printed. A
/// place is written as a word, so that no tolerance applies to it.
pub(crate) fn aligned(texts: [&str; 2]) -> Result<[String; 2], FormatError> {
    let matrices = [Matrix::read(texts[0])?, Matrix::read(texts[1])?];
    let mut values: BTreeMap<Place, [Vec<&str>; 2]> = BTreeMap::new();
    for (index, matrix) in matrices.iter().enumerate() {
        for Entry { place, value } in &matrix.entries {
            if number(value).cmp_value(Number::ZERO).is_ne() {
                values.entry(*place).or_default()[index].push(value);
            }
        }
    }
    let side = |index: usize| {
        let Shape { n_rows, n_columns } = matrices[index].shape;
        let mut text = format!("{n_rows}x{n_columns}\n");
        for ((row, column), values) in &values {
            let value = match &values[index][..] {
                [] => "0".to_owned(),
                several => several.join(" "),
            };
            let told = writeln!(text, "r{row}c{column} {value}");
            told.expect("a string takes whatever is written");
        }
        text
    };
    Ok([side(0), side(1)])
}

/// Finds the parts of a file.
pub(crate) fn parts(text: &str) -> Result<Parts, FormatError> {
    let mut lines = line_places(text).zip(1..).map(|(span, line)| Line {
        text: &text[span.clone()],
        start: span.start,
        number: line,
    });
    let banner = lines.next().ok_or(FormatError {
        position: FilePosition::Line(1),
        problem: format!("the file is empty; it begins with `{BANNER} …`"),
    })?;
    let field = field(&banner)?;
    let is_content = |line: &Line<'_>| !line.text.trim_ascii().is_empty();
    let mut rest = lines.filter(is_content);
    let size = rest.by_ref().find(|line| !line.text.starts_with('%'));
    let size = size.ok_or(FormatError {
        position: FilePosition::Line(line_places(text).count()),
        problem: "the line with the numbers of rows, columns and entries is missing".to_owned(),
    })?;
    let [n_rows, n_columns, n_entries] = size.counts()?;
    let shape = Shape { n_rows, n_columns };
    let mut entries = Vec::new();
    for line in rest {
        entries.push(line.entry(shape, field)?);
    }
    if entries.len() as u64 != n_entries {
        let problem = format!(
            "{n_entries} entries are announced and {} are there",
            entries.len()
        );
        return Err(size.refuse(problem));
    }
    Ok(Parts {
        preamble_end: size.start,
        shape,
        entries,
    })
}

const BANNER: &str = "%%MatrixMarket";

/// What the first line says that the values are.
fn field(banner: &Line<'_>) -> Result<Field, FormatError> {
    let words: Vec<String> = { banner.text.split_ascii_whitespace() }
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [first, "matrix", "coordinate", field, "general"] if is_banner(first) => match field {
            "integer" => Ok(Field::Integer),
            "real" => Ok(Field::Real),
            _ => Err(banner.refuse(format!(
                "values that are `{field}` are not read; they are `integer` or `real`"
            ))),
        },
        [first, "matrix", "coordinate", _, symmetry] if is_banner(first) => {
            Err(banner.refuse(format!(
                "a matrix that is `{symmetry}` is not read; write all its entries and `general`"
            )))
        }
        [first, "matrix", "array", ..] if is_banner(first) => {
            Err(banner.refuse("an `array` is not read; write it in `coordinate` form".to_owned()))
        }
        _ => Err(banner.refuse(format!(
            "expected `{BANNER} matrix coordinate integer general`, or `real` in the place of `integer`"
        ))),
    }
}

fn is_banner(word: &str) -> bool {
    word.eq_ignore_ascii_case(BANNER)
}

/// A line of a file.
struct Line<'a> {
    text: &'a str,
    start: usize,
    number: usize,
}

impl Line<'_> {
    fn refuse(&self, problem: String) -> FormatError {
        FormatError {
            position: FilePosition::Line(self.number),
            problem,
        }
    }

    /// The three numbers of the line that tells the shape.
    fn counts(&self) -> Result<[u64; 3], FormatError> {
        let words = word_places(self.text).map(|span| self.text[span].parse().ok());
        let counts: Option<Vec<u64>> = words.collect();
        counts
            .and_then(|counts| counts.try_into().ok())
            .ok_or_else(|| {
                self.refuse(format!(
                    "expected the numbers of rows, columns and entries, not `{}`",
                    self.text
                ))
            })
    }

    fn entry(&self, shape: Shape, field: Field) -> Result<EntryPart, FormatError> {
        let words: Vec<Range<usize>> = word_places(self.text).collect();
        let [row, column, value] = &words[..] else {
            return Err(self.refuse(format!(
                "expected a row, a column and a value, not `{}`",
                self.text
            )));
        };
        let index = |span: &Range<usize>| self.text[span.clone()].parse().ok();
        let place = index(row).zip(index(column));
        let Some(place) = place.filter(|&place| shape.holds(place)) else {
            return Err(self.refuse(format!(
                "there is no place `{} {}` in {} rows and {} columns, counted from 1",
                &self.text[row.clone()],
                &self.text[column.clone()],
                shape.n_rows,
                shape.n_columns
            )));
        };
        let written = &self.text[value.clone()];
        let is_fitting = match field {
            Field::Integer => is_integer(written),
            Field::Real => Number::is_number(written),
        };
        if !is_fitting {
            let kind = match field {
                Field::Integer => "an integer",
                Field::Real => "a number",
            };
            return Err(self.refuse(format!("the value `{written}` is not {kind}")));
        }
        Ok(EntryPart {
            span: self.start + row.start..self.start + value.end,
            value: self.start + value.start..self.start + value.end,
            place,
        })
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        // Integers beyond 38 digits would be rounded.
        && matches!(Number::parse(text), Some(Number::Exact { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(parts(text).err().unwrap().to_string(), expected);
    }

    const HEAD: &str = "%%MatrixMarket matrix coordinate integer general\n";

    #[test]
    fn what_is_no_matrix_is_refused_with_its_line() {
        check_refused(
            "",
            "line 1: the file is empty; it begins with `%%MatrixMarket …`",
        );
        check_refused(
            "1 1 0\n",
            "line 1: expected `%%MatrixMarket matrix coordinate integer general`, or `real` in the place of `integer`",
        );
        check_refused(
            "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n",
            "line 1: values that are `pattern` are not read; they are `integer` or `real`",
        );
        check_refused(
            "%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n",
            "line 1: a matrix that is `symmetric` is not read; write all its entries and `general`",
        );
        check_refused(
            "%%MatrixMarket matrix array real general\n1 1\n1\n",
            "line 1: an `array` is not read; write it in `coordinate` form",
        );
        check_refused(
            &format!("{HEAD}% nothing else\n"),
            "line 2: the line with the numbers of rows, columns and entries is missing",
        );
        let after_head =
            |rest: &str, expected: &str| check_refused(&format!("{HEAD}{rest}"), expected);
        after_head(
            "2 2\n",
            "line 2: expected the numbers of rows, columns and entries, not `2 2`",
        );
        after_head(
            "2 2 2\n1 1 5\n",
            "line 2: 2 entries are announced and 1 are there",
        );
        after_head(
            "2 2 1\n\n1 1\n",
            "line 4: expected a row, a column and a value, not `1 1`",
        );
        after_head(
            "2 3 1\n3 1 5\n",
            "line 3: there is no place `3 1` in 2 rows and 3 columns, counted from 1",
        );
        after_head(
            "2 2 1\n0 1 5\n",
            "line 3: there is no place `0 1` in 2 rows and 2 columns, counted from 1",
        );
        after_head(
            "2 2 1\n1 1 0.5\n",
            "line 3: the value `0.5` is not an integer",
        );
        after_head(
            "2 2 1\n1 1 1e2\n",
            "line 3: the value `1e2` is not an integer",
        );
        check_refused(
            "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n",
            "line 3: the value `x` is not a number",
        );
    }

    #[test]
    fn comments_blank_lines_and_the_banner_in_capitals_are_read() {
        let text =
            "%%MATRIXMARKET Matrix Coordinate Real General\n% a\n\n2 3 1\n\n 2\t3  -0.50\n\n";
        let matrix = Matrix::read(text).unwrap();
        let shape = Shape {
            n_rows: 2,
            n_columns: 3,
        };
        assert_eq!(matrix.shape, shape);
        let value = "-0.50".to_owned();
        assert_eq!(
            matrix.entries,
            [Entry {
                place: (2, 3),
                value
            }]
        );
    }

    #[test]
    fn a_matrix_is_written_row_by_row_with_its_comments() {
        let text = format!("{HEAD}% mine\n2 2 3\n2 1 7\n1 2 5\n1 1 4\n");
        let written = Matrix::read(&text).unwrap().write();
        assert_eq!(
            written,
            format!("{HEAD}% mine\n2 2 3\n1 1 4\n1 2 5\n2 1 7\n")
        );
    }

    #[test]
    fn sums_are_exact_and_zeros_are_no_entries() {
        let text = format!("{HEAD}2 2 2\n1 1 99999999999999999999\n2 2 -1\n");
        let mut matrix = Matrix::read(&text).unwrap();
        let one = Number::parse("1").unwrap();
        matrix
            .add(vec![((1, 1), one), ((2, 2), one), ((1, 2), one)])
            .unwrap();
        let written = format!("{HEAD}2 2 2\n1 1 100000000000000000000\n1 2 1\n");
        assert_eq!(matrix.write(), written);
    }

    #[test]
    fn matrices_are_aligned_by_place_whatever_the_order_and_the_zeros() {
        let one = format!("{HEAD}2 2 3\n2 1 7\n1 1 4\n2 2 0\n");
        let other = format!("{HEAD}% more\n2 2 3\n1 1 4\n1 2 9\n1 2 1\n");
        let expected = [
            "2x2\nr1c1 4\nr1c2 0\nr2c1 7\n".to_owned(),
            "2x2\nr1c1 4\nr1c2 9 1\nr2c1 0\n".to_owned(),
        ];
        assert_eq!(aligned([&one, &other]), Ok(expected));
    }
}
