//! Tests that wait until there are enough of them to be worth a copy of the process.
#![cfg(unix)]

use std::cell::RefCell;

use super::call::{Check, Sandbox};
use super::sandbox::Verdict;
use super::{fork, tally};

/// How many tests share a copy: its cost over so many is less than that of most tests.
const N_TESTS: usize = 64;

/// A test with everything it needs, to be run later.
pub(super) struct Waiting {
    pub check: &'static Check,
    pub function: u32,
    pub call: u64,
    pub test: Box<dyn FnOnce() -> Verdict>,
}

/// The waiting tests of a thread; the last ones are run when it ends.
struct Queue(Vec<Waiting>);

impl Drop for Queue {
    fn drop(&mut self) {
        run_all(std::mem::take(&mut self.0));
    }
}

thread_local! {
    static QUEUE: RefCell<Queue> = const { RefCell::new(Queue(Vec::new())) };
}

/// Adds a test, and runs all that wait when there are enough.
pub(super) fn add(waiting: Waiting) {
    let is_full = QUEUE.try_with(|queue| {
        let mut queue = queue.borrow_mut();
        queue.0.push(waiting);
        queue.0.len() >= N_TESTS
    });
    // It is gone only while the thread is torn down, and then nothing new comes.
    if is_full == Ok(true) {
        flush();
    }
}

/// Runs all tests of this thread that wait.
pub(crate) fn flush() {
    // Taken out first, because a test may add tests.
    let waiting = QUEUE.try_with(|queue| match queue.try_borrow_mut() {
        Ok(mut queue) => std::mem::take(&mut queue.0),
        Err(_) => Vec::new(),
    });
    run_all(waiting.unwrap_or_default());
}

fn run_all(waiting: Vec<Waiting>) {
    let is_wanted = |waiting: &Waiting| !tally::is_retired(waiting.check.index);
    let mut waiting: Vec<Waiting> = waiting.into_iter().filter(is_wanted).collect();
    if waiting.is_empty() {
        return;
    }
    // What a copy of the process left undone is not this process's to do.
    if fork::is_child() {
        return;
    }
    let is_pod = waiting.iter().any(|one| one.check.sandbox == Sandbox::Pod);
    let nothing = || -> Box<dyn FnOnce() -> Verdict> { Box::new(|| Verdict::Holds) };
    let n_tests = waiting.len();
    let tests = &mut waiting;
    let verdicts = fork::run_each(is_pod, n_tests, &mut |index| {
        // Only the copy takes a test away; the program keeps them all until the end.
        std::mem::replace(&mut tests[index].test, nothing())()
    });
    for (one, verdict) in waiting.iter().zip(verdicts) {
        tally::note(one.check, one.function, one.call, verdict);
    }
}
