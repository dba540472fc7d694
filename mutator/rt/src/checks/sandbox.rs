//! Tests inside the program: panics are caught, and fuel is lent.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::panic::{self, AssertUnwindSafe};

use crate::fuel;

/// The most fuel a test may burn when the program itself has no limit, about seconds of work.
const MOST_FUEL: u64 = if cfg!(test) { 1 << 16 } else { 1 << 30 };

/// What is left to clean up when a test is out of fuel.
const REST: u64 = 1 << 20;

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The property holds.
    Holds,
    /// It does not, or its test did what a right function does not do.
    Alarm(String),
    /// The test could not be finished, for a reason that may lie outside the program.
    Inconclusive(String),
}

thread_local! {
    /// How many tests are under way on this thread, one inside the other.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Whether nothing is checked inside the tests that are under way.
    static IS_SUSPENDED: Cell<bool> = const { Cell::new(false) };
    /// The functions whose tests are under way; never dropped, because tests that wait are run when
    /// their thread ends.
    static TESTED: RefCell<ManuallyDrop<Vec<u32>>> =
        const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// What unwinds out of a test that has no fuel left.
struct OutOfFuel;

/// Whether a test is under way on this thread.
pub(crate) fn is_testing() -> bool {
    DEPTH.try_with(Cell::get).unwrap_or(0) > 0
}

/// Whether calls of this function are not checked now.
pub(super) fn is_suspended(function: u32) -> bool {
    is_testing() && (IS_SUSPENDED.get() || TESTED.with_borrow(|tested| tested.contains(&function)))
}

/// Runs a test of a function with fuel of its own, on this thread and in this process.
pub(super) fn run(function: u32, is_deep: bool, test: impl FnOnce() -> bool) -> Verdict {
    let program = fuel::lend(MOST_FUEL);
    let was_suspended = IS_SUSPENDED.replace(IS_SUSPENDED.get() || !is_deep);
    // Where everything is suspended, nobody asks which function it is.
    let is_listed = !IS_SUSPENDED.get();
    if is_listed {
        TESTED.with_borrow_mut(|tested| tested.push(function));
    }
    DEPTH.set(DEPTH.get() + 1);
    let outcome = panic::catch_unwind(AssertUnwindSafe(test));
    DEPTH.set(DEPTH.get() - 1);
    if is_listed {
        TESTED.with_borrow_mut(|tested| tested.pop());
    }
    IS_SUSPENDED.set(was_suspended);
    fuel::give_back(program);
    match outcome {
        Ok(true) => Verdict::Holds,
        Ok(false) => Verdict::Alarm("does not hold".to_owned()),
        Err(payload) => Verdict::Alarm(end_of(&*payload)),
    }
}

/// Ends the test that is under way, because it has no fuel left.
///
/// Returns only while it is ended already, when nothing can be unwound once more.
pub(crate) fn run_dry() {
    if !std::thread::panicking() {
        fuel::set_rest(REST);
        panic::resume_unwind(Box::new(OutOfFuel));
    }
}

/// Lets panics inside tests pass without a word; their message goes into the report.
pub(super) fn silence_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !is_testing() {
            usual(info);
        }
    }));
}

fn end_of(payload: &(dyn Any + Send)) -> String {
    if payload.is::<OutOfFuel>() {
        return "out of fuel".to_owned();
    }
    let text = (payload.downcast_ref::<String>().map(String::as_str))
        .or_else(|| payload.downcast_ref::<&str>().copied());
    match text {
        Some(text) => format!("panicked: {text}"),
        None => "panicked".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(test: impl FnOnce() -> bool, expected: Verdict) {
        let before = fuel::burnt_here();
        assert_eq!(run(0, false, test), expected);
        assert!(!is_testing());
        assert_eq!(fuel::burnt_here(), before);
    }

    #[test]
    fn a_test_is_answered_whatever_it_does() {
        let alarm = |text: &str| Verdict::Alarm(text.to_owned());
        check(|| true, Verdict::Holds);
        check(|| false, alarm("does not hold"));
        check(|| panic!("a {}", 1), alarm("panicked: a 1"));
        check(|| panic!("b"), alarm("panicked: b"));
        check(|| panic::panic_any(1), alarm("panicked"));
        check(
            || {
                loop {
                    crate::burn();
                }
            },
            alarm("out of fuel"),
        );
    }

    #[test]
    fn what_a_test_leaves_behind_is_cleaned_up_without_fuel() {
        struct Cleans;
        impl Drop for Cleans {
            fn drop(&mut self) {
                (0..100).for_each(|_| crate::burn());
            }
        }
        check(
            || {
                let _cleans = Cleans;
                loop {
                    crate::burn();
                }
            },
            Verdict::Alarm("out of fuel".to_owned()),
        );
    }

    #[test]
    fn other_functions_are_suspended_inside_a_test_unless_asked_for() {
        let seen = |is_deep| {
            let mut seen = (false, false);
            run(1, is_deep, || {
                seen = (is_suspended(1), is_suspended(2));
                true
            });
            seen
        };
        assert_eq!(seen(false), (true, true));
        assert_eq!(seen(true), (true, false));
        assert!(!is_suspended(1));
    }
}
