//! The polynomials that vanish on a sample: the null space of a matrix of monomials.

use crate::linear::{Span, reduced_echelon, singular};
use crate::polynomial::{Monomial, monomials};

/// Singular values below this, of columns of unit size, are zero up to rounding.
pub(crate) const ZERO: f64 = 1e-11;
/// The next singular value must be above this: between the two lie smooth functions that nearly obey.
const GAP: f64 = 1e-7;
/// Values above this would overflow in a product.
const HUGE: f64 = 1e60;

/// Values of the inputs of a relation, one row per point.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sample {
    pub(crate) rows: Vec<Vec<f64>>,
}

impl Sample {
    /// The rows in which every value can be computed with, of columns.
    pub(crate) fn of_columns(columns: &[Vec<f64>], n: usize) -> Self {
        let n_rows = columns.first().map_or(0, Vec::len);
        let rows = (0..n_rows)
            .map(|row| columns.iter().map(|column| column[row]).collect())
            .filter(|row: &Vec<f64>| row.iter().all(|value| value.abs() < HUGE))
            .take(n)
            .collect();
        Self { rows }
    }

    /// The least singular value of the scaled matrix; `None` with too few rows.
    pub(crate) fn least_singular(&self, monomials: &[Monomial]) -> Option<f64> {
        let (columns, _) = self.matrix(monomials)?;
        let root = (self.rows.len() as f64).sqrt();
        Some(singular(columns).values[0] / root)
    }

    /// A basis of the polynomials that vanish; empty where no gap tells them from those that nearly do.
    pub(crate) fn null_space(&self, monomials: &[Monomial]) -> Vec<Vec<f64>> {
        let Some((columns, scales)) = self.matrix(monomials) else {
            return Vec::new();
        };
        let root = (self.rows.len() as f64).sqrt();
        let found = singular(columns);
        let n_null = found
            .values
            .iter()
            .take_while(|value| **value / root < ZERO)
            .count();
        if let Some(next) = found.values.get(n_null)
            && next / root < GAP
        {
            return Vec::new();
        }
        let unscaled = found.vectors.into_iter().take(n_null).map(|vector| {
            let mut vector: Vec<f64> = (vector.iter().zip(&scales))
                .map(|(value, scale)| value / scale)
                .collect();
            let largest = vector
                .iter()
                .fold(0.0, |most: f64, value| most.max(value.abs()));
            for value in &mut vector {
                *value /= largest;
            }
            vector
        });
        unscaled.collect()
    }

    /// The columns of the matrix, and what they were divided by.
    ///
    /// Rows are scaled to their greatest entry first, so that no single point outweighs all others.
    fn matrix(&self, monomials: &[Monomial]) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
        let n = self.rows.len();
        if n < monomials.len() + 6 {
            return None;
        }
        let mut columns = vec![Vec::with_capacity(n); monomials.len()];
        for row in &self.rows {
            let values: Vec<f64> = monomials.iter().map(|monomial| monomial.at(row)).collect();
            let largest = values
                .iter()
                .fold(0.0, |most: f64, value| most.max(value.abs()));
            let factor = if largest > 0.0 { 1.0 / largest } else { 1.0 };
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value * factor);
            }
        }
        let mut scales = Vec::with_capacity(monomials.len());
        for column in &mut columns {
            let mean = column.iter().map(|value| value * value).sum::<f64>() / n as f64;
            let scale = if mean > 0.0 { mean.sqrt() } else { 1.0 };
            for value in column.iter_mut() {
                *value /= scale;
            }
            scales.push(scale);
        }
        Some((columns, scales))
    }

    /// How many rows a search needs for so many monomials.
    pub(crate) fn n_needed(n_monomials: usize) -> usize {
        3 * n_monomials + 12
    }

    /// The vanishing polynomials of a degree that follow neither from fewer of the values nor from
    /// polynomials of a lower degree, as simple as the echelon form makes them.
    pub(crate) fn new_laws(&self, degree: u8) -> Vec<Vec<f64>> {
        let n = self.rows.first().map_or(0, Vec::len);
        let all = monomials(n, degree);
        let space = self.null_space(&all);
        if space.is_empty() {
            return space;
        }
        let mut implied = self.implied(&all, n, degree);
        let mut laws = Vec::new();
        for law in reduced_echelon(space) {
            if !implied.contains(&law, 1e-6) {
                implied.insert(&law);
                laws.push(law);
            }
        }
        laws
    }

    fn implied(&self, all: &[Monomial], n: usize, degree: u8) -> Span {
        let mut span = Span::default();
        let mut insert = |terms: &[(Monomial, f64)]| {
            let mut vector = vec![0.0; all.len()];
            for (monomial, coefficient) in terms {
                let at = all.iter().position(|one| one == monomial);
                vector[at.expect("all monomials of the degree are there")] = *coefficient;
            }
            span.insert(&vector);
        };
        for left_out in (0..n).filter(|_| n > 1) {
            let fewer = Self {
                rows: (self.rows.iter())
                    .map(|row| {
                        let mut row = row.clone();
                        row.remove(left_out);
                        row
                    })
                    .collect(),
            };
            let of_fewer = monomials(n - 1, degree);
            for law in fewer.null_space(&of_fewer) {
                let widened: Vec<_> = (of_fewer.iter().zip(law))
                    .map(|(monomial, coefficient)| {
                        let mut exponents = monomial.0.clone();
                        exponents.insert(left_out, 0);
                        (Monomial(exponents), coefficient)
                    })
                    .collect();
                insert(&widened);
            }
        }
        if degree > 1 {
            let lower = monomials(n, degree - 1);
            for law in self.null_space(&lower) {
                let terms = || lower.iter().cloned().zip(law.iter().copied());
                insert(&terms().collect::<Vec<_>>());
                for factor in 0..n {
                    let product: Vec<_> = terms()
                        .map(|(monomial, coefficient)| (monomial.times(factor), coefficient))
                        .collect();
                    insert(&product);
                }
            }
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: impl Fn(f64) -> Vec<f64>) -> Sample {
        let rows = (0..60)
            .map(|at| values(0.37 * f64::from(at) - 9.0))
            .collect();
        Sample { rows }
    }

    #[test]
    fn the_circle_is_found_among_the_conics() {
        let laws = sample(|x| vec![x.sin(), x.cos()]).new_laws(2);
        let rounded: Vec<Vec<f64>> = (laws.iter())
            .map(|law| {
                law.iter()
                    .map(|value| (value * 1e9).round() / 1e9 + 0.0)
                    .collect()
            })
            .collect();
        assert_eq!(rounded, [[1.0, 0.0, 1.0, 0.0, 0.0, -1.0]]);
    }

    #[test]
    fn what_follows_from_a_line_is_no_new_conic() {
        let sample = sample(|x| vec![x.sin(), 2.0 * x.sin() + 1.0]);
        assert_eq!(sample.new_laws(1).len(), 1);
        assert_eq!(sample.new_laws(2).len(), 0);
    }

    #[test]
    fn values_that_have_nothing_to_do_with_each_other_obey_no_law() {
        let sample = sample(|x| vec![x.sin(), (x * x).cos()]);
        assert!(sample.new_laws(2).is_empty());
        assert!(sample.new_laws(3).is_empty());
    }
}
