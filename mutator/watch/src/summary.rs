//! What is derived from the elements of a sequence.

use crate::scalar::mix;
use crate::{Column, Kind, Role, Row, Scalar, Shape};

/// The elements of longer sequences are not looked at.
pub const LONGEST: usize = 4096;

/// The elements of sequences up to this length are kept.
pub const SHORT: usize = 32;

/// The columns of a sequence besides its length, in their order.
pub const SUMMARY: [Role; 10] = [
    Role::First,
    Role::Last,
    Role::Min,
    Role::Max,
    Role::Sum,
    Role::Spread,
    Role::Rising,
    Role::Falling,
    Role::Bag,
    Role::Content,
];

/// Adds the columns of a sequence of these elements.
pub(crate) fn declare(variable: &str, kind: Kind, shape: &mut Shape) {
    let sequence = Some(shape.n_sequences);
    shape.n_sequences += 1;
    for role in SUMMARY {
        let is_number = matches!(
            role,
            Role::Rising | Role::Falling | Role::Bag | Role::Content
        );
        shape.columns.push(Column {
            variable: variable.to_owned(),
            role,
            kind: if is_number { Kind::Int } else { kind },
            sequence,
        });
    }
}

/// Fills the columns of a sequence whose elements were not looked at.
pub(crate) fn skip(row: &mut Row) {
    for _ in SUMMARY {
        row.push(Scalar::Absent);
    }
    row.sequences.push(None);
}

/// Fills the columns of a sequence.
///
/// Elements that are absent count for its bag and content alone. A number that is none makes the
/// smallest, the largest, the sum and the spread absent, and the sequence neither rising nor falling.
pub fn summarize(elements: impl Iterator<Item = Scalar> + Clone, n: usize, row: &mut Row) {
    let fold = summary_of(elements.clone());
    for role in SUMMARY {
        row.push(fold.value(role));
    }
    let is_short = n <= SHORT;
    row.sequences.push(is_short.then(|| elements.collect()));
}

/// Sums up some elements.
pub(crate) fn summary_of(elements: impl Iterator<Item = Scalar>) -> Fold {
    let mut fold = Fold::default();
    elements.for_each(|element| fold.add(element));
    fold
}

/// What the elements so far add up to.
pub(crate) struct Fold {
    first: Scalar,
    last: Scalar,
    min: Scalar,
    max: Scalar,
    sum: Scalar,
    is_comparable: bool,
    is_rising: bool,
    is_falling: bool,
    bag: u64,
    content: u64,
}

impl Default for Fold {
    fn default() -> Self {
        Self {
            first: Scalar::Absent,
            last: Scalar::Absent,
            min: Scalar::Absent,
            max: Scalar::Absent,
            sum: Scalar::Absent,
            is_comparable: true,
            is_rising: true,
            is_falling: true,
            bag: 0,
            content: 0,
        }
    }
}

impl Fold {
    fn add(&mut self, element: Scalar) {
        let bits = mix(element.bits());
        self.bag = self.bag.wrapping_add(bits);
        self.content = mix(self.content ^ bits);
        if element.is_absent() {
            return;
        }
        if element.is_nan() {
            self.is_comparable = false;
        }
        if self.first.is_absent() {
            self.first = element;
            self.min = element;
            self.max = element;
            self.sum = element;
        } else {
            self.is_rising &= self.last.compare(element).is_some_and(|o| o.is_le());
            self.is_falling &= self.last.compare(element).is_some_and(|o| o.is_ge());
            if element.compare(self.min).is_some_and(|o| o.is_lt()) {
                self.min = element;
            }
            if element.compare(self.max).is_some_and(|o| o.is_gt()) {
                self.max = element;
            }
            self.sum = add(self.sum, element);
        }
        self.last = element;
    }

    /// What a column of this role holds.
    pub(crate) fn value(&self, role: Role) -> Scalar {
        let number = |scalar| match self.is_comparable {
            true => scalar,
            false => Scalar::Absent,
        };
        match role {
            Role::First => self.first,
            Role::Last => self.last,
            Role::Min => number(self.min),
            Role::Max => number(self.max),
            Role::Sum => number(self.sum),
            Role::Spread => number(subtract(self.max, self.min)),
            Role::Rising => Scalar::Int((self.is_rising && self.is_comparable).into()),
            Role::Falling => Scalar::Int((self.is_falling && self.is_comparable).into()),
            Role::Bag => Scalar::Int(self.bag.into()),
            Role::Content => Scalar::Int(self.content.into()),
            Role::Value | Role::Tag | Role::Len => Scalar::Absent,
        }
    }
}

