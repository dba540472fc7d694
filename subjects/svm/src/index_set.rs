//! The five sets into which Keerthi's algorithm divides the training points.

/// Where a point stands between its bounds; `COST` is the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexSet {
    /// `I0`: the multiplier is strictly between its bounds.
    Inside,
    /// `I1`: a positive point without a multiplier.
    PositiveAtZero,
    /// `I2`: a negative point with the full multiplier.
    NegativeAtCost,
    /// `I3`: a positive point with the full multiplier.
    PositiveAtCost,
    /// `I4`: a negative point without a multiplier.
    NegativeAtZero,
}

/// The bound of every multiplier, the constant `C` of the papers.
pub const COST: f64 = 1.0;

impl IndexSet {
    /// The set of a point with this multiplier and this target, which is 1 or -1.
    pub fn of(alpha: f64, target: f64) -> IndexSet {
        if alpha > 0.0 && alpha < COST {
            return IndexSet::Inside;
        }
        if alpha <= 0.0 {
            if target > 0.0 {
                IndexSet::PositiveAtZero
            } else {
                IndexSet::NegativeAtZero
            }
        } else if target > 0.0 {
            IndexSet::PositiveAtCost
        } else {
            IndexSet::NegativeAtCost
        }
    }

    /// Whether the point bounds the threshold from above: `I0`, `I1`, or `I2`.
    pub fn is_upper(self) -> bool {
        match self {
            IndexSet::Inside | IndexSet::PositiveAtZero | IndexSet::NegativeAtCost => true,
            IndexSet::PositiveAtCost | IndexSet::NegativeAtZero => false,
        }
    }

    /// Whether the point bounds the threshold from below: `I0`, `I3`, or `I4`.
    pub fn is_lower(self) -> bool {
        match self {
            IndexSet::Inside | IndexSet::PositiveAtCost | IndexSet::NegativeAtZero => true,
            IndexSet::PositiveAtZero | IndexSet::NegativeAtCost => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(alpha: f64, target: f64, expected: IndexSet, is_upper: bool, is_lower: bool) {
        let set = IndexSet::of(alpha, target);
        assert_eq!(set, expected);
        assert_eq!((set.is_upper(), set.is_lower()), (is_upper, is_lower));
    }

    #[test]
    fn a_multiplier_between_the_bounds_is_inside_for_both_targets() {
        check(0.5, 1.0, IndexSet::Inside, true, true);
        check(0.5, -1.0, IndexSet::Inside, true, true);
    }

    #[test]
    fn a_multiplier_at_zero_depends_on_the_target() {
        check(0.0, 1.0, IndexSet::PositiveAtZero, true, false);
        check(0.0, -1.0, IndexSet::NegativeAtZero, false, true);
    }

    #[test]
    fn a_multiplier_at_the_cost_depends_on_the_target() {
        check(1.0, 1.0, IndexSet::PositiveAtCost, false, true);
        check(1.0, -1.0, IndexSet::NegativeAtCost, true, false);
    }
}
