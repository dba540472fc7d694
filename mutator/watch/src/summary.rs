//! What is derived from the elements of a sequence.

use std::ops::Range;

use crate::scalar::mix;
use crate::{Column, Depth, Kind, Role, Row, Scalar, Shape, Width};

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

/// What is seen of the elements of a sequence that itself is an element.
pub(crate) const OF_INNER: [Role; 3] = [Role::Min, Role::Max, Role::Sum];

/// The room that a sequence takes besides its length.
pub(crate) const OF_SEQUENCE: Width = Width {
    n_columns: SUMMARY.len(),
    n_sequences: 1,
};

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

/// Fills the columns of a sequence at this depth whose elements were not looked at.
pub(crate) fn skip(depth: Depth, row: &mut Row) {
    if depth.is_element() {
        OF_INNER.iter().for_each(|_| row.push(Scalar::Absent));
        return;
    }
    SUMMARY.iter().for_each(|_| row.push(Scalar::Absent));
    row.sequences.push(None);
}

/// Fills the columns of a sequence.
///
/// Elements that are absent count for its bag and content alone. A number that is none makes the
/// smallest, the largest, the sum and the spread absent, and the sequence neither rising nor falling.
pub fn summarize(elements: impl Iterator<Item = Scalar> + Clone, n: usize, row: &mut Row) {
    let fold = Fold::of(elements.clone());
    SUMMARY.iter().for_each(|&role| row.push(fold.value(role)));
    let is_short = n <= SHORT;
    row.sequences.push(is_short.then(|| elements.collect()));
}

/// Fills the columns of a sequence at this depth; its elements stand one after another among the
/// scalars `seen` of the row itself, in one of so many columns.
pub(crate) fn sum_up(seen: Range<usize>, [column, width]: [usize; 2], depth: Depth, row: &mut Row) {
    let seen = row.scalars[seen].get(column..).unwrap_or_default();
    let elements = seen.iter().step_by(width).copied();
    let fold = match width {
        1 => Fold::of(seen.iter().copied()),
        _ => Fold::of(elements.clone()),
    };
    if depth.is_element() {
        OF_INNER.iter().for_each(|&role| row.push(fold.value(role)));
        return;
    }
    let is_short = elements.len() <= SHORT;
    let kept = is_short.then(|| elements.collect());
    SUMMARY.iter().for_each(|&role| row.push(fold.value(role)));
    row.sequences.push(kept);
}

/// What the elements so far add up to.
struct Fold {
    numbers: Numbers,
    bag: u64,
    content: u64,
}

/// The numbers among them.
enum Numbers {
    None,
    Ints(Run<i128>),
    Floats(Run<f64>),
    /// Numbers of both kinds, which no column of a program holds.
    Mixed,
}

/// Numbers one after another.
struct Run<T> {
    first: T,
    last: T,
    min: T,
    max: T,
    /// `None` when it overflowed, and no number when infinities cancelled out.
    sum: Option<T>,
    /// Whether all of them are numbers that can be compared.
    is_comparable: bool,
    is_rising: bool,
    is_falling: bool,
}

impl<T: PartialOrd + Copy> Run<T> {
    fn new(first: T) -> Self {
        Self {
            first,
            last: first,
            min: first,
            max: first,
            sum: Some(first),
            is_comparable: is_comparable(&first),
            is_rising: true,
            is_falling: true,
        }
    }

    #[inline]
    fn add(&mut self, number: T, sum: impl FnOnce(T, T) -> Option<T>) {
        self.is_comparable &= is_comparable(&number);
        self.is_rising &= self.last <= number;
        self.is_falling &= self.last >= number;
        if number < self.min {
            self.min = number;
        }
        if number > self.max {
            self.max = number;
        }
        self.sum = self.sum.and_then(|before| sum(before, number));
        self.last = number;
    }

    /// What a column of this role holds.
    fn value(
        &self,
        role: Role,
        scalar: impl Fn(T) -> Scalar,
        difference: impl Fn(T, T) -> Option<T>,
    ) -> Scalar {
        let calculated = match role {
            Role::Rising => return Scalar::Int((self.is_rising && self.is_comparable).into()),
            Role::Falling => return Scalar::Int((self.is_falling && self.is_comparable).into()),
            Role::First => Some(self.first),
            Role::Last => Some(self.last),
            _ if !self.is_comparable => None,
            Role::Min => Some(self.min),
            Role::Max => Some(self.max),
            Role::Sum => self.sum.filter(is_comparable),
            Role::Spread => difference(self.max, self.min).filter(is_comparable),
            Role::Value | Role::Tag | Role::Len | Role::Bag | Role::Content => None,
        };
        calculated.map_or(Scalar::Absent, scalar)
    }
}

