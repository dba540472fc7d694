//! Fuel for `for` loops: paid in advance where the length is known, per round elsewhere.

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
    /// Whether the loop was not paid for in advance.
    ///
    /// It does not change while the loop runs, so the compiler makes two loops of one where that is
    /// cheap, and the one that is paid for is the loop as written.
    pays_per_round: bool,
}

/// What a `for` loop goes through that may be left early.
pub struct EachRound<I>(I);

/// Makes a `for` loop that runs to its end burn one unit of fuel per round.
///
/// What is longer than the fuel that is left is paid per round: the bound may be far beyond anything
/// the loop does before it panics, and a run that panics must not look as if it had run out of fuel.
#[inline(always)]
pub fn each<C: IntoIterator>(collection: C) -> Each<C::IntoIter> {
    let iterator = collection.into_iter();
    let is_of_known_length = is_range::<C::IntoIter>() || is_believed::<C::IntoIter>();
    let pays_per_round = !(is_of_known_length && fuel::take(iterator.size_hint().0 as u64));
    Each {
        iterator,
        pays_per_round,
    }
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
        let item = self.iterator.next()?;
        if self.pays_per_round {
            fuel::burn();
        }
        Some(item)
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

/// Known when everything is compiled, like [`is_believed`].
#[inline(always)]
fn is_range<I>() -> bool {
    let id = type_id_of::<I>();
    macro_rules! is_any {
        ($($integer:ty),*) => { false $(|| id == TypeId::of::<Range<$integer>>())* };
    }
    // Those whose ranges are counted by `usize`.
    is_any!(usize, i32, u32, u64, i64, u8, isize, i8, i16, u16)
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
}
