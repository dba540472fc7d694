//! Sequential minimal optimisation with two thresholds, after Platt and Keerthi.
//!
//! The error of a point is the weighted sum of its values minus its target.
//! At the optimum a threshold lies between the errors that bound it from below and from above.
//!
//! Multipliers, index sets, errors and weights stand side by side.
//! A step updates each of them by what the step changes, and nothing is computed again from the others.

use crate::binary::BinaryClassifier;
use crate::index_sets::{COST, IndexSets};
use crate::products::Products;

/// Half the distance by which the two thresholds may be in the wrong order.
///
/// The papers use 1e-3; this leaves six decimals of every weight the same for any order of the rows.
const TOLERANCE: f64 = 1e-12;

/// The relative change of a multiplier that counts as progress.
const PROGRESS: f64 = 1e-12;

/// How near to a bound a multiplier is put on it.
const SNAP: f64 = 1e-10;

/// The number of steps after which the optimisation stops wherever it is.
///
/// The UCI data need less when they are normalised; columns of very different widths can need more.
const MAX_STEPS: usize = 1_000_000;

/// The training points of two classes and how far the optimisation has come.
struct Trainer<'a> {
    points: &'a [&'a [f64]],
    targets: &'a [f64],
    products: Products,
    alphas: Vec<f64>,
    sets: IndexSets,
    /// The error of every point, the cache of the papers.
    errors: Vec<f64>,
    weights: Vec<f64>,
    b_up: f64,
    b_low: f64,
    i_up: usize,
    i_low: usize,
    n_steps: usize,
}

/// The hyperplane of the largest margin between the points of target 1 and those of target -1.
///
/// Both targets must occur.
pub fn train(points: &[&[f64]], targets: &[f64]) -> BinaryClassifier {
    let mut trainer = Trainer::new(points, targets);
    trainer.optimize();
    BinaryClassifier {
        threshold: (trainer.b_low + trainer.b_up) / 2.0,
        weights: trainer.weights,
    }
}

impl<'a> Trainer<'a> {
    fn new(points: &'a [&'a [f64]], targets: &'a [f64]) -> Trainer<'a> {
        let mut trainer = Trainer {
            points,
            targets,
            products: Products::new(points),
            alphas: vec![0.0; points.len()],
            sets: IndexSets::new(targets),
            errors: Vec::with_capacity(points.len()),
            weights: vec![0.0; points[0].len()],
            b_up: -1.0,
            b_low: 1.0,
            i_up: 0,
            i_low: 0,
            n_steps: 0,
        };
        for i in 0..points.len() {
            trainer.errors.push(-targets[i]);
            if targets[i] > 0.0 {
                trainer.i_up = i;
            } else {
                trainer.i_low = i;
            }
        }
        trainer
    }

    /// Alternates between all points and those inside their bounds until nothing changes.
    fn optimize(&mut self) {
        let mut n_changed = 0;
        let mut is_full_pass = true;
        while (n_changed > 0 || is_full_pass) && self.n_steps < MAX_STEPS {
            n_changed = 0;
            if is_full_pass {
                for i in 0..self.points.len() {
                    if self.examine_example(i) {
                        n_changed += 1;
                    }
                }
            } else {
                self.optimize_inside();
            }
            if is_full_pass {
                is_full_pass = false;
            } else if n_changed == 0 {
                is_full_pass = true;
            }
        }
    }

    /// Steps with the two points that define the thresholds until these are in order.
    fn optimize_inside(&mut self) {
        while self.b_low - self.b_up > 2.0 * TOLERANCE && self.n_steps < MAX_STEPS {
            if !self.take_step(self.i_up, self.i_low) {
                break;
            }
        }
    }

    /// Takes a step with a point that contradicts a threshold; whether one was taken.
    fn examine_example(&mut self, i2: usize) -> bool {
        let is_inside = self.sets.is_inside(i2);
        if !is_inside {
            self.update_thresholds(i2);
        }
        let error = self.errors[i2];
        let mut other = None;
        if self.sets.is_upper(i2) && self.b_low - error > 2.0 * TOLERANCE {
            other = Some(self.i_low);
        }
        if self.sets.is_lower(i2) && error - self.b_up > 2.0 * TOLERANCE {
            other = Some(self.i_up);
        }
        let Some(mut i1) = other else {
            return false;
        };
        // A point inside its bounds may contradict both thresholds; the farther one is taken.
        if is_inside {
            if self.b_low - error > error - self.b_up {
                i1 = self.i_low;
            } else {
                i1 = self.i_up;
            }
        }
        self.take_step(i1, i2)
    }

