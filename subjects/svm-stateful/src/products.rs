//! The dot products of all training points, computed once.

use crate::kernel::dot;

/// A symmetric table with a row and a column per point.
#[derive(Clone, Debug, PartialEq)]
pub struct Products {
    rows: Vec<Vec<f64>>,
}

impl Products {
    /// Every two points multiplied; what is the same either way is computed one way.
    pub fn new(points: &[&[f64]]) -> Products {
        let n_points = points.len();
        let mut rows = vec![vec![0.0; n_points]; n_points];
        for i in 0..n_points {
            for j in 0..=i {
                let product = dot(points[i], points[j]);
                rows[i][j] = product;
                rows[j][i] = product;
            }
        }
        Products { rows }
    }

    /// The products of a point with all points.
    pub fn row(&self, point: usize) -> &[f64] {
        &self.rows[point]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_points_are_multiplied() {
        let products = Products::new(&[&[1.0, 2.0], &[3.0, -1.0], &[0.0, 5.0]]);
        assert_eq!(products.row(0), [5.0, 1.0, 10.0]);
        assert_eq!(products.row(1), [1.0, 10.0, -5.0]);
        assert_eq!(products.row(2), [10.0, -5.0, 25.0]);
    }
}
