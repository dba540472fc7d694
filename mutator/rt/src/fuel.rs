//! Fuel: loop iterations and calls, counted instead of seconds.
#![expect(
    unsafe_code,
    reason = "the limit is a plain static, set while there is one thread and only read otherwise"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::tank::{left, set_left};
use crate::{checks, report};

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
        match fetch(0).checked_sub(1) {
            Some(rest) => set_left(rest),
            None => end(),
        }
    }
}

/// Burns this many units if they are there.
#[inline(always)]
pub(crate) fn take(n_units: u64) -> bool {
    let mut left = left();
    if left < n_units {
        // What is left may be nothing because this thread has burnt nothing yet.
        left = fetch(left);
        if left < n_units {
            set_left(left);
            return false;
        }
    }
    set_left(left - n_units);
    true
}

/// Makes this thread's fuel ready before it is burnt.
///
/// The first time takes a while, which copies of a process would all take if it did not.
#[cfg(all(unix, feature = "checks"))]
pub(crate) fn make_ready() {
    if !IS_STARTED.get() {
        set_left(fetch_first(left()));
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

/// Makes it as if no thread had burnt anything, with another limit.
///
/// # Safety
/// No other thread may exist.
#[cfg(feature = "batches")]
pub(crate) unsafe fn start_over(limit: u64) {
    // SAFETY: the caller promises the same.
    unsafe { set_limit(limit) };
    MOST.store(0, Ordering::Relaxed);
    if IS_STARTED.get() {
        set_left(limit);
    }
}

/// The most fuel any one thread burnt so far, this one included.
pub(crate) fn burnt() -> u64 {
    MOST.load(Ordering::Relaxed).max(burnt_here())
}

/// What this thread burnt so far; a call, because `fetch` hides from its callers what it writes.
#[inline(never)]
pub(crate) fn burnt_here() -> u64 {
    if IS_STARTED.get() {
        limit() - left()
    } else {
        0
    }
}

/// What is left to this thread, which is the limit when it has not burnt anything yet.
///
/// What it does is nothing to the code that asks: the compiler may keep in registers what it has
/// there, as if this were no call.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
fn fetch(left: u64) -> u64 {
    let fetched: u64;
    unlikely();
    // SAFETY: the function follows the convention, and what it writes is read by nobody but itself
    // and functions that the compiler does not look into from here.
    unsafe {
        std::arch::asm!(
            "call {fetch}",
            fetch = sym fetch_first,
            in("rdi") left,
            lateout("rax") fetched,
            clobber_abi("C"),
            options(nomem),
        );
    }
    fetched
}

/// Tells the optimiser that whoever calls this rarely does.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[cold]
#[inline]
fn unlikely() {}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
use fetch_first as fetch;

#[cold]
#[inline(never)]
extern "C" fn fetch_first(left: u64) -> u64 {
    if IS_STARTED.replace(true) {
        return left;
    }
    // Fails only while the thread is being torn down, when nothing is left to tally.
    let _ = AT_END_OF_THREAD.try_with(|_| ());
    limit()
}

/// Ends the program because there is nothing left.
#[cold]
#[inline(never)]
fn end() -> ! {
    set_left(0);
    if checks::is_testing() {
        checks::run_dry();
    }
    #[cfg(feature = "calls")]
    crate::calls::run_dry();
    #[cfg(unix)]
    checks::flush();
    report::write(true);
    report::leave(report::OUT_OF_FUEL_CODE)
}

/// Gives a test fuel of its own, at most this much; what the program has left is put aside.
#[cfg(feature = "checks")]
#[inline(never)]
pub(crate) fn lend(most: u64) -> u64 {
    let program = fetch_first(left());
    set_left(limit().min(most));
    program
}

/// Gives the program back what it had left.
#[cfg(feature = "checks")]
#[inline(never)]
pub(crate) fn give_back(program: u64) {
    set_left(program);
}

/// Leaves this much to a test or a call that ran dry, to clean up.
#[cfg(any(feature = "checks", feature = "calls"))]
pub(crate) fn set_rest(n_units: u64) {
    set_left(n_units);
}

/// Gives this thread all its fuel again.
#[cfg(feature = "calls")]
#[inline(always)]
pub(crate) fn refill() {
    if !IS_STARTED.get() {
        fetch_first(0);
    }
    set_left(limit());
}

/// All that a call may burn.
#[cfg(feature = "calls")]
pub(crate) fn of_a_call() -> u64 {
    limit()
}

/// Makes this what the thread burnt since it was given all its fuel.
#[cfg(feature = "calls")]
pub(crate) fn take_most(n_units: u64) {
    set_left(limit() - n_units);
}

fn limit() -> u64 {
    // SAFETY: written by `set_limit` only, while there is one thread.
    unsafe { LIMIT }
}

/// Adds a thread's use to [`MOST`] when the thread ends.
struct Tally;

impl Drop for Tally {
    fn drop(&mut self) {
        MOST.fetch_max(burnt_here(), Ordering::Relaxed);
    }
}
