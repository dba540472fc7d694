//! One call: panics are caught, and all the fuel is its own.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use super::function::Answer;
use crate::fuel;

/// What is left to clean up when a call is out of fuel.
const REST: u64 = 1 << 16;

/// What came of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ended {
    /// It returned.
    Returned(Answer),
    /// It panicked.
    Panicked,
    /// It burnt all its fuel.
    OutOfFuel,
}

thread_local! {
    /// Whether a call is under way on this thread.
    static IS_UNDER_WAY: Cell<bool> = const { Cell::new(false) };
    /// Whether it ran out of fuel; what unwinds might be caught inside the function.
    static IS_DRY: Cell<bool> = const { Cell::new(false) };
}

/// What unwinds out of a call that has no fuel left.
struct OutOfFuel;

/// Makes calls with fuel of their own.
pub(super) struct Caller {
    most: u64,
}

impl Caller {
    /// A caller on this thread, whose other work is over.
    pub(super) fn new() -> Self {
        Self { most: 0 }
    }

    /// Makes a call.
    #[inline(always)]
    pub(super) fn call(&mut self, call: impl FnOnce() -> Answer) -> Ended {
        fuel::refill();
        IS_UNDER_WAY.set(true);
        let outcome = panic::catch_unwind(AssertUnwindSafe(call));
        IS_UNDER_WAY.set(false);
        if IS_DRY.get() {
            IS_DRY.set(false);
            self.most = fuel::of_a_call();
            return Ended::OutOfFuel;
        }
        self.most = self.most.max(fuel::burnt_here());
        match outcome {
            Ok(answer) => Ended::Returned(answer),
            Err(_) => Ended::Panicked,
        }
    }

    /// Makes the fuel that is reported that of the call that burnt most.
    pub(super) fn finish(self) {
        fuel::refill();
        fuel::take_most(self.most);
    }
}

/// Ends the call that is under way, because it has no fuel left.
///
/// Returns when there is none, or while it is ended already and nothing can be unwound once more.
pub(crate) fn run_dry() {
    if IS_UNDER_WAY.get() && !std::thread::panicking() {
        IS_DRY.set(true);
        fuel::set_rest(REST);
        panic::resume_unwind(Box::new(OutOfFuel));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(call: impl FnOnce(), expected: Ended) {
        let ended = Caller::new().call(|| {
            call();
            Answer::Number(1.0)
        });
        assert_eq!(ended, expected);
    }

    #[test]
    fn a_call_that_returns_or_panics_says_so() {
        check(|| {}, Ended::Returned(Answer::Number(1.0)));
        // A panic without its hook: printing a backtrace takes a lock, and a copy of the process that
        // another test makes meanwhile would wait for that lock until its time is up.
        check(
            || std::panic::resume_unwind(Box::new("a call")),
            Ended::Panicked,
        );
    }

    #[test]
    fn every_call_has_all_the_fuel() {
        let mut caller = Caller::new();
        let mut burn = |n_units: u64| {
            caller.call(|| {
                assert!(fuel::take(n_units));
                Answer::NoSuchArgument
            })
        };
        assert_eq!(burn(1000), Ended::Returned(Answer::NoSuchArgument));
        assert_eq!(burn(10), Ended::Returned(Answer::NoSuchArgument));
        caller.finish();
        assert_eq!(fuel::burnt_here(), 1000);
    }
}