/// Whether it is a number at all, and no float that is none.
fn is_comparable<T: PartialOrd>(number: &T) -> bool {
    number.partial_cmp(number).is_some()
}

impl Fold {
    /// What these elements add up to.
    #[inline]
    fn of(elements: impl Iterator<Item = Scalar>) -> Self {
        let mut fold = Self {
            numbers: Numbers::None,
            bag: 0,
            content: 0,
        };
        elements.for_each(|element| fold.add(element));
        fold
    }

    #[inline]
    fn add(&mut self, element: Scalar) {
        let bits = mix(element.bits());
        self.bag = self.bag.wrapping_add(bits);
        self.content = mix(self.content ^ bits);
        match (&mut self.numbers, element) {
            (Numbers::Ints(run), Scalar::Int(number)) => run.add(number, i128::checked_add),
            (Numbers::Floats(run), Scalar::Float(number)) => run.add(number, |a, b| Some(a + b)),
            (none @ Numbers::None, Scalar::Int(number)) => *none = Numbers::Ints(Run::new(number)),
            (none @ Numbers::None, Scalar::Float(number)) => {
                *none = Numbers::Floats(Run::new(number));
            }
            (_, Scalar::Absent) => {}
            (numbers, Scalar::Int(_) | Scalar::Float(_)) => *numbers = Numbers::Mixed,
        }
    }

    /// What a column of this role holds.
    fn value(&self, role: Role) -> Scalar {
        match (role, &self.numbers) {
            (Role::Bag, _) => Scalar::Int(self.bag.into()),
            (Role::Content, _) => Scalar::Int(self.content.into()),
            (_, Numbers::Ints(run)) => run.value(role, Scalar::Int, i128::checked_sub),
            (_, Numbers::Floats(run)) => run.value(role, Scalar::Float, |a, b| Some(a - b)),
            // Nothing is in any order.
            (Role::Rising | Role::Falling, Numbers::None) => Scalar::Int(1),
            (Role::Rising | Role::Falling, Numbers::Mixed) => Scalar::Int(0),
            (_, Numbers::None | Numbers::Mixed) => Scalar::Absent,
        }
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
        let starts_with_none = floats(&[f64::NAN, 1.0]);
        assert_eq!(
            value(&starts_with_none, Role::First),
            Scalar::Float(f64::NAN)
        );
        assert_eq!(value(&starts_with_none, Role::Max), Scalar::Absent);
        let cancelled = floats(&[f64::INFINITY, f64::NEG_INFINITY, 1.0]);
        assert_eq!(value(&cancelled, Role::Sum), Scalar::Absent);
        let infinite = floats(&[f64::INFINITY, f64::INFINITY]);
        assert_eq!(value(&infinite, Role::Max), Scalar::Float(f64::INFINITY));
        assert_eq!(value(&infinite, Role::Spread), Scalar::Absent);
    }

    #[test]
    fn elements_that_are_not_there_count_for_their_marks_alone() {
        let numbers = [
            Scalar::Absent,
            Scalar::Int(2),
            Scalar::Absent,
            Scalar::Int(3),
        ];
        let without = ints(&[2, 3]);
        for role in SUMMARY {
            let is_mark = matches!(role, Role::Bag | Role::Content);
            let is_same = value(&numbers, role) == value(&without, role);
            assert_eq!(is_same, !is_mark, "{role:?}");
        }
    }

    #[test]
    fn numbers_of_two_kinds_are_not_compared() {
        let numbers = [Scalar::Int(1), Scalar::Float(2.0), Scalar::Int(3)];
        for role in [Role::First, Role::Min, Role::Max, Role::Sum, Role::Spread] {
            assert_eq!(value(&numbers, role), Scalar::Absent, "{role:?}");
        }
        assert_eq!(value(&numbers, Role::Rising), Scalar::Int(0));
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
