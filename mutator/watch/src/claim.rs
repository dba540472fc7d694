//! What an invariant says of a row, in a form that is evaluated without knowing any template.

use std::cmp::Ordering;

use crate::{Row, Scalar};

/// The relative difference up to which calculated floats count as equal.
///
/// A sum in another order differs by a few units in the last place for each term; sequences of
/// thousands stay well below this.
pub const TOLERANCE: f64 = 1e-9;

/// A claim about the columns of a row, by their indices.
///
/// A claim about a value that is not there holds: there is nothing it could be wrong about.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// The column holds one of these.
    OneOf(usize, Vec<Scalar>),
    /// The column is at least this.
    AtLeast(usize, Scalar),
    /// The column is at most this.
    AtMost(usize, Scalar),
    /// The column is not zero.
    NonZero(usize),
    /// The first column stands in this order to the second.
    Ordered(usize, Order, usize),
    /// The two columns are equal up to [`TOLERANCE`], measured by the largest of them and of these.
    ///
    /// Sums of terms that cancel out are small, but their rounding is that of the terms.
    Near(usize, usize, [usize; 2]),
    /// The weighted columns and the constant add up to zero, up to [`TOLERANCE`].
    Linear(Vec<(usize, f64)>, f64),
    /// The first column divided by the second lies between these.
    Ratio(usize, usize, f64, f64),
    /// Where the second column is at most (at least) a step's first number, the first column is at
    /// most (at least) its second (third) number.
    Monotone(usize, usize, Vec<(f64, f64, f64)>),
    /// The column is an element of the sequence.
    Member(usize, usize),
    /// All elements of the first sequence are elements of the second.
    Subset(usize, usize),
    /// Every element of the first sequence stands in this order to that of the second at its place.
    Elementwise(usize, Order, usize),
}

/// How two numbers stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `!=`
    Unequal,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 6] = [
        Self::Less,
        Self::AtMost,
        Self::Equal,
        Self::AtLeast,
        Self::Greater,
        Self::Unequal,
    ];

    /// The operator.
    pub fn operator(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::AtLeast => ">=",
            Self::Greater => ">",
            Self::Unequal => "!=",
        }
    }

    /// Whether two numbers that compare like this stand in this order.
    pub fn admits(self, ordering: Option<Ordering>) -> bool {
        match (self, ordering) {
            (Self::Unequal, None) => true,
            (_, None) => false,
            (Self::Less, Some(ordering)) => ordering.is_lt(),
            (Self::AtMost, Some(ordering)) => ordering.is_le(),
            (Self::Equal, Some(ordering)) => ordering.is_eq(),
            (Self::AtLeast, Some(ordering)) => ordering.is_ge(),
            (Self::Greater, Some(ordering)) => ordering.is_gt(),
            (Self::Unequal, Some(ordering)) => ordering.is_ne(),
        }
    }
}

impl Claim {
    /// Whether a row is as claimed.
    pub fn holds(&self, row: &Row) -> bool {
        let scalar = |column: usize| row.scalars[column];
        let float = |column: usize| row.scalars[column].to_float();
        match self {
            Self::OneOf(column, values) => {
                let seen = scalar(*column);
                seen.is_absent() || values.contains(&seen)
            }
            Self::AtLeast(column, bound) => compares(scalar(*column), Order::AtLeast, *bound),
            Self::AtMost(column, bound) => compares(scalar(*column), Order::AtMost, *bound),
            Self::NonZero(column) => match scalar(*column) {
                Scalar::Absent => true,
                Scalar::Int(number) => number != 0,
                Scalar::Float(number) => number != 0.0,
            },
            Self::Ordered(left, order, right) => compares(scalar(*left), *order, scalar(*right)),
            Self::Near(left, right, extremes) => match (scalar(*left), scalar(*right)) {
                (Scalar::Float(left), Scalar::Float(right)) => {
                    let extremes = extremes.iter().filter_map(|&column| float(column));
                    is_near(left, right, extremes)
                }
                (left, right) => compares(left, Order::Equal, right),
            },
            Self::Linear(terms, constant) => is_zero(terms, *constant, row),
            Self::Ratio(left, right, low, high) => match (float(*left), float(*right)) {
                (Some(left), Some(right)) if right != 0.0 => {
                    let ratio = left / right;
                    *low <= ratio && ratio <= *high
                }
                _ => true,
            },
            Self::Monotone(left, right, steps) => match (float(*left), float(*right)) {
                (Some(y), Some(x)) => steps
                    .iter()
                    .all(|&(at, below, above)| (x > at || y <= below) && (x < at || y >= above)),
                _ => true,
            },
            Self::Member(column, sequence) => {
                let seen = scalar(*column);
                match &row.sequences[*sequence] {
                    Some(elements) if !seen.is_absent() => elements.contains(&seen),
                    _ => true,
                }
            }
            Self::Subset(left, right) => match (&row.sequences[*left], &row.sequences[*right]) {
                (Some(left), Some(right)) => left.iter().all(|element| right.contains(element)),
                _ => true,
            },
            Self::Elementwise(left, order, right) => {
                match (&row.sequences[*left], &row.sequences[*right]) {
                    (Some(left), Some(right)) => {
                        let mut pairs = left.iter().zip(right);
                        left.len() == right.len()
                            && pairs.all(|(left, right)| compares(*left, *order, *right))
                    }
                    _ => true,
                }
            }
        }
    }

