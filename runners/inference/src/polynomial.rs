//! Polynomials in a few values: which monomials there are, and what they come to.

use serde::{Deserialize, Serialize};

/// The exponents of a monomial, one per value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Monomial(pub Vec<u8>);

impl Monomial {
    /// The sum of the exponents.
    pub fn degree(&self) -> u32 {
        self.0.iter().map(|exponent| u32::from(*exponent)).sum()
    }

    /// What it comes to for these values.
    pub fn at(&self, values: &[f64]) -> f64 {
        let mut product = 1.0;
        for (exponent, value) in self.0.iter().zip(values) {
            for _ in 0..*exponent {
                product *= value;
            }
        }
        product
    }

    /// The partial derivative by one of the values.
    pub fn derivative_at(&self, by: usize, values: &[f64]) -> f64 {
        let exponent = self.0[by];
        if exponent == 0 {
            return 0.0;
        }
        let mut lower = self.clone();
        lower.0[by] -= 1;
        f64::from(exponent) * lower.at(values)
    }

    /// The product with one of the values.
    pub fn times(&self, value: usize) -> Self {
        let mut product = self.clone();
        product.0[value] += 1;
        product
    }
}

/// All monomials in `n` values up to a degree, the highest degree first, 1 last.
pub fn monomials(n: usize, degree: u8) -> Vec<Monomial> {
    let mut all = Vec::new();
    for total in (0..=degree).rev() {
        extend(&mut Vec::with_capacity(n), n, total, &mut all);
    }
    all
}

fn extend(chosen: &mut Vec<u8>, n: usize, left: u8, all: &mut Vec<Monomial>) {
    if chosen.len() == n {
        if left == 0 {
            all.push(Monomial(chosen.clone()));
        }
        return;
    }
    for exponent in (0..=left).rev() {
        chosen.push(exponent);
        extend(chosen, n, left - exponent, all);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_monomials_of_two_values_are_those_of_formula_5() {
        let exponents: Vec<_> = monomials(2, 2).into_iter().map(|one| one.0).collect();
        assert_eq!(exponents, [[2, 0], [1, 1], [0, 2], [1, 0], [0, 1], [0, 0]]);
    }

    #[test]
    fn a_monomial_has_a_value_and_slopes() {
        let monomial = Monomial(vec![2, 1]);
        assert_eq!(monomial.at(&[3.0, 5.0]), 45.0);
        assert_eq!(monomial.derivative_at(0, &[3.0, 5.0]), 30.0);
        assert_eq!(monomial.derivative_at(1, &[3.0, 5.0]), 9.0);
        assert_eq!(monomial.degree(), 3);
    }
}
