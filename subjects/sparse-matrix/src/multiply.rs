//! The product, row by row (the sparse benchmark of JASPA).

use crate::compressed::Compressed;

/// Multiplies two matrices; the columns of the first must be as many as the rows of the second.
///
/// The entries of a row of the product are in the order in which their columns are first met.
pub fn multiply(a: &Compressed, b: &Compressed) -> Compressed {
    let most = most_entries(a, b);
    let mut columns = vec![0; most];
    let mut values = vec![0; most];
    let mut row_starts = vec![0; a.n_rows + 1];
    // For each column the place of its entry in this row of the product, counted from 1; 0 while it
    // has none.
    let mut mask = vec![0; b.n_columns];
    let mut n_entries = 0;
    for row in 0..a.n_rows {
        for i in a.row_starts[row]..a.row_starts[row + 1] {
            let neighbour = a.columns[i];
            let left = a.values[i];
            for k in b.row_starts[neighbour]..b.row_starts[neighbour + 1] {
                let column = b.columns[k];
                let place = mask[column];
                if place == 0 {
                    columns[n_entries] = column;
                    values[n_entries] = left * b.values[k];
                    n_entries += 1;
                    mask[column] = n_entries;
                } else {
                    values[place - 1] += left * b.values[k];
                }
            }
        }
        for i in row_starts[row]..n_entries {
            mask[columns[i]] = 0;
        }
        row_starts[row + 1] = n_entries;
    }
    columns.truncate(n_entries);
    values.truncate(n_entries);
    Compressed {
        n_rows: a.n_rows,
        n_columns: b.n_columns,
        row_starts,
        columns,
        values,
    }
}

/// At most how many entries the product has: in a row of it, as many as all rows of the second matrix
/// have that the row of the first one picks, and no more than there are columns.
fn most_entries(a: &Compressed, b: &Compressed) -> usize {
    let mut most = 0;
    for row in 0..a.n_rows {
        let mut n_met = 0;
        for i in a.row_starts[row]..a.row_starts[row + 1] {
            n_met += b.row_length(a.columns[i]);
        }
        most += if n_met < b.n_columns {
            n_met
        } else {
            b.n_columns
        };
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compressed::Entry;

    fn matrix(n_rows: usize, n_columns: usize, entries: &[(usize, usize, i64)]) -> Compressed {
        let entries: Vec<Entry> = entries
            .iter()
            .map(|&(row, column, value)| Entry { row, column, value })
            .collect();
        Compressed::from_entries(n_rows, n_columns, &entries)
    }

    #[test]
    fn a_place_that_is_met_twice_holds_the_sum() {
        // [5 7 0]   [1 0]   [5 14]
        // [0 3 0] · [0 2] = [0  6]
        //           [4 9]
        let a = matrix(2, 3, &[(0, 0, 5), (0, 1, 7), (1, 1, 3)]);
        let b = matrix(3, 2, &[(0, 0, 1), (1, 1, 2), (2, 0, 4), (2, 1, 9)]);
        let product = matrix(2, 2, &[(0, 0, 5), (0, 1, 14), (1, 1, 6)]);
        assert_eq!(multiply(&a, &b), product);
        // [2 3]   [4 5]   [26 10]
        // [0 6] · [6 0] = [36  0]
        let a = matrix(2, 2, &[(0, 0, 2), (0, 1, 3), (1, 1, 6)]);
        let b = matrix(2, 2, &[(0, 0, 4), (0, 1, 5), (1, 0, 6)]);
        let product = matrix(2, 2, &[(0, 0, 26), (0, 1, 10), (1, 0, 36)]);
        assert_eq!(multiply(&a, &b), product);
    }

    #[test]
    fn columns_come_in_the_order_in_which_they_are_met() {
        let a = matrix(1, 2, &[(0, 1, 1), (0, 0, 1)]);
        let b = matrix(2, 3, &[(0, 0, 4), (0, 2, 5), (1, 2, 6)]);
        assert_eq!(multiply(&a, &b).columns, [2, 0]);
        assert_eq!(multiply(&a, &b).values, [11, 4]);
    }

    #[test]
    fn a_sum_of_zero_is_an_entry() {
        let a = matrix(1, 2, &[(0, 0, 1), (0, 1, -1)]);
        let b = matrix(2, 1, &[(0, 0, 3), (1, 0, 3)]);
        assert_eq!(multiply(&a, &b).values, [0]);
    }

    #[test]
    fn a_product_without_entries_has_its_shape() {
        let product = multiply(&matrix(2, 3, &[]), &matrix(3, 4, &[(1, 1, 8)]));
        assert_eq!(product, matrix(2, 4, &[]));
    }
}
