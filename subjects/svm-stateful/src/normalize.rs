//! Columns from 0 to 1.

/// The least and the greatest number of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least number.
    pub min: f64,
    /// The greatest number.
    pub max: f64,
}

/// The range of every column of these points, of which there is at least one.
pub fn column_ranges(points: &[Vec<f64>]) -> Vec<Range> {
    let mut ranges = Vec::new();
    for column in 0..points[0].len() {
        let mut min = points[0][column];
        let mut max = points[0][column];
        for point in points {
            if point[column] < min {
                min = point[column];
            }
            if point[column] > max {
                max = point[column];
            }
        }
        ranges.push(Range { min, max });
    }
    ranges
}

/// Scales a point so that the ranges become those from 0 to 1.
///
/// A column with a single value becomes 0 everywhere.
pub fn normalize(point: &mut [f64], ranges: &[Range]) {
    for column in 0..point.len() {
        let Range { min, max } = ranges[column];
        if max > min {
            point[column] = (point[column] - min) / (max - min);
        } else {
            point[column] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mut point: Vec<f64>, expected: &[f64]) {
        let ranges = column_ranges(&[vec![3.0, 7.0], vec![1.0, 7.0], vec![5.0, 7.0]]);
        normalize(&mut point, &ranges);
        assert_eq!(point, expected);
    }

    #[test]
    fn the_training_points_span_zero_to_one() {
        check(vec![1.0, 7.0], &[0.0, 0.0]);
        check(vec![2.0, 7.0], &[0.25, 0.0]);
        check(vec![5.0, 7.0], &[1.0, 0.0]);
    }

    #[test]
    fn other_points_may_lie_outside() {
        check(vec![7.0, 7.0], &[1.5, 0.0]);
        check(vec![-1.0, 7.0], &[-0.5, 0.0]);
    }

    #[test]
    fn a_constant_column_says_nothing() {
        check(vec![1.0, 9.0], &[0.0, 0.0]);
    }
}
