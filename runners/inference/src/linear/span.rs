//! Which vectors are sums of multiples of others.

use super::singular::dot;

/// The span of some vectors.
#[derive(Debug, Default, Clone)]
pub(crate) struct Span {
    /// An orthonormal basis.
    basis: Vec<Vec<f64>>,
}

impl Span {
    /// Widens the span by a vector.
    pub(crate) fn insert(&mut self, vector: &[f64]) {
        let rest = self.rest(vector);
        let (length, whole) = (dot(&rest, &rest).sqrt(), dot(vector, vector).sqrt());
        if length > 1e-8 * whole {
            let unit = rest.into_iter().map(|value| value / length).collect();
            self.basis.push(unit);
        }
    }

    /// Whether a vector lies in the span, up to `tolerance` of its length.
    pub(crate) fn contains(&self, vector: &[f64], tolerance: f64) -> bool {
        let rest = self.rest(vector);
        dot(&rest, &rest).sqrt() <= tolerance * dot(vector, vector).sqrt()
    }

    /// What of a vector is orthogonal to the span.
    fn rest(&self, vector: &[f64]) -> Vec<f64> {
        let mut rest = vector.to_vec();
        // Once more, because the first pass leaves a trace where vectors are nearly parallel.
        for _ in 0..2 {
            for unit in &self.basis {
                let along = dot(unit, &rest);
                for (value, unit) in rest.iter_mut().zip(unit) {
                    *value -= along * unit;
                }
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_multiples_lies_in_the_span_and_nothing_else_does() {
        let mut span = Span::default();
        span.insert(&[1.0, 1.0, 0.0]);
        span.insert(&[2.0, 2.0, 0.0]);
        span.insert(&[0.0, 1.0, 1.0]);
        assert!(span.contains(&[1.0, 3.0, 2.0], 1e-12));
        assert!(!span.contains(&[1.0, 3.0, 2.1], 1e-3));
    }
}
