//! What came of all tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
use super::board::{self, Inner};
use super::call::Check;
use super::sandbox::Verdict;
use super::setting::{Setting, is_on};

/// What came of the tests of one property.
#[derive(Debug, Clone, Default)]
struct Tally {
    name: &'static str,
    function: u32,
    n_tests: u64,
    n_alarms: u64,
    n_inconclusive: u64,
    /// The first alarm, or else the first reason why a test was not finished.
    detail: String,
    /// Whether it is not tested any more.
    is_retired: bool,
}

/// How often a function was called, and how many of these calls were tested.
#[derive(Debug, Clone, Copy, Default)]
struct Calls {
    n_calls: u64,
    n_tested: u64,
}

#[derive(Debug)]
struct Tallies {
    /// By the number of the function.
    calls: Vec<Calls>,
    /// By the number of the property.
    checks: Vec<Tally>,
}

static TALLIES: Mutex<Tallies> = Mutex::new(Tallies {
    calls: Vec::new(),
    checks: Vec::new(),
});

/// Counts a call of a function; its number, and whether it is tested.
pub(super) fn count_call(function: u32, setting: &Setting) -> (u64, bool) {
    let mut tallies = tallies();
    let calls = at(&mut tallies.calls, function);
    calls.n_calls += 1;
    let is_tested = setting.chooses(function, calls.n_calls, calls.n_tested);
    calls.n_tested += u64::from(is_tested);
    (calls.n_calls, is_tested)
}

/// Whether a property is not tested any more.
pub(super) fn is_retired(index: u32) -> bool {
    at(&mut tallies().checks, index).is_retired
}

/// Notes what came of a test.
pub(super) fn note(check: &Check, function: u32, call: u64, verdict: Verdict) {
    // In a copy of the process this is a test inside a test, and the program is to know of it too.
    #[cfg(unix)]
    if let Some(board) = board::own() {
        let inner = Inner {
            index: check.index,
            function,
            call,
            name: check.name.to_owned(),
        };
        board.add(Some(&inner), &verdict);
    }
    add((check.index, check.name), function, call, verdict);
}

/// Notes what came of a test inside a test in a copy of the process.
#[cfg(unix)]
pub(super) fn note_inner(inner: Inner, verdict: Verdict) {
    let known = at(&mut tallies().checks, inner.index).name;
    let name = match known {
        // Names are few, and needed until the end.
        "" => String::leak(inner.name),
        known => known,
    };
    add((inner.index, name), inner.function, inner.call, verdict);
}

fn add((index, name): (u32, &'static str), function: u32, call: u64, verdict: Verdict) {
    let mut tallies = tallies();
    let tally = at(&mut tallies.checks, index);
    tally.name = name;
    tally.function = function;
    tally.n_tests += 1;
    match verdict {
        Verdict::Holds => {}
        Verdict::Alarm(text) => {
            // A test that does not come to an answer is expensive, and the next one will not either.
            tally.is_retired |= text != "does not hold";
            if tally.n_alarms == 0 {
                tally.detail = format!("call {call}: {text}");
            }
            tally.n_alarms += 1;
        }
        Verdict::Inconclusive(text) => {
            tally.is_retired = true;
            if tally.n_alarms == 0 {
                tally.detail = format!("call {call}: {text}");
            }
            tally.n_inconclusive += 1;
        }
    }
}

/// The part of the report that is about properties; empty when nothing is checked.
pub(crate) fn report() -> Vec<u8> {
    if !is_on() {
        return Vec::new();
    }
    let tallies = tallies();
    let tested: Vec<&Tally> = (tallies.checks.iter())
        .filter(|tally| tally.n_tests > 0)
        .collect();
    let mut report = Vec::new();
    report.extend_from_slice(&(tested.len() as u32).to_le_bytes());
    for tally in tested {
        let calls = tallies.calls.get(tally.function as usize);
        push_text(&mut report, tally.name);
        let n_calls = calls.map_or(0, |calls| calls.n_calls);
        for number in [n_calls, tally.n_tests, tally.n_alarms, tally.n_inconclusive] {
            report.extend_from_slice(&number.to_le_bytes());
        }
        push_text(&mut report, &tally.detail);
    }
    report
}

fn push_text(report: &mut Vec<u8>, text: &str) {
    report.extend_from_slice(&(text.len() as u32).to_le_bytes());
    report.extend_from_slice(text.as_bytes());
}

fn tallies() -> MutexGuard<'static, Tallies> {
    // Nothing in here panics half-way.
    TALLIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entry of this number; there is room for as many as are asked for.
fn at<T: Clone + Default>(entries: &mut Vec<T>, index: u32) -> &mut T {
    let index = index as usize;
    if entries.len() <= index {
        entries.resize(index + 1, T::default());
    }
    &mut entries[index]
}
