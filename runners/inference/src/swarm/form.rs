//! The two formulas and their parameters.

use serde::Serialize;

/// Which polynomial is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Formula 4: `c₁·P(x) + c₂·P(Ax + b) + d = 0`, whose relations the paper calls 1-MRs.
    Linear,
    /// Formula 5: `c₁·P(x)² + c₂·P(x)·P(Ax + b) + c₃·P(Ax + b)² + d₁·P(x) + d₂·P(Ax + b) + e = 0`, 2-MRs.
    Quadratic,
}

/// The parameters of a formula: what a particle is at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Particle {
    /// The coefficients in the order of the formula.
    pub coefficients: Vec<f64>,
    /// A, row by row.
    pub matrix: Vec<f64>,
    /// b.
    pub shift: Vec<f64>,
}

impl Form {
    /// How many coefficients the formula has.
    pub fn n_coefficients(self) -> usize {
        match self {
            Self::Linear => 3,
            Self::Quadratic => 6,
        }
    }

    /// How many of them may not all be small.
    fn n_leading(self) -> usize {
        match self {
            Self::Linear => 2,
            Self::Quadratic => 3,
        }
    }

    /// The formula's left side, for results `P(x)` and `P(Ax + b)`.
    pub fn residual(self, coefficients: &[f64], source: f64, follow_up: f64) -> f64 {
        match (self, coefficients) {
            (Self::Linear, [c1, c2, d]) => c1 * source + c2 * follow_up + d,
            (Self::Quadratic, [c1, c2, c3, d1, d2, e]) => {
                c1 * source * source
                    + c2 * source * follow_up
                    + c3 * follow_up * follow_up
                    + d1 * source
                    + d2 * follow_up
                    + e
            }
            _ => f64::NAN,
        }
    }

    /// The bounds of every coordinate of a particle, for a function of so many arguments.
    ///
    /// The paper gives none for `d` of Formula 4; it is bounded like b.
    pub(super) fn bounds(self, arity: usize) -> Vec<(f64, f64)> {
        let coefficients: &[(f64, f64)] = match self {
            Self::Linear => &[(-2.0, 2.0), (-2.0, 2.0), (-10.0, 10.0)],
            Self::Quadratic => &[
                (-2.0, 2.0),
                (-2.0, 2.0),
                (-2.0, 2.0),
                (-2.0, 2.0),
                (-2.0, 2.0),
                (0.0, 10.0),
            ],
        };
        let mut bounds = coefficients.to_vec();
        bounds.resize(bounds.len() + arity * arity, (-2.0, 2.0));
        bounds.resize(bounds.len() + arity, (-10.0, 10.0));
        bounds
    }

    /// Moves coefficients away from zero when all leading ones are near it: zero satisfies everything.
    pub(super) fn away_from_zero(self, place: &mut [f64], least: f64) {
        let leading = &mut place[..self.n_leading()];
        if leading.iter().all(|value| value.abs() < least) {
            for value in leading {
                *value = if *value < 0.0 { -least } else { least };
            }
        }
    }

    /// The parameters at a place.
    pub(super) fn particle(self, place: &[f64], arity: usize) -> Particle {
        let (coefficients, rest) = place.split_at(self.n_coefficients());
        let (matrix, shift) = rest.split_at(arity * arity);
        Particle {
            coefficients: coefficients.to_vec(),
            matrix: matrix.to_vec(),
            shift: shift.to_vec(),
        }
    }
}

/// `Ax + b` of one input, appended to a table.
pub(super) fn push_follow_up(matrix: &[f64], shift: &[f64], input: &[f64], table: &mut Vec<f64>) {
    for (row, shift) in matrix.chunks_exact(input.len()).zip(shift) {
        let sum: f64 = row
            .iter()
            .zip(input)
            .map(|(left, right)| left * right)
            .sum();
        table.push(sum + shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_are_those_of_the_paper() {
        let linear = Form::Linear.residual(&[1.0, -2.0, 0.5], 3.0, 4.0);
        assert_eq!(linear, 3.0 - 8.0 + 0.5);
        let quadratic = Form::Quadratic.residual(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2.0, 3.0);
        assert_eq!(quadratic, 4.0 + 12.0 + 27.0 + 8.0 + 15.0 + 6.0);
    }

    #[test]
    fn small_leading_coefficients_are_set_to_the_least_by_sign() {
        let mut place = [0.1, -0.2, 7.0];
        Form::Linear.away_from_zero(&mut place, 0.5);
        assert_eq!(place, [0.5, -0.5, 7.0]);
        let mut fine = [0.1, 0.6, 7.0];
        Form::Linear.away_from_zero(&mut fine, 0.5);
        assert_eq!(fine, [0.1, 0.6, 7.0]);
    }
}