    /// The same claim about other columns and sequences; `None` where one has no counterpart.
    pub fn map(
        &self,
        column: &dyn Fn(usize) -> Option<usize>,
        sequence: &dyn Fn(usize) -> Option<usize>,
    ) -> Option<Self> {
        Some(match self {
            Self::OneOf(index, values) => Self::OneOf(column(*index)?, values.clone()),
            Self::AtLeast(index, bound) => Self::AtLeast(column(*index)?, *bound),
            Self::AtMost(index, bound) => Self::AtMost(column(*index)?, *bound),
            Self::NonZero(index) => Self::NonZero(column(*index)?),
            Self::Ordered(left, order, right) => {
                Self::Ordered(column(*left)?, *order, column(*right)?)
            }
            Self::Near(left, right, [min, max]) => {
                let extremes = [column(*min)?, column(*max)?];
                Self::Near(column(*left)?, column(*right)?, extremes)
            }
            Self::Linear(terms, constant) => {
                let terms = terms
                    .iter()
                    .map(|(index, weight)| Some((column(*index)?, *weight)));
                Self::Linear(terms.collect::<Option<_>>()?, *constant)
            }
            Self::Ratio(left, right, low, high) => {
                Self::Ratio(column(*left)?, column(*right)?, *low, *high)
            }
            Self::Monotone(left, right, steps) => {
                Self::Monotone(column(*left)?, column(*right)?, steps.clone())
            }
            Self::Member(index, of) => Self::Member(column(*index)?, sequence(*of)?),
            Self::Subset(left, right) => Self::Subset(sequence(*left)?, sequence(*right)?),
            Self::Elementwise(left, order, right) => {
                Self::Elementwise(sequence(*left)?, *order, sequence(*right)?)
            }
        })
    }

    /// The columns it is about.
    pub fn columns(&self) -> Vec<usize> {
        match self {
            Self::OneOf(column, _)
            | Self::AtLeast(column, _)
            | Self::AtMost(column, _)
            | Self::NonZero(column)
            | Self::Member(column, _) => vec![*column],
            Self::Ordered(left, _, right)
            | Self::Ratio(left, right, ..)
            | Self::Monotone(left, right, _) => vec![*left, *right],
            Self::Near(left, right, [min, max]) => vec![*left, *right, *min, *max],
            Self::Linear(terms, _) => terms.iter().map(|(column, _)| *column).collect(),
            Self::Subset(..) | Self::Elementwise(..) => vec![],
        }
    }

    /// The sequences whose elements it is about.
    pub fn sequences(&self) -> Vec<usize> {
        match self {
            Self::Member(_, sequence) => vec![*sequence],
            Self::Subset(left, right) | Self::Elementwise(left, _, right) => vec![*left, *right],
            _ => vec![],
        }
    }
}

fn compares(left: Scalar, order: Order, right: Scalar) -> bool {
    left.is_absent() || right.is_absent() || order.admits(left.compare(right))
}

/// Whether two floats that were calculated with such numbers differ by rounding at most.
fn is_near(left: f64, right: f64, numbers: impl Iterator<Item = f64>) -> bool {
    let largest = |largest: f64, number: f64| largest.max(number.abs());
    let scale = numbers.fold(left.abs().max(right.abs()), largest);
    left == right || (left - right).abs() <= TOLERANCE * scale
}

/// Whether a linear claim holds of a row.
fn is_zero(terms: &[(usize, f64)], constant: f64, row: &Row) -> bool {
    let scalar = |&(column, _): &(usize, f64)| row.scalars[column];
    if terms.iter().any(|term| scalar(term).is_absent()) {
        return true;
    }
    let numbers = terms.iter().map(|term| {
        // An integer that no float holds exactly may still be near enough.
        let number = match scalar(term) {
            Scalar::Int(number) => number as f64,
            Scalar::Float(number) => number,
            Scalar::Absent => 0.0,
        };
        (number, term.1)
    });
    is_balanced(numbers, constant)
}

