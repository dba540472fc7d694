//! Fuel for `for` loops: paid in advance where the length is known, per round elsewhere.
#![expect(
    unsafe_code,
    reason = "which type an iterator is shows only when everything is compiled, and generic code cannot ask"
)]

use std::any::{TypeId, type_name};
use std::ops::Range;

use crate::fuel;
use crate::value::type_id_of;

/// Iterators over things in memory, which are as many as they say.
///
/// Anything may claim a length, also a mutated one, so nothing else is believed. A name that does
/// not fit any more costs speed, not correctness.
const BELIEVED: [&str; 7] = [
    "core::slice::iter::Iter<",
    "core::slice::iter::IterMut<",
    "core::iter::adapters::rev::Rev<core::slice::iter::Iter",
    "core::iter::adapters::enumerate::Enumerate<core::slice::iter::Iter",
    "core::iter::adapters::copied::Copied<core::slice::iter::Iter",
    "core::array::iter::IntoIter<",
    "alloc::vec::into_iter::IntoIter<",
];

/// What a `for` loop goes through.
pub struct Each<I> {
    iterator: I,
    /// Whether the tank is empty when the iterator is at its end.
    is_cut: bool,
}

/// What a `for` loop goes through that may be left early.
pub struct EachRound<I>(I);

/// Makes a `for` loop that runs to its end burn one unit of fuel per round.
#[inline(always)]
pub fn each<C: IntoIterator>(collection: C) -> Each<C::IntoIter> {
    let mut iterator = collection.into_iter();
    let is_cut = if is_range::<C::IntoIter>() {
        let (length, _) = iterator.size_hint();
        let (n_rounds, is_cut) = match fuel::take(length as u64) {
            true => (length, false),
            false => {
                let n_rounds = fuel::take_most(length as u64) as usize;
                (n_rounds, n_rounds < length)
            }
        };
        cut(&mut iterator, length.min(n_rounds));
        is_cut
    } else {
        if is_believed::<C::IntoIter>() {
            let (length, _) = iterator.size_hint();
            fuel::pay(length as u64);
        }
        false
    };
    Each { iterator, is_cut }
}

/// Makes a `for` loop that may be left early burn one unit of fuel per round.
#[inline(always)]
pub fn each_round<C: IntoIterator>(collection: C) -> EachRound<C::IntoIter> {
    EachRound(collection.into_iter())
}

impl<I: Iterator> Iterator for Each<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.iterator.next();
        if item.is_none() && self.is_cut {
            fuel::run_dry();
        }
        if item.is_some() && !is_range::<I>() && !is_believed::<I>() {
            fuel::burn();
        }
        item
    }
}

impl<I: Iterator> Iterator for EachRound<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.0.next()?;
        fuel::burn();
        Some(item)
    }
}

/// Known when everything is compiled, so that nothing of it is left in a loop.
#[inline(always)]
fn is_believed<I>() -> bool {
    BELIEVED
        .iter()
        .any(|name| type_name::<I>().starts_with(name))
}

/// Calls a macro with the types of integers whose ranges are counted by `usize`.
macro_rules! with_integers {
    ($macro:ident) => {
        $macro!(usize, i32, u32, u64, i64, u8, isize, i8, i16, u16)
    };
}

/// Known when everything is compiled, like [`is_believed`].
#[inline(always)]
fn is_range<I>() -> bool {
    let id = type_id_of::<I>();
    macro_rules! is_any {
        ($($integer:ty),*) => { false $(|| id == TypeId::of::<Range<$integer>>())* };
    }
    with_integers!(is_any)
}

/// Shortens a range to this many rounds, which are not more than it has.
///
/// The bound may be far beyond anything the loop does before it panics, and a run that panics must
/// not look as if it had run out of fuel. When the range has as many, the compiler still sees that
/// its end is not moved outwards, and leaves out the checks of indices that it always left out.
#[inline(always)]
fn cut<I>(iterator: &mut I, n_rounds: usize) {
    let id = type_id_of::<I>();
    let address: *mut I = iterator;
    macro_rules! cut_any {
        ($($integer:ty),*) => {$(
            if id == TypeId::of::<Range<$integer>>() {
                // SAFETY: the iterator is of this very type.
                let range = unsafe { &mut *address.cast::<Range<$integer>>() };
                range.end = range.start.wrapping_add(n_rounds as $integer);
            }
        )*};
    }
    with_integers!(cut_any);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fuel that a piece of work burns on this thread.
    #[track_caller]
    fn check_burnt(work: impl FnOnce(), expected: u64) {
        let before = fuel::burnt_here();
        work();
        assert_eq!(fuel::burnt_here() - before, expected);
    }

    #[test]
    fn a_loop_burns_one_unit_per_round_whatever_it_goes_through() {
        check_burnt(|| each(3..10_i8).for_each(drop), 7);
        check_burnt(|| each(3..3_usize).for_each(drop), 0);
        check_burnt(|| each(1..=4_u64).for_each(drop), 4);
        check_burnt(|| each(&[1, 2, 3]).for_each(drop), 3);
        check_burnt(|| each(vec!["a", "b"]).for_each(drop), 2);
        check_burnt(|| each("a b c d".split(' ')).for_each(drop), 4);
        check_burnt(|| each((0..9).filter(|x| x % 2 == 0)).for_each(drop), 5);
    }

    #[test]
    fn a_loop_that_is_left_early_burns_what_it_used() {
        check_burnt(|| each_round(0..usize::MAX).take(3).for_each(drop), 3);
    }

    #[test]
    fn the_rounds_are_those_of_the_iterator() {
        assert_eq!(each(-1..2).collect::<Vec<i32>>(), [-1, 0, 1]);
        assert_eq!(each([5, 6]).collect::<Vec<i32>>(), [5, 6]);
        assert_eq!(each_round(1..3).collect::<Vec<u8>>(), [1, 2]);
    }

    #[test]
    fn the_names_of_the_standard_iterators_are_still_known() {
        assert!(is_believed::<std::slice::Iter<'_, u8>>());
        assert!(is_believed::<std::slice::IterMut<'_, u8>>());
        assert!(is_believed::<std::iter::Rev<std::slice::Iter<'_, u8>>>());
        assert!(is_believed::<std::iter::Enumerate<std::slice::Iter<'_, u8>>>());
        assert!(is_believed::<std::iter::Copied<std::slice::Iter<'_, u8>>>());
        assert!(is_believed::<std::array::IntoIter<u8, 3>>());
        assert!(is_believed::<std::vec::IntoIter<u8>>());
        assert!(!is_believed::<std::iter::Repeat<u8>>());
    }

    #[test]
    fn a_range_is_cut_to_what_is_left() {
        let mut range = 5..usize::MAX;
        cut(&mut range, 3);
        assert_eq!(range, 5..8);
        let mut range = -100..100_i8;
        cut(&mut range, 150);
        assert_eq!(range, -100..50);
    }
}
