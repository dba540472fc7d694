//! Singular values by one-sided Jacobi rotations (M. R. Hestenes, 1958).

/// Singular values, least first, with the right singular vector of each.
#[derive(Debug)]
pub(crate) struct Singular {
    pub(crate) values: Vec<f64>,
    pub(crate) vectors: Vec<Vec<f64>>,
}

/// A sweep after which no rotation was larger than this ends the iteration.
const SMALL: f64 = 1e-15;
/// Convergence is quadratic; ten sweeps are more than any matrix was seen to need.
const SWEEPS: usize = 30;

/// Decomposes a matrix given by its columns.
pub(crate) fn singular(mut columns: Vec<Vec<f64>>) -> Singular {
    let n = columns.len();
    let mut vectors: Vec<Vec<f64>> = (0..n).map(|at| unit(n, at)).collect();
    for _ in 0..SWEEPS {
        let mut largest = 0.0_f64;
        for right in 1..n {
            for left in 0..right {
                let (before, from_right) = columns.split_at_mut(right);
                let (first, second) = (&mut before[left], &mut from_right[0]);
                let (alpha, beta) = (dot(first, first), dot(second, second));
                let gamma = dot(first, second);
                if gamma == 0.0 {
                    continue;
                }
                let cosine = gamma.abs() / (alpha * beta).sqrt();
                largest = largest.max(cosine);
                if cosine < SMALL {
                    continue;
                }
                let zeta = (beta - alpha) / (2.0 * gamma);
                let tangent = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
                rotate(first, second, tangent);
                let (before, from_right) = vectors.split_at_mut(right);
                rotate(&mut before[left], &mut from_right[0], tangent);
            }
        }
        if largest < SMALL {
            break;
        }
    }
    let mut order: Vec<(f64, Vec<f64>)> = columns
        .iter()
        .map(|column| dot(column, column).sqrt())
        .zip(vectors)
        .collect();
    order.sort_by(|left, right| left.0.total_cmp(&right.0));
    let (values, vectors) = order.into_iter().unzip();
    Singular { values, vectors }
}

fn unit(n: usize, at: usize) -> Vec<f64> {
    let mut vector = vec![0.0; n];
    vector[at] = 1.0;
    vector
}

pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter()
        .zip(right)
        .map(|(left, right)| left * right)
        .sum()
}

fn rotate(first: &mut [f64], second: &mut [f64], tangent: f64) {
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = cosine * tangent;
    for (first, second) in first.iter_mut().zip(second) {
        let before = *first;
        *first = cosine * before - sine * *second;
        *second = sine * before + cosine * *second;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_worked_out_by_hand_has_its_singular_values() {
        // A = [[3, 0], [4, 5]]: the eigenvalues of AᵀA = [[25, 20], [20, 25]] are 5 and 45.
        let found = singular(vec![vec![3.0, 4.0], vec![0.0, 5.0]]);
        assert!((found.values[0] - 5.0_f64.sqrt()).abs() < 1e-14);
        assert!((found.values[1] - 45.0_f64.sqrt()).abs() < 1e-14);
        assert!((found.vectors[0][0] + found.vectors[0][1]).abs() < 1e-14);
    }

    #[test]
    fn a_tiny_singular_value_is_correct_to_many_digits() {
        // A column of 1e-12 beside one of 1e12: both values are correct relative to themselves.
        let found = singular(vec![vec![1e12, 0.0], vec![0.0, 1e-12]]);
        assert_eq!(found.values, [1e-12, 1e12]);
    }
}
