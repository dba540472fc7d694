//! Fuel: loop iterations and calls, counted instead of seconds.
#![expect(
    unsafe_code,
    reason = "the limit is a plain static, set before `main` and only read afterwards"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::report;
use crate::tank::{left, set_left};

static mut LIMIT: u64 = u64::MAX;

/// The most fuel any finished thread burnt.
static MOST: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static IS_STARTED: Cell<bool> = const { Cell::new(false) };
    static AT_END_OF_THREAD: Tally = const { Tally };
}

/// Burns one unit of this thread's fuel; ends the program when there is none.
///
/// Every thread may burn the whole limit: a shared counter would make the end depend on how the
/// threads were scheduled.
#[inline(always)]
pub fn burn() {
    // Written so that it compiles to a subtraction in memory and a jump.
    let (rest, was_empty) = left().overflowing_sub(1);
    set_left(rest);
    if was_empty {
        run_dry();
    }
}

/// Burns this many units if they are there.
#[inline(always)]
pub(crate) fn take(n_units: u64) -> bool {
    match left().checked_sub(n_units) {
        Some(rest) => {
            set_left(rest);
            true
        }
        None => false,
    }
}

/// Burns this many units; ends the program when there are fewer.
#[inline(always)]
pub(crate) fn pay(n_units: u64) {
    if !take(n_units) {
        pay_from_first_tank(n_units);
    }
}

/// Burns this many units, or as many as there are, and returns how many that was.
#[cold]
#[inline(never)]
pub(crate) fn take_most(n_units: u64) -> u64 {
    fill_first_tank();
    let n_taken = n_units.min(left());
    set_left(left() - n_taken);
    n_taken
}

/// What is left may be nothing because this thread has burnt nothing yet.
#[cold]
#[inline(never)]
fn pay_from_first_tank(n_units: u64) {
    fill_first_tank();
    if !take(n_units) {
        set_left(0);
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
        limit() - left()
    } else {
        0
    }
}

/// Called when there is nothing left: the first burn of a thread fills its tank, any later one is
/// the end.
#[cold]
#[inline(never)]
pub(crate) fn run_dry() {
    set_left(0);
    fill_first_tank();
    if !take(1) {
        report::write(true);
        report::leave(report::OUT_OF_FUEL_CODE);
    }
}

/// Fills the tank of a thread that has not burnt anything yet.
fn fill_first_tank() {
    if !IS_STARTED.replace(true) {
        set_left(limit());
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
