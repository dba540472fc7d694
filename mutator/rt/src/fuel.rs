//! Fuel: loop iterations and calls, counted instead of seconds.
#![expect(
    unsafe_code,
    reason = "the limit is a plain static, set before `main` and only read afterwards"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::report;

static mut LIMIT: u64 = u64::MAX;

/// The most fuel any finished thread burnt.
static MOST: AtomicU64 = AtomicU64::new(0);

thread_local! {
    // Zero until the thread first burns, so that the hot path has one thing to look at.
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static IS_STARTED: Cell<bool> = const { Cell::new(false) };
    static AT_END_OF_THREAD: Tally = const { Tally };
}

/// Burns one unit of this thread's fuel; ends the program when there is none.
///
/// Every thread may burn the whole limit: a shared counter would make the end depend on how the
/// threads were scheduled.
#[inline(always)]
pub fn burn() {
    LEFT.with(|left| {
        // Written so that it compiles to a subtraction in memory and a jump.
        let (rest, was_empty) = left.get().overflowing_sub(1);
        left.set(rest);
        if was_empty {
            run_dry();
        }
    });
}

/// Burns this many units if they are there.
#[inline(always)]
pub(crate) fn take(n_units: u64) -> bool {
    LEFT.with(|left| match left.get().checked_sub(n_units) {
        Some(rest) => {
            left.set(rest);
            true
        }
        None => false,
    })
}

/// Burns this many units; ends the program when there are fewer.
#[inline(always)]
pub(crate) fn pay(n_units: u64) {
    if !take(n_units) {
        pay_from_first_tank(n_units);
    }
}

/// Burns this many units, or as many as there are, and returns how many that was.
#[inline(always)]
pub(crate) fn take_most(n_units: u64) -> u64 {
    if take(n_units) {
        n_units
    } else {
        take_most_from_first_tank(n_units)
    }
}

#[cold]
#[inline(never)]
fn take_most_from_first_tank(n_units: u64) -> u64 {
    fill_first_tank();
    let n_taken = n_units.min(LEFT.get());
    LEFT.set(LEFT.get() - n_taken);
    n_taken
}

/// What is left may be nothing because this thread has burnt nothing yet.
#[cold]
#[inline(never)]
fn pay_from_first_tank(n_units: u64) {
    fill_first_tank();
    if !take(n_units) {
        LEFT.set(0);
        run_dry();
    }
}

/// Sets the limit of every thread.
///
/// # Safety
/// No other thread may exist yet.
pub(crate) unsafe fn set_limit(limit: u64) {
    // SAFETY: the caller promises that nobody reads meanwhile.
    unsafe { LIMIT = limit }
}

/// The most fuel any one thread burnt so far, this one included.
pub(crate) fn burnt() -> u64 {
    MOST.load(Ordering::Relaxed).max(burnt_here())
}

/// What this thread burnt so far.
pub(crate) fn burnt_here() -> u64 {
    if IS_STARTED.get() {
        limit() - LEFT.get()
    } else {
        0
    }
}

/// Called when there is nothing left: the first burn of a thread fills its tank, any later one is
/// the end.
#[cold]
#[inline(never)]
pub(crate) fn run_dry() {
    LEFT.set(0);
    fill_first_tank();
    if !take(1) {
        report::write(true);
        report::leave(report::OUT_OF_FUEL_CODE);
    }
}

/// Fills the tank of a thread that has not burnt anything yet.
fn fill_first_tank() {
    if !IS_STARTED.replace(true) {
        LEFT.set(limit());
        // Fails only while the thread is being torn down, when nothing is left to tally.
        let _ = AT_END_OF_THREAD.try_with(|_| ());
    }
}

fn limit() -> u64 {
    // SAFETY: written once by `set_limit`, before `main`.
    unsafe { LIMIT }
}

/// Adds a thread's use to [`MOST`] when the thread ends.
struct Tally;

impl Drop for Tally {
    fn drop(&mut self) {
        MOST.fetch_max(burnt_here(), Ordering::Relaxed);
    }
}
