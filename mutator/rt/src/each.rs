//! Fuel for `for` loops: paid once where the length is known, per round elsewhere.

use std::any::type_name;

use crate::fuel;

/// The longest loop that is paid in advance.
///
/// A mutated bound may be far beyond anything the loop could do before it panics or breaks, and
/// such a run must not look as if it had used that much.
const MOST_IN_ADVANCE: usize = 1 << 20;

/// Iterators of the standard library whose exact length can be believed.
///
/// Anything may claim a length, also a mutated one, so nothing else is believed. A name that does
/// not fit any more costs speed, not correctness.
const BELIEVED: [&str; 11] = [
    "core::ops::range::Range<",
    "core::ops::range::RangeInclusive<",
    "core::iter::adapters::rev::Rev<core::ops::range::Range",
    "core::iter::adapters::step_by::StepBy<core::ops::range::Range",
    "core::slice::iter::Iter<",
    "core::slice::iter::IterMut<",
    "core::iter::adapters::rev::Rev<core::slice::iter::Iter",
    "core::iter::adapters::enumerate::Enumerate<core::slice::iter::Iter",
    "core::iter::adapters::copied::Copied<core::slice::iter::Iter",
    "core::array::iter::IntoIter<",
    "alloc::vec::into_iter::IntoIter<",
];

/// What a `for` loop goes through, and whether every round burns.
pub struct Each<I> {
    iterator: I,
    is_metered: bool,
}

/// Makes a `for` loop burn one unit of fuel per round.
#[inline(always)]
pub fn each<C: IntoIterator>(collection: C) -> Each<C::IntoIter> {
    let iterator = collection.into_iter();
    let is_metered = !is_paid_in_advance(&iterator);
    Each {
        iterator,
        is_metered,
    }
}

impl<I: Iterator> Iterator for Each<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.iterator.next()?;
        if self.is_metered {
            fuel::burn();
        }
        Some(item)
    }
}

#[inline(always)]
fn is_paid_in_advance<I: Iterator>(iterator: &I) -> bool {
    if !BELIEVED.iter().any(|name| type_name::<I>().starts_with(name)) {
        return false;
    }
    match iterator.size_hint() {
        (low, Some(high)) if low == high && low <= MOST_IN_ADVANCE => fuel::take(low as u64),
        _ => false,
    }
}
