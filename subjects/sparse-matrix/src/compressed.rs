//! Matrices in compressed rows.

/// A matrix of which only the entries are kept, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// How many rows there are.
    pub n_rows: usize,
    /// How many columns there are.
    pub n_columns: usize,
    /// For each row where its entries begin, and at the end how many entries there are in all.
    pub row_starts: Vec<usize>,
    /// The column of each entry, counted from 0.
    pub columns: Vec<usize>,
    /// The value of each entry.
    pub values: Vec<i64>,
}

/// An entry by itself; row and column are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// What is there.
    pub value: i64,
}

impl Compressed {
    /// Puts entries of any order into their rows, where they stay in that order.
    ///
    /// Rows and columns must be those of the matrix.
    pub fn from_entries(n_rows: usize, n_columns: usize, entries: &[Entry]) -> Compressed {
        let mut row_starts = vec![0; n_rows + 1];
        for entry in entries {
            row_starts[entry.row + 1] += 1;
        }
        for row in 0..n_rows {
            row_starts[row + 1] += row_starts[row];
        }
        let mut next = row_starts.clone();
        let mut columns = vec![0; entries.len()];
        let mut values = vec![0; entries.len()];
        for entry in entries {
            let place = next[entry.row];
            columns[place] = entry.column;
            values[place] = entry.value;
            next[entry.row] += 1;
        }
        Compressed {
            n_rows,
            n_columns,
            row_starts,
            columns,
            values,
        }
    }

    /// How many entries there are.
    pub fn n_entries(&self) -> usize {
        self.values.len()
    }

    /// How many entries a row has.
    pub fn row_length(&self, row: usize) -> usize {
        self.row_starts[row + 1] - self.row_starts[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_into_their_rows_in_their_order() {
        let entries = [(2, 1, 5), (0, 3, 6), (2, 0, 7)].map(|(row, column, value)| Entry {
            row,
            column,
            value,
        });
        let matrix = Compressed::from_entries(3, 4, &entries);
        assert_eq!(matrix.row_starts, [0, 1, 1, 3]);
        assert_eq!(matrix.columns, [3, 1, 0]);
        assert_eq!(matrix.values, [6, 5, 7]);
        assert_eq!((matrix.n_entries(), matrix.row_length(2)), (3, 2));
    }
}