/// Whether weighted numbers and a constant cancel out, measured by the largest of them.
pub fn is_balanced(numbers: impl Iterator<Item = (f64, f64)>, constant: f64) -> bool {
    let mut sum = constant;
    let mut largest = constant.abs();
    for (number, weight) in numbers {
        let term = weight * number;
        sum += term;
        largest = largest.max(term.abs());
    }
    sum.abs() <= TOLERANCE * largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &Claim, scalars: &[Scalar], expected: bool) {
        let row = Row {
            scalars: scalars.to_vec(),
            ..Row::default()
        };
        assert_eq!(claim.holds(&row), expected, "{claim:?} {scalars:?}");
    }

    const ABSENT: Scalar = Scalar::Absent;
    const NAN: Scalar = Scalar::Float(f64::NAN);

    fn int(number: i128) -> Scalar {
        Scalar::Int(number)
    }

    fn float(number: f64) -> Scalar {
        Scalar::Float(number)
    }

    #[test]
    fn claims_about_one_column() {
        let one_of = Claim::OneOf(0, vec![int(1), int(3)]);
        check(&one_of, &[int(3)], true);
        check(&one_of, &[int(2)], false);
        check(&one_of, &[ABSENT], true);
        check(&Claim::AtLeast(0, float(0.0)), &[float(-0.0)], true);
        check(&Claim::AtLeast(0, float(0.0)), &[float(-1e-300)], false);
        check(&Claim::AtLeast(0, float(0.0)), &[NAN], false);
        check(&Claim::AtMost(0, int(7)), &[int(8)], false);
        check(&Claim::NonZero(0), &[float(-0.0)], false);
        check(&Claim::NonZero(0), &[NAN], true);
    }

    #[test]
    fn claims_about_two_columns() {
        let less = Claim::Ordered(0, Order::Less, 1);
        check(&less, &[int(1), int(2)], true);
        check(&less, &[int(2), int(2)], false);
        check(&less, &[ABSENT, int(2)], true);
        check(&Claim::Ordered(0, Order::Unequal, 1), &[NAN, NAN], true);
        let near = |left: Scalar, right: Scalar, expected: bool| {
            let extremes = [float(-0.1), float(0.3)];
            let row = [left, right, extremes[0], extremes[1]];
            check(&Claim::Near(0, 1, [2, 3]), &row, expected);
        };
        near(float(0.1 + 0.2), float(0.3), true);
        near(float(0.3), float(0.300_001), false);
        // These are 0.1 + 0.2 - 0.3 and -0.3 + 0.1 + 0.2: the terms cancel out, their rounding stays.
        near(float(5.5e-17), float(2.7e-17), true);
        near(float(0.0), float(1e-9), false);
        near(float(f64::INFINITY), float(f64::INFINITY), true);
        near(int(3), int(3), true);
        near(int(3), int(4), false);
        near(ABSENT, float(1.0), true);
        let ratio = Claim::Ratio(0, 1, 0.5, 2.0);
        check(&ratio, &[float(1.0), float(2.0)], true);
        check(&ratio, &[float(1.0), float(3.0)], false);
        check(&ratio, &[float(1.0), float(0.0)], true);
        check(&ratio, &[NAN, float(1.0)], false);
    }

    #[test]
    fn a_linear_claim_allows_for_rounding() {
        // 2x - y + 1 = 0
        let claim = Claim::Linear(vec![(0, 2.0), (1, -1.0)], 1.0);
        check(&claim, &[int(3), int(7)], true);
        check(&claim, &[int(3), int(8)], false);
        check(&claim, &[float(0.1), float(1.2)], true);
        check(&claim, &[NAN, float(1.2)], false);
    }

    #[test]
    fn a_monotone_claim_compares_with_its_steps() {
        // Up to x = 2, y was at most 10; from there on, at least 5.
        let claim = Claim::Monotone(0, 1, vec![(2.0, 10.0, 5.0)]);
        check(&claim, &[float(7.0), float(2.0)], true);
        check(&claim, &[float(11.0), float(1.0)], false);
        check(&claim, &[float(11.0), float(3.0)], true);
        check(&claim, &[float(4.0), float(3.0)], false);
    }

    #[test]
    fn claims_about_elements() {
        let row = |left: Option<&[i128]>, right: &[i128]| {
            let ints = |numbers: &[i128]| numbers.iter().map(|&n| int(n)).collect();
            Row {
                scalars: vec![int(2)],
                sequences: vec![left.map(ints), Some(ints(right))],
                n_seen: 0,
            }
        };
        let long = row(None, &[1]);
        let subset = Claim::Subset(0, 1);
        assert!(subset.holds(&row(Some(&[1, 1]), &[2, 1])));
        assert!(!subset.holds(&row(Some(&[1, 3]), &[2, 1])));
        assert!(subset.holds(&long));
        assert!(Claim::Member(0, 1).holds(&row(None, &[1, 2])));
        assert!(!Claim::Member(0, 1).holds(&long));
        let at_most = Claim::Elementwise(0, Order::AtMost, 1);
        assert!(at_most.holds(&row(Some(&[1, 2]), &[1, 3])));
        assert!(!at_most.holds(&row(Some(&[1, 4]), &[1, 3])));
        assert!(!at_most.holds(&row(Some(&[1]), &[1, 3])));
        assert!(at_most.holds(&row(Some(&[]), &[])));
    }
}
