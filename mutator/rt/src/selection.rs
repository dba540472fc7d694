//! Which mutant is active.
#![expect(
    unsafe_code,
    reason = "a value is moved by way of a place that the optimiser does not see"
)]

use std::mem::ManuallyDrop;

use crate::{countdown, settled};

/// What [`active`] returns while the reach probe runs.
pub const PROBE: u32 = u32::MAX;

/// The number of the active mutant: 0 is the original, [`PROBE`] asks for probing.
#[inline(always)]
pub fn active() -> u32 {
    settled::active()
}

/// Whether none of the mutants `low..=high` is active, so that the clean body can run.
#[inline(always)]
pub fn outside(low: u32, high: u32) -> bool {
    // One condition and not two jumps, so that `known_outside` is about the very same.
    (high < settled::first()) | (low > settled::last())
}

/// Tells the compiler that none of the mutants `low..=high` is active.
///
/// The weaver calls it where a wider `outside` was true; anywhere else the behaviour is undefined.
#[inline(always)]
pub fn known_outside(low: u32, high: u32) {
    // SAFETY: the weaver calls this where it is so.
    unsafe { std::hint::assert_unchecked(outside(low, high)) }
}

/// Tells the compiler that nothing is watched.
///
/// The weaver calls it where an `outside` was true; anywhere else the behaviour is undefined.
#[inline(always)]
pub fn known_unwatched() {
    // SAFETY: while something is watched, no mutants are outside of those from the first on, and
    // otherwise the first is that which is active, or none.
    unsafe { std::hint::assert_unchecked(settled::first() != 0) }
}

/// Whether none of the mutants `low..=high` is active, also while something is watched.
#[inline(always)]
pub fn inactive(low: u32, high: u32) -> bool {
    let active = settled::active();
    active != PROBE && (active < low || high < active)
}

/// Whether the clean body of a function can run that may be watched and calls none with mutants: none
/// of the mutants `low..=high` is active, and this call of it is not due.
///
/// While something is watched, every function comes by the second half; otherwise none does but the
/// one with the active mutant.
#[inline(always)]
pub fn outside_or_due(low: u32, high: u32, point: usize) -> bool {
    if outside(low, high) {
        return true;
    }
    unlikely();
    countdown::passes(point, inactive(low, high))
}

/// Whether this call of a function without mutants is not due, so that its body can run.
#[inline(always)]
pub fn passes(point: usize) -> bool {
    if settled::first() != 0 {
        return true;
    }
    unlikely();
    countdown::passes(point, true)
}

/// Passes on what a mutated body gave, by way of a place of its own.
///
/// A value of two words may be returned into memory that the caller provides; the clean body would
/// then write there too, and be read from there again, although it could stay in registers.
#[inline(always)]
pub fn apart<T>(value: T) -> T {
    const WORD: usize = size_of::<usize>();
    if size_of::<T>() <= WORD || size_of::<T>() > 2 * WORD {
        return value;
    }
    let value = ManuallyDrop::new(value);
    let place: *const ManuallyDrop<T> = std::hint::black_box(&value);
    // SAFETY: the place is that of the value, which is not used or dropped afterwards.
    ManuallyDrop::into_inner(unsafe { place.read() })
}

/// Makes this mutant the active one.
///
/// # Safety
/// No other thread may exist yet, and whoever calls this must not have asked which one is active.
pub(crate) unsafe fn select(mutant: u32) {
    // The functions that take their mutated body are those with a mutant from the first to the
    // last: none for the original, one for a mutant, all for the probe.
    let (first, last) = match mutant {
        0 => (u32::MAX, 0),
        PROBE => (0, u32::MAX),
        mutant => (mutant, mutant),
    };
    // SAFETY: the caller promises the same.
    unsafe { settled::settle(mutant, first, last) }
}

/// Makes this mutant the active one and lets all functions look whether they are due.
///
/// # Safety
/// As [`select`] says.
#[cfg(feature = "watch")]
pub(crate) unsafe fn select_watched(mutant: u32) {
    // SAFETY: the caller promises the same.
    unsafe { settled::settle(mutant, 0, u32::MAX) }
}

/// Tells the optimiser that whoever calls this rarely does.
#[cold]
#[inline]
fn unlikely() {}
