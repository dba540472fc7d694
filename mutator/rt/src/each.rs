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
        let n_rounds = if fuel::take(length as u64) {
            length
        } else {
            fuel::drain() as usize
        };
        cut(&mut iterator, length.min(n_rounds));
        n_rounds < length
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
