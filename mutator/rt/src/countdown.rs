//! How many calls from now each function is watched.
//!
//! Plain numbers that are read and written without a lock: in a program with threads a call may be
//! watched that is not due, or the other way round, and nothing else happens.

use std::sync::atomic::{AtomicU32, Ordering};

/// The functions a woven program can watch; the weaver gives numbers to no more.
pub(crate) const CAPACITY: usize = 1 << 12;

/// What a function that is not watched counts.
const NEVER: u32 = 0;
/// The next call is due.
const DUE: u32 = 1;

/// For each function, one more than the calls that pass by before one is due.
static LEFT: [AtomicU32; CAPACITY] = [const { AtomicU32::new(NEVER) }; CAPACITY];

/// Whether a call of this function is to be watched; counts it when it is not.
#[inline(always)]
pub fn is_due(point: usize) -> bool {
    let left = LEFT[point].load(Ordering::Relaxed);
    if left > DUE {
        LEFT[point].store(left - 1, Ordering::Relaxed);
    }
    left == DUE
}

/// Whether a call of this function is to run its clean body: it is not due, and no mutant of the
/// function is active. Counts it then.
#[inline(always)]
pub(crate) fn passes(point: usize, is_outside: bool) -> bool {
    let left = LEFT[point].load(Ordering::Relaxed);
    let passes = is_outside && left != DUE;
    if passes && left > DUE {
        LEFT[point].store(left - 1, Ordering::Relaxed);
    }
    passes
}

/// Makes the first call of every function due; 0 is the number of those that are not watched.
#[cfg(feature = "watch")]
pub(crate) fn start() {
    for left in &LEFT[1..] {
        left.store(DUE, Ordering::Relaxed);
    }
}

/// Lets this many calls pass by, less one.
#[cfg(feature = "watch")]
pub(crate) fn set(point: u32, left: u32) {
    LEFT[point as usize].store(left, Ordering::Relaxed);
}

/// Stops watching a function.
#[cfg(feature = "watch")]
pub(crate) fn stop(point: u32) {
    set(point, NEVER);
}

/// Stops watching all functions.
#[cfg(feature = "watch")]
pub(crate) fn stop_all() {
    for left in &LEFT {
        left.store(NEVER, Ordering::Relaxed);
    }
}
