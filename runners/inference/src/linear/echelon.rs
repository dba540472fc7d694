//! The reduced row echelon form, which makes a basis of simple vectors of any basis.

/// What is smaller than this, in rows of unit size, is rounding.
const ZERO: f64 = 1e-8;

/// The reduced form of rows of equal length; rows that depend on others are gone.
pub(crate) fn reduced_echelon(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n_columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..n_columns {
        let Some(pivot) = (done..rows.len()).max_by(|left, right| {
            rows[*left][column]
                .abs()
                .total_cmp(&rows[*right][column].abs())
        }) else {
            break;
        };
        if rows[pivot][column].abs() < ZERO {
            for row in &mut rows[done..] {
                row[column] = 0.0;
            }
            continue;
        }
        rows.swap(done, pivot);
        let leading = rows[done][column];
        for value in &mut rows[done] {
            *value /= leading;
        }
        let row = rows[done].clone();
        for (at, other) in rows.iter_mut().enumerate() {
            let factor = other[column];
            if at == done || factor == 0.0 {
                continue;
            }
            for (value, subtracted) in other.iter_mut().zip(&row) {
                *value -= factor * subtracted;
            }
            other[column] = 0.0;
        }
        done += 1;
    }
    rows.truncate(done);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_reduced_and_dependent_ones_vanish() {
        let rows = vec![
            vec![2.0, 4.0, 2.0],
            vec![1.0, 2.0, 2.0],
            vec![3.0, 6.0, 4.0],
        ];
        let expected = [[1.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(reduced_echelon(rows), expected);
    }
}