/// The sum; absent when an integer overflows or a float is no number.
fn add(left: Scalar, right: Scalar) -> Scalar {
    match (left, right) {
        (Scalar::Int(left), Scalar::Int(right)) => {
            left.checked_add(right).map_or(Scalar::Absent, Scalar::Int)
        }
        (Scalar::Float(left), Scalar::Float(right)) => number(left + right),
        _ => Scalar::Absent,
    }
}

fn subtract(left: Scalar, right: Scalar) -> Scalar {
    match (left, right) {
        (Scalar::Int(left), Scalar::Int(right)) => {
            left.checked_sub(right).map_or(Scalar::Absent, Scalar::Int)
        }
        (Scalar::Float(left), Scalar::Float(right)) => number(left - right),
        _ => Scalar::Absent,
    }
}

fn number(float: f64) -> Scalar {
    match float.is_nan() {
        true => Scalar::Absent,
        false => Scalar::Float(float),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(elements: &[Scalar]) -> Row {
        let mut row = Row::default();
        summarize(elements.iter().copied(), elements.len(), &mut row);
        row
    }

    fn value(elements: &[Scalar], role: Role) -> Scalar {
        let place = SUMMARY.iter().position(|&known| known == role).unwrap();
        summary(elements).scalars[place]
    }

    fn ints(numbers: &[i128]) -> Vec<Scalar> {
        numbers.iter().map(|&number| Scalar::Int(number)).collect()
    }

    fn floats(numbers: &[f64]) -> Vec<Scalar> {
        numbers
            .iter()
            .map(|&number| Scalar::Float(number))
            .collect()
    }

    #[test]
    fn a_sequence_is_summed_up() {
        let numbers = ints(&[3, 1, 4, 1]);
        let expected = [3, 1, 1, 4, 9, 3, 0, 0];
        let row = summary(&numbers);
        assert_eq!(row.scalars[..8], ints(&expected));
        assert_eq!(row.sequences, [Some(numbers)]);
    }

    #[test]
    fn equal_elements_are_rising_and_falling() {
        assert_eq!(value(&ints(&[2, 2]), Role::Rising), Scalar::Int(1));
        assert_eq!(value(&ints(&[2, 2]), Role::Falling), Scalar::Int(1));
        assert_eq!(value(&ints(&[1, 2]), Role::Falling), Scalar::Int(0));
    }

    #[test]
    fn a_bag_knows_its_elements_but_not_their_order() {
        let (one, other) = (floats(&[1.5, 2.5]), floats(&[2.5, 1.5]));
        assert_eq!(value(&one, Role::Bag), value(&other, Role::Bag));
        assert_ne!(value(&one, Role::Content), value(&other, Role::Content));
        let more = floats(&[1.5, 2.5, 2.5]);
        assert_ne!(value(&one, Role::Bag), value(&more, Role::Bag));
    }

    #[test]
    fn nothing_has_no_elements_and_is_in_any_order() {
        assert_eq!(value(&[], Role::Min), Scalar::Absent);
        assert_eq!(value(&[], Role::Sum), Scalar::Absent);
        assert_eq!(value(&[], Role::Rising), Scalar::Int(1));
    }

    #[test]
    fn a_number_that_is_none_leaves_nothing_to_compare() {
        let numbers = floats(&[1.0, f64::NAN, 2.0]);
        for role in [Role::Min, Role::Max, Role::Sum, Role::Spread] {
            assert_eq!(value(&numbers, role), Scalar::Absent);
        }
        assert_eq!(value(&numbers, Role::Rising), Scalar::Int(0));
        let infinite = floats(&[f64::INFINITY, f64::INFINITY]);
        assert_eq!(value(&infinite, Role::Max), Scalar::Float(f64::INFINITY));
        assert_eq!(value(&infinite, Role::Spread), Scalar::Absent);
    }

    #[test]
    fn a_sum_that_overflows_is_absent() {
        let numbers = ints(&[i128::MAX, 1]);
        assert_eq!(value(&numbers, Role::Sum), Scalar::Absent);
        assert_eq!(value(&ints(&[i128::MAX, -1]), Role::Spread), Scalar::Absent);
    }

    #[test]
    fn a_long_sequence_keeps_no_elements() {
        let numbers = vec![Scalar::Int(7); SHORT + 1];
        assert_eq!(summary(&numbers).sequences, [None]);
    }
}