    /// Optimises the multipliers of two points together; whether they changed.
    fn take_step(&mut self, i1: usize, i2: usize) -> bool {
        if i1 == i2 {
            return false;
        }
        let (target1, target2) = (self.targets[i1], self.targets[i2]);
        let (alpha1, alpha2) = (self.alphas[i1], self.alphas[i2]);
        let (low, high) = step_range(alpha1, alpha2, target1 * target2);
        if low >= high {
            return false;
        }
        let slope = target2 * (self.errors[i1] - self.errors[i2]);
        let (row1, row2) = (self.products.row(i1), self.products.row(i2));
        let curvature = row1[i1] + row2[i2] - 2.0 * row1[i2];
        let new2 = best_in_range(alpha2, slope, curvature, low, high);
        if (new2 - alpha2).abs() < PROGRESS * (new2 + alpha2 + PROGRESS) {
            return false;
        }
        let new2 = snap(new2);
        let new1 = snap(alpha1 + target1 * target2 * (alpha2 - new2));
        let change1 = target1 * (new1 - alpha1);
        let change2 = target2 * (new2 - alpha2);
        self.alphas[i1] = new1;
        self.alphas[i2] = new2;
        self.sets.update(i1, new1, target1);
        self.sets.update(i2, new2, target2);
        self.update_weights(i1, i2, change1, change2);
        self.update_errors(i1, i2, change1, change2);
        self.find_thresholds(i1, i2);
        self.n_steps += 1;
        true
    }

    /// Adds what two points have more of the weights.
    fn update_weights(&mut self, i1: usize, i2: usize, change1: f64, change2: f64) {
        let (point1, point2) = (self.points[i1], self.points[i2]);
        for column in 0..self.weights.len() {
            self.weights[column] += change1 * point1[column] + change2 * point2[column];
        }
    }

    /// Adds what two points have more of every point's error.
    fn update_errors(&mut self, i1: usize, i2: usize, change1: f64, change2: f64) {
        let (row1, row2) = (self.products.row(i1), self.products.row(i2));
        for i in 0..self.errors.len() {
            self.errors[i] += change1 * row1[i] + change2 * row2[i];
        }
    }

    /// The thresholds of the points inside their bounds and the two that have just changed.
    fn find_thresholds(&mut self, i1: usize, i2: usize) {
        self.b_up = f64::INFINITY;
        self.b_low = f64::NEG_INFINITY;
        for member in 0..self.sets.inside().len() {
            self.update_thresholds(self.sets.inside()[member]);
        }
        self.update_thresholds(i1);
        self.update_thresholds(i2);
    }

    /// Moves a threshold to the error of a point that is beyond it.
    fn update_thresholds(&mut self, i: usize) {
        let error = self.errors[i];
        if self.sets.is_upper(i) && error < self.b_up {
            self.b_up = error;
            self.i_up = i;
        }
        if self.sets.is_lower(i) && error > self.b_low {
            self.b_low = error;
            self.i_low = i;
        }
    }
}

/// The values that the second multiplier can take while the weighted sum of both stays the same.
fn step_range(alpha1: f64, alpha2: f64, product: f64) -> (f64, f64) {
    let mut low = 0.0;
    let mut high = COST;
    if product < 0.0 {
        let gap = alpha2 - alpha1;
        if gap > 0.0 {
            low = gap;
        } else {
            high = COST + gap;
        }
    } else {
        let sum = alpha1 + alpha2;
        if sum > COST {
            low = sum - COST;
        } else {
            high = sum;
        }
    }
    (low, high)
}

/// The value of the second multiplier that gains most.
///
/// Moving it by `d` gains `slope * d - curvature * d * d / 2`.
fn best_in_range(alpha2: f64, slope: f64, curvature: f64, low: f64, high: f64) -> f64 {
    if curvature > PROGRESS {
        let best = alpha2 + slope / curvature;
        if best < low {
            low
        } else if best > high {
            high
        } else {
            best
        }
    } else if slope > 0.0 {
        high
    } else if slope < 0.0 {
        low
    } else {
        alpha2
    }
}

