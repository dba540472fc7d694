//! Calls of functions that have properties.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

#[cfg(unix)]
use super::carry::Carried;
use super::draws::{self, Draws, Keeper, Since};
#[cfg(unix)]
use super::early::Early;
#[cfg(unix)]
use super::fork::run as forked;
#[cfg(unix)]
use super::queue::{self, Waiting};
use super::sandbox::{self, Verdict};
use super::setting::{is_on, setting};
use super::{random, tally};

/// A property of a function, as the weaver describes it.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its number among the properties of the program.
    pub index: u32,
    /// Its name in the report.
    pub name: &'static str,
    /// Where its tests run.
    pub sandbox: Sandbox,
    /// Whether calls inside another call of the function are left out.
    pub is_outermost: bool,
    /// Whether the properties of other functions are checked inside its tests too.
    pub is_deep: bool,
}

/// Where tests run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sandbox {
    /// In the program, on copies.
    Clone,
    /// In a copy of the process.
    Fork,
    /// In a copy of the process that leaves files and the network alone.
    Pod,
}

thread_local! {
    /// The functions with properties whose calls are under way on this thread; never dropped, so
    /// that it is there while other things of the thread are.
    static UNDER_WAY: RefCell<ManuallyDrop<Vec<u32>>> =
        const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// A call that is under way.
#[derive(Debug)]
pub struct Call {
    function: u32,
    /// Its number among the calls of the function, from 1.
    number: u64,
    is_outermost: bool,
    /// Keeps what it draws from outside of the process, if it is tested.
    keeper: Option<Keeper>,
}

/// Whether no function is checked, in the whole program.
#[inline(always)]
pub fn are_off() -> bool {
    !is_on()
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
    let (number, is_tested) = tally::count_call(function, setting());
    Some(Call {
        function,
        number,
        is_outermost,
        keeper: is_tested.then(Keeper::new),
    })
}

impl Call {
    /// Whether this call is to be tested, so that copies are needed.
    #[inline]
    pub fn is_tested(&self) -> bool {
        self.keeper.is_some()
    }

    /// Tests a property after this call.
    #[inline(never)]
    pub fn test(&self, check: &Check, test: impl FnOnce() -> bool) {
        if !self.is_wanted(check) {
            return;
        }
        let test = self.ready(check, self.draws(), test);
        let verdict = match self.sandbox(check) {
            Sandbox::Clone => test(),
            sandbox => forked(sandbox == Sandbox::Pod, test),
        };
        tally::note(check, self.function, self.number, verdict);
    }

    /// Tests a property some time after this call, in a copy of the process that it shares with
    /// other tests.
    #[inline(never)]
    pub fn test_later(&self, check: &'static Check, test: impl FnOnce() -> bool + 'static) {
        if !self.is_wanted(check) {
            return;
        }
        #[cfg(unix)]
        {
            // What is kept is gone when the test comes.
            let draws = self.draws()();
            queue::add(Waiting {
                check,
                function: self.function,
                call: self.number,
                test: Box::new(self.ready(check, || draws, test)),
            });
        }
        #[cfg(not(unix))]
        self.test(check, test);
    }

    /// Starts a test of a property before this call, in a copy of the process that waits for the
    /// result.
    #[cfg(unix)]
    #[inline(never)]
    pub fn test_before(
        &self,
        check: &'static Check,
        test: impl FnOnce(&Carried<'_>) -> bool,
    ) -> Option<Early> {
        let keeper = self.keeper.as_ref()?;
        if !self.is_wanted(check) || super::is_child() {
            return None;
        }
        let place = (self.function, self.number);
        Early::start(check, place, keeper.since(), |carried, draws| {
            self.ready(check, || draws, || test(&carried))()
        })
    }

    fn is_wanted(&self, check: &Check) -> bool {
        (self.is_outermost || !check.is_outermost) && !tally::is_retired(check.index)
    }

    /// Where a panic ends the program, only a copy of it survives one.
    fn sandbox(&self, check: &Check) -> Sandbox {
        match check.sandbox {
            Sandbox::Clone if setting().forks || cfg!(panic = "abort") => Sandbox::Fork,
            sandbox => sandbox,
        }
    }

    /// What the call drew from outside of the process, to be asked for when a test starts.
    fn draws(&self) -> impl FnOnce() -> Draws + use<> {
        let since = self.keeper.as_ref().map(Keeper::since);
        move || since.map(Since::draws).unwrap_or_default()
    }

    /// The test with its random numbers, to be run in this process.
    fn ready<D: FnOnce() -> Draws, F: FnOnce() -> bool>(
        &self,
        check: &Check,
        draws: D,
        test: F,
    ) -> impl FnOnce() -> Verdict + use<D, F> {
        let seed_of_call = setting().seed_of(self.function, self.number);
        let seed = seed_of_call ^ random::mixed(u64::from(check.index));
        let (function, is_deep) = (self.function, check.is_deep);
        move || {
            draws::replay(draws(), || {
                sandbox::run(function, is_deep, || {
                    random::start(seed);
                    test()
                })
            })
        }
    }
}

#[cfg(not(unix))]
fn forked(_: bool, _: impl FnOnce() -> Verdict) -> Verdict {
    Verdict::Inconclusive("this system cannot copy a process".to_owned())
}

impl Drop for Call {
    fn drop(&mut self) {
        UNDER_WAY.with_borrow_mut(|calls| calls.pop());
    }
}
