//! The five sets into which Keerthi's algorithm divides the training points.

use crate::member_set::MemberSet;

/// The bound of every multiplier, the constant `C` of the papers.
pub const COST: f64 = 1.0;

/// Which points stand where between their bounds; every point is in one of the sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSets {
    /// `I0`: the multiplier is strictly between its bounds.
    inside: MemberSet,
    /// `I1`: a positive point without a multiplier.
    positive_at_zero: MemberSet,
    /// `I2`: a negative point with the full multiplier.
    negative_at_cost: MemberSet,
    /// `I3`: a positive point with the full multiplier.
    positive_at_cost: MemberSet,
    /// `I4`: a negative point without a multiplier.
    negative_at_zero: MemberSet,
}

impl IndexSets {
    /// The sets before the first step, when no point has a multiplier.
    pub fn new(targets: &[f64]) -> IndexSets {
        let empty = MemberSet::new(targets.len());
        let mut sets = IndexSets {
            inside: empty.clone(),
            positive_at_zero: empty.clone(),
            negative_at_cost: empty.clone(),
            positive_at_cost: empty.clone(),
            negative_at_zero: empty,
        };
        for point in 0..targets.len() {
            if targets[point] > 0.0 {
                sets.positive_at_zero.update(point, true);
            } else {
                sets.negative_at_zero.update(point, true);
            }
        }
        sets
    }

    /// Moves a point of this target, which is 1 or -1, to where its new multiplier belongs.
    ///
    /// Each set is updated for itself, as in the papers.
    pub fn update(&mut self, point: usize, alpha: f64, target: f64) {
        self.inside.update(point, alpha > 0.0 && alpha < COST);
        if target > 0.0 {
            self.positive_at_zero.update(point, alpha <= 0.0);
            self.positive_at_cost.update(point, alpha >= COST);
        } else {
            self.negative_at_zero.update(point, alpha <= 0.0);
            self.negative_at_cost.update(point, alpha >= COST);
        }
    }

    /// The points strictly between their bounds, in no particular order.
    pub fn inside(&self) -> &[usize] {
        self.inside.members()
    }

    /// Whether a point is strictly between its bounds.
    pub fn is_inside(&self, point: usize) -> bool {
        self.inside.contains(point)
    }

    /// Whether the point bounds the threshold from above: `I0`, `I1`, or `I2`.
    pub fn is_upper(&self, point: usize) -> bool {
        self.inside.contains(point)
            || self.positive_at_zero.contains(point)
            || self.negative_at_cost.contains(point)
    }

    /// Whether the point bounds the threshold from below: `I0`, `I3`, or `I4`.
    pub fn is_lower(&self, point: usize) -> bool {
        self.inside.contains(point)
            || self.positive_at_cost.contains(point)
            || self.negative_at_zero.contains(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a point of this target is after its multiplier has taken these values in turn.
    #[track_caller]
    fn check(target: f64, alphas: &[f64], is_inside: bool, is_upper: bool, is_lower: bool) {
        let mut sets = IndexSets::new(&[-target, target]);
        for &alpha in alphas {
            sets.update(1, alpha, target);
        }
        assert_eq!(sets.is_inside(1), is_inside);
        assert_eq!(sets.inside(), if is_inside { &[1][..] } else { &[] });
        assert_eq!((sets.is_upper(1), sets.is_lower(1)), (is_upper, is_lower));
        // The other point stays without a multiplier.
        let other = IndexSets::new(&[-target]);
        assert_eq!(sets.is_upper(0), other.is_upper(0));
        assert_eq!(sets.is_lower(0), other.is_lower(0));
    }

    #[test]
    fn a_point_without_a_multiplier_depends_on_the_target() {
        check(1.0, &[], false, true, false);
        check(-1.0, &[], false, false, true);
        check(1.0, &[0.5, 0.0], false, true, false);
        check(-1.0, &[1.0, 0.0], false, false, true);
    }

    #[test]
    fn a_point_between_the_bounds_is_inside_for_both_targets() {
        check(1.0, &[0.5], true, true, true);
        check(-1.0, &[1.0, 0.5], true, true, true);
    }

    #[test]
    fn a_point_at_the_cost_depends_on_the_target() {
        check(1.0, &[1.0], false, false, true);
        check(-1.0, &[0.5, 1.0], false, true, false);
    }
}
