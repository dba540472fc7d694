//! The eight special cases of Wu (2005), and random pairs.

use crate::matrix::{Matrix, Values};
use generate_common::random::Generator;

/// Two matrices to multiply, and what comes out where that follows from what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The name of the data set.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The first factor.
    pub a: Matrix,
    /// The second.
    pub b: Matrix,
    /// Their product, not computed by multiplying matrices.
    pub product: Option<Matrix>,
}

/// How many special cases there are.
pub const N_SPECIAL: usize = 8;

/// The size of the square matrices, and of the other side of the others.
const N: usize = 4;
const M: usize = 5;
/// The share of the places of a random matrix that have an entry.
const FILLED: f64 = 0.75;

/// Every set that is kept, from one seed.
pub fn all_sets(seed: u64) -> Vec<Pair> {
    let mut sets = Vec::new();
    for values in [Values::Positive, Values::Signed] {
        sets.extend((1..=N_SPECIAL).map(|number| special(number, values, seed)));
        sets.extend((1..=2).map(|number| random(number, values, seed)));
    }
    sets
}

/// One of the special cases.
///
/// Relations that swap rows do not apply to the fifth, those that swap columns not to the sixth, and the
/// last two never meet a place of the product twice.
pub fn special(number: usize, values: Values, seed: u64) -> Pair {
    let generator = &mut generator(number as u64, values, seed);
    let full = |n_rows, n_columns, generator: &mut Generator| {
        Matrix::random(n_rows, n_columns, FILLED, values, generator)
    };
    let unit = |n_rows, n_columns| Matrix {
        entries: vec![(0, 0, 1)],
        ..Matrix::zero(n_rows, n_columns)
    };
    let (title, a, b, product) = match number {
        1 => {
            let b = full(N, M, generator);
            (
                "zero times a random matrix",
                Matrix::zero(N, N),
                b,
                Matrix::zero(N, M),
            )
        }
        2 => {
            let a = full(M, N, generator);
            (
                "a random matrix times zero",
                a,
                Matrix::zero(N, N),
                Matrix::zero(M, N),
            )
        }
        3 => {
            let b = full(N, M, generator);
            (
                "the identity times a random matrix",
                Matrix::identity(N),
                b.clone(),
                b,
            )
        }
        4 => {
            let a = full(M, N, generator);
            (
                "a random matrix times the identity",
                a.clone(),
                Matrix::identity(N),
                a,
            )
        }
        5 => {
            let b = full(N, M, generator);
            let first_row = b.only(1, M, |row, _| row == 0);
            ("a unit row times a random matrix", unit(1, N), b, first_row)
        }
        6 => {
            let a = full(M, N, generator);
            let first_column = a.only(M, 1, |_, column| column == 0);
            (
                "a random matrix times a unit column",
                a,
                unit(N, 1),
                first_column,
            )
        }
        7 => {
            let a = Matrix::diagonal(N, values, generator);
            let b = Matrix::diagonal(N, values, generator);
            let pairs = a.entries.iter().zip(&b.entries);
            let entries = pairs.map(|(a, b)| (a.0, a.1, a.2 * b.2)).collect();
            let product = Matrix {
                entries,
                ..Matrix::zero(N, N)
            };
            ("a diagonal times a diagonal", a, b, product)
        }
        _ => {
            let a = Matrix::random(M, 1, 1.0, values, generator);
            let b = Matrix::random(1, N, 1.0, values, generator);
            let rows = a.entries.iter();
            let entries = rows.flat_map(|a| b.entries.iter().map(|b| (a.0, b.1, a.2 * b.2)));
            let product = Matrix {
                entries: entries.collect(),
                ..Matrix::zero(M, N)
            };
            ("a column times a row", a, b, product)
        }
    };
    Pair {
        name: format!("sparse-sc{number}{}", ending(values)),
        title: format!("Special case {number}: {title}{}", remark(values)),
        a,
        b,
        product: Some(product),
    }
}

fn random(number: usize, values: Values, seed: u64) -> Pair {
    let generator = &mut generator((N_SPECIAL + number) as u64, values, seed);
    let (n_rows, n_inner, n_columns, filled) = match number {
        1 => (8, 6, 7, 0.4),
        _ => (30, 40, 30, 0.1),
    };
    Pair {
        name: format!("sparse-random{number}{}", ending(values)),
        title: format!(
            "Random matrices, {n_rows} x {n_inner} times {n_inner} x {n_columns}, {:.0} % filled{}",
            filled * 100.0,
            remark(values)
        ),
        a: Matrix::random(n_rows, n_inner, filled, values, generator),
        b: Matrix::random(n_inner, n_columns, filled, values, generator),
        product: None,
    }
}

/// Sets that differ in nothing but the signs have generators of their own, so that each can be made
/// alone.
fn generator(number: u64, values: Values, seed: u64) -> Generator {
    let signs = match values {
        Values::Positive => 0,
        Values::Signed => 100,
    };
    Generator::new(seed + number + signs)
}

fn ending(values: Values) -> &'static str {
    match values {
        Values::Positive => "",
        Values::Signed => "-signed",
    }
}

fn remark(values: Values) -> &'static str {
    match values {
        Values::Positive => "",
        Values::Signed => ", negative values among them",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_can_be_multiplied_and_has_a_name_of_its_own() {
        let sets = all_sets(1);
        let mut names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!((sets.len(), names.len()), (20, 20));
        assert!(sets.iter().all(|set| set.a.n_columns == set.b.n_rows));
    }

    #[test]
    fn what_comes_out_of_a_special_case_is_its_product() {
        for set in all_sets(2) {
            let Some(product) = set.product else {
                continue;
            };
            let (n_rows, n_columns) = (set.a.n_rows, set.b.n_columns);
            let mut values = vec![0; n_rows * n_columns];
            for &(row, inner, left) in &set.a.entries {
                for &(other, column, right) in &set.b.entries {
                    if inner == other {
                        values[row * n_columns + column] += left * right;
                    }
                }
            }
            let entries = values.iter().enumerate().filter(|(_, value)| **value != 0);
            let expected = Matrix {
                entries: entries
                    .map(|(place, &value)| (place / n_columns, place % n_columns, value))
                    .collect(),
                ..Matrix::zero(n_rows, n_columns)
            };
            assert_eq!(product, expected, "{}", set.name);
        }
    }
}
