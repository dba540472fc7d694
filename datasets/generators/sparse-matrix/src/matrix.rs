//! Matrices and how they are written.

use generate_common::random::Generator;
use std::fmt::Write as _;

/// A matrix with its entries row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// How many rows there are.
    pub n_rows: usize,
    /// How many columns there are.
    pub n_columns: usize,
    /// Row, column and value, the first two counted from 0.
    pub entries: Vec<(usize, usize, i64)>,
}

/// What values entries have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// 2 to 9: a factor of 1 would make a product equal its other factor.
    Positive,
    /// The same, every other one negative on average.
    Signed,
}

impl Matrix {
    /// A matrix without entries.
    pub fn zero(n_rows: usize, n_columns: usize) -> Matrix {
        Matrix {
            n_rows,
            n_columns,
            entries: Vec::new(),
        }
    }

    /// Ones on the diagonal.
    pub fn identity(n: usize) -> Matrix {
        Matrix {
            entries: (0..n).map(|i| (i, i, 1)).collect(),
            ..Matrix::zero(n, n)
        }
    }

    /// A matrix of which about this share of the places has an entry.
    pub fn random(
        n_rows: usize,
        n_columns: usize,
        filled: f64,
        values: Values,
        generator: &mut Generator,
    ) -> Matrix {
        let mut matrix = Matrix::zero(n_rows, n_columns);
        for row in 0..n_rows {
            for column in 0..n_columns {
                if generator.unit() < filled {
                    matrix.entries.push((row, column, draw(values, generator)));
                }
            }
        }
        matrix
    }

    /// Random values on the diagonal.
    pub fn diagonal(n: usize, values: Values, generator: &mut Generator) -> Matrix {
        Matrix {
            entries: (0..n).map(|i| (i, i, draw(values, generator))).collect(),
            ..Matrix::zero(n, n)
        }
    }

    /// The rows, or parts of them, for which this holds, as a matrix of another shape.
    pub fn only(
        &self,
        n_rows: usize,
        n_columns: usize,
        is_taken: impl Fn(usize, usize) -> bool,
    ) -> Matrix {
        let entries = self.entries.iter().copied();
        Matrix {
            n_rows,
            n_columns,
            entries: entries
                .filter(|&(row, column, _)| is_taken(row, column))
                .collect(),
        }
    }

    /// The text of a Matrix Market file.
    pub fn render(&self) -> String {
        let mut text = String::from("%%MatrixMarket matrix coordinate integer general\n");
        let n_entries = self.entries.len();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {} {n_entries}", self.n_rows, self.n_columns);
        for (row, column, value) in &self.entries {
            let _ = writeln!(text, "{} {} {value}", row + 1, column + 1);
        }
        text
    }
}

fn draw(values: Values, generator: &mut Generator) -> i64 {
    let value = 2 + generator.below(8) as i64;
    match values {
        Values::Signed if generator.below(2) == 1 => -value,
        Values::Positive | Values::Signed => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_written_with_places_from_1() {
        let matrix = Matrix {
            entries: vec![(0, 1, 5), (1, 2, -7)],
            ..Matrix::zero(2, 3)
        };
        let head = "%%MatrixMarket matrix coordinate integer general\n";
        assert_eq!(matrix.render(), format!("{head}2 3 2\n1 2 5\n2 3 -7\n"));
    }

    #[test]
    fn values_are_from_2_to_9_and_negative_where_wanted() {
        let mut generator = Generator::new(7);
        let mut values = |values| {
            let matrix = Matrix::random(30, 30, 1.0, values, &mut generator);
            let mut found: Vec<i64> = matrix.entries.iter().map(|entry| entry.2).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        assert_eq!(values(Values::Positive), [2, 3, 4, 5, 6, 7, 8, 9]);
        let signed: Vec<i64> = (-9..=-2).chain(2..=9).collect();
        assert_eq!(values(Values::Signed), signed);
    }
}
