//! Calls of functions that have properties.

use std::cell::RefCell;

#[cfg(unix)]
use super::fork::run as forked;
use super::sandbox;
#[cfg(not(unix))]
use super::sandbox::Verdict;
use super::setting::{is_on, setting};
use super::{random, tally};

/// A property of a function, as the weaver describes it.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its number among the properties of the program.
    pub index: u32,
    /// Its name in the report.
    pub name: &'static str,
    /// Whether its tests run in a copy of the process.
    pub forks: bool,
    /// Whether calls inside another call of the function are left out.
    pub is_outermost: bool,
    /// Whether the properties of other functions are checked inside its tests too.
    pub is_deep: bool,
}

thread_local! {
    /// The functions with properties whose calls are under way on this thread.
    static UNDER_WAY: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A call that is under way.
#[derive(Debug)]
pub struct Call {
    function: u32,
    /// Its number among the calls of the function, from 1.
    number: u64,
    is_tested: bool,
    is_outermost: bool,
}

/// Notes that a function is called; `None` when nothing is checked here.
#[inline(always)]
pub fn enter(function: u32) -> Option<Call> {
    if is_on() {
        enter_checked(function)
    } else {
        None
    }
}

#[cold]
#[inline(never)]
fn enter_checked(function: u32) -> Option<Call> {
    if sandbox::is_suspended(function) {
        return None;
    }
    let is_outermost = UNDER_WAY.with_borrow_mut(|calls| {
        let is_outermost = !calls.contains(&function);
        calls.push(function);
        is_outermost
    });
    let (number, is_tested) = tally::count_call(function, &setting());
    Some(Call {
        function,
        number,
        is_tested,
        is_outermost,
    })
}

impl Call {
    /// Whether this call is to be tested, so that copies are needed.
    #[inline]
    pub fn is_tested(&self) -> bool {
        self.is_tested
    }

    /// Tests a property after this call.
    #[inline(never)]
    pub fn test(&self, check: &Check, test: impl FnOnce() -> bool) {
        if check.is_outermost && !self.is_outermost || tally::is_retired(check.index) {
            return;
        }
        let setting = setting();
        let seed = setting.seed_of(self.function, self.number);
        let started = || {
            random::start(seed ^ random::mixed(u64::from(check.index)));
            test()
        };
        // Where a panic ends the program, only a copy of it survives one.
        let forks = check.forks || setting.forks || cfg!(panic = "abort");
        let test = || sandbox::run(self.function, check.is_deep, started);
        let verdict = if forks { forked(test) } else { test() };
        tally::note(check, self.function, self.number, verdict);
    }
}

#[cfg(not(unix))]
fn forked(_: impl FnOnce() -> Verdict) -> Verdict {
    Verdict::Inconclusive("this system cannot copy a process".to_owned())
}

impl Drop for Call {
    fn drop(&mut self) {
        // Fails only while the thread is torn down.
        let _ = UNDER_WAY.try_with(|calls| calls.borrow_mut().pop());
    }
}