/// A multiplier next to a bound is on it, so that rounding does not keep it inside.
fn snap(alpha: f64) -> f64 {
    if alpha < SNAP {
        0.0
    } else if alpha > COST - SNAP {
        COST
    } else {
        alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every figure in these tests is a short binary fraction, which leaves room for rounding only.
    const ROUNDING: f64 = 1e-9;

    #[track_caller]
    fn check(points: &[&[f64]], targets: &[f64], weights: &[f64], threshold: f64) {
        let classifier = train(points, targets);
        for column in 0..weights.len() {
            let distance = (classifier.weights[column] - weights[column]).abs();
            assert!(distance < ROUNDING, "{classifier:?}");
        }
        let distance = (classifier.threshold - threshold).abs();
        assert!(distance < ROUNDING, "{classifier:?}");
    }

    #[test]
    fn two_points_have_the_margin_between_them() {
        // Both multipliers are 2 / 2² = 0.5, the weight is 0.5 × 2, and the outputs are -1 and 1.
        check(&[&[0.0], &[2.0]], &[-1.0, 1.0], &[1.0], 1.0);
        // Likewise 2 / 8 = 0.25 in two dimensions.
        check(&[&[0.0, 0.0], &[2.0, 2.0]], &[-1.0, 1.0], &[0.5, 0.5], 1.0);
    }

    #[test]
    fn the_cost_limits_the_weight_of_near_points() {
        // A full margin would need multipliers of 2; with 1 the weight is 1.
        // The errors 1 and 0 bound the threshold, which lies in the middle.
        check(&[&[0.0], &[1.0]], &[-1.0, 1.0], &[1.0], 0.5);
    }

    #[test]
    fn points_behind_the_margin_have_no_influence() {
        check(
            &[&[5.0], &[0.0], &[2.0], &[-3.0]],
            &[1.0, -1.0, 1.0, -1.0],
            &[1.0],
            1.0,
        );
    }

    #[test]
    fn a_third_point_moves_only_its_own_bound() {
        // The points at 3 and 4 get multipliers of 1, hence the weight 4 - 3; any at 0 would lose.
        // Their errors are 4 and 3, the error at 0 is 1: the threshold lies between 3 and 4.
        check(&[&[0.0], &[3.0], &[4.0]], &[-1.0, -1.0, 1.0], &[1.0], 3.5);
    }

    #[test]
    fn contradicting_points_leave_no_hyperplane() {
        check(&[&[1.0], &[1.0]], &[1.0, -1.0], &[0.0], 0.0);
    }

    #[test]
    fn a_step_keeps_both_multipliers_in_their_bounds() {
        assert_eq!(step_range(0.25, 0.5, -1.0), (0.25, 1.0));
        assert_eq!(step_range(0.5, 0.25, -1.0), (0.0, 0.75));
        assert_eq!(step_range(0.5, 0.75, 1.0), (0.25, 1.0));
        assert_eq!(step_range(0.25, 0.5, 1.0), (0.0, 0.75));
    }

    #[test]
    fn the_best_value_is_the_top_of_the_parabola_or_the_nearest_end() {
        assert_eq!(best_in_range(0.25, 1.0, 4.0, 0.0, 1.0), 0.5);
        assert_eq!(best_in_range(0.25, 8.0, 4.0, 0.0, 1.0), 1.0);
        assert_eq!(best_in_range(0.25, -8.0, 4.0, 0.125, 1.0), 0.125);
    }

    #[test]
    fn without_curvature_an_end_is_best() {
        assert_eq!(best_in_range(0.5, 1.0, 0.0, 0.25, 0.75), 0.75);
        assert_eq!(best_in_range(0.5, -1.0, 0.0, 0.25, 0.75), 0.25);
        assert_eq!(best_in_range(0.5, 0.0, 0.0, 0.25, 0.75), 0.5);
    }

    #[test]
    fn a_multiplier_next_to_a_bound_is_on_it() {
        assert_eq!(snap(1e-11), 0.0);
        assert_eq!(snap(-1e-17), 0.0);
        assert_eq!(snap(1.0 - 1e-11), 1.0);
        assert_eq!(snap(0.5), 0.5);
    }
}
