//! Tests in a copy of the process, which may do to itself what it wants.
#![cfg(unix)]

use std::cell::Cell;
use std::ffi::c_int;
use std::ops::Range;

use super::board::{self, Board, Note};
use super::sandbox::Verdict;
use super::system::{self, End, Side};
use super::{pod, tally};
use crate::fuel;

/// How long a copy may take on the clock, in seconds. A backstop: tests that loop run out of fuel
/// long before.
const CLOCK_SECONDS: i32 = 30;
/// How much more memory it may use than the program does.
const MEMORY: u64 = 1 << 30;
/// After how many copies the program's memory is looked at again: it takes a tenth of a copy's time.
const MEMORY_ROUNDS: u32 = 64;

const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGALRM: i32 = 14;
const SIGXCPU: i32 = 24;

thread_local! {
    /// What this thread last saw of the program's memory, and how many copies ago.
    static SEEN: Cell<(u64, u32)> = const { Cell::new((0, 0)) };
}

/// Whether this process is a copy that tests run in.
pub(crate) fn is_child() -> bool {
    board::own().is_some()
}

/// Runs a test in a copy of the process.
pub(super) fn run(is_pod: bool, test: impl FnOnce() -> Verdict) -> Verdict {
    if is_child() {
        return test();
    }
    let Some(board) = Board::borrow() else {
        return no_memory();
    };
    let mut test = Some(test);
    let mut run = |_: usize| match test.take() {
        Some(test) => test(),
        None => unreachable!("a copy runs a test once"),
    };
    let verdict = match copy(&board, is_pod, 0..1, &mut run) {
        Ok(_) if board.only_holds() => Verdict::Holds,
        Ok(end) => verdicts(&board, end, 1).remove(0),
        Err(problem) => problem,
    };
    board.give_back();
    verdict
}

fn no_memory() -> Verdict {
    Verdict::Inconclusive("no memory can be shared".to_owned())
}

/// Runs tests in a copy of the process, one after the other. A test that takes the copy with it
/// leaves those behind it to the next copy.
pub(super) fn run_each(
    is_pod: bool,
    n_tests: usize,
    test: &mut dyn FnMut(usize) -> Verdict,
) -> Vec<Verdict> {
    // A copy may have copies, but there is one to answer to.
    if is_child() {
        return (0..n_tests).map(test).collect();
    }
    let Some(board) = Board::borrow() else {
        return (0..n_tests).map(|_| no_memory()).collect();
    };
    let mut all = Vec::with_capacity(n_tests);
    while all.len() < n_tests {
        let rest = all.len()..n_tests;
        let n_rest = rest.len();
        match copy(&board, is_pod, rest, test) {
            Ok(end) => all.extend(verdicts(&board, end, n_rest)),
            Err(problem) => all.push(problem),
        }
    }
    board.give_back();
    all
}

/// Has a copy of the process run these tests; how it ended.
fn copy(
    board: &Board,
    is_pod: bool,
    tests: Range<usize>,
    test: &mut dyn FnMut(usize) -> Verdict,
) -> Result<Option<End>, Verdict> {
    loop {
        board.clear();
        let (memory, age) = memory_of_copy();
        match system::copy_process() {
            None => {
                let text = "the process cannot be copied".to_owned();
                return Err(Verdict::Inconclusive(text));
            }
            Some(Side::Child) => {
                become_child(board, is_pod, memory);
                for index in tests {
                    board.add(None, &test(index));
                }
                system::leave()
            }
            Some(Side::Parent(child)) => {
                let end = wait_for(child, is_pod);
                let is_aborted = end == Some(End::Killed(SIGABRT));
                // The limit may have been that of a smaller program.
                if !(is_aborted && age > 0 && has_grown(memory)) {
                    return Ok(end);
                }
            }
        }
    }
}

/// Makes this process one that a test may run in.
pub(super) fn become_child(board: &Board, is_pod: bool, memory: u64) {
    board.be_own();
    system::print_nowhere(system::nowhere());
    system::limit_memory(memory);
    system::end_after(CLOCK_SECONDS);
    let entered = if is_pod { pod::enter() } else { Ok(()) };
    if let Err(problem) = entered {
        let text = format!("no pod can be made: {problem}");
        board.add(None, &Verdict::Inconclusive(text));
        system::leave();
    }
}

/// Waits for a copy to end, and removes what a pod leaves behind.
pub(super) fn wait_for(child: c_int, is_pod: bool) -> Option<End> {
    let end = system::wait(child);
    if is_pod {
        pod::remove(child);
    }
    end
}

/// What a copy that has ended says of its tests: at least one thing, and at most one for each.
pub(super) fn verdicts(board: &Board, end: Option<End>, n_tests: usize) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for Note { inner, verdict } in board.read() {
        match inner {
            Some(inner) => tally::note_inner(inner, verdict),
            None => verdicts.push(verdict),
        }
    }
    if verdicts.len() < n_tests {
        verdicts.push(verdict_of(end));
    }
    verdicts
}

/// Called when a copy is about to end by `exit`: that is its answer.
pub(crate) fn exit_of_child() -> ! {
    if let Some(board) = board::own() {
        board.add(None, &Verdict::Alarm("ended the program".to_owned()));
    }
    system::leave()
}

fn verdict_of(end: Option<End>) -> Verdict {
    let inconclusive = |text: &str| Verdict::Inconclusive(text.to_owned());
    match end {
        Some(End::Killed(SIGXCPU)) => inconclusive("over the limit on processor time"),
        Some(End::Killed(SIGALRM)) => inconclusive("over the limit on wall time"),
        Some(End::Killed(SIGKILL)) | None => inconclusive("killed from outside"),
        Some(End::Killed(signal)) => Verdict::Alarm(format!("killed by signal {signal}")),
        Some(End::Exited(_)) => Verdict::Alarm("ended the program".to_owned()),
    }
}

/// The address space that a copy of this process may use, and how many copies ago it was looked up.
///
/// Everything else that a copy needs is made ready as well, so that it has little to do.
pub(super) fn memory_of_copy() -> (u64, u32) {
    let (seen, age) = SEEN.get();
    let (memory, age) = match age {
        _ if seen == 0 => (look_at_memory(), 0),
        MEMORY_ROUNDS.. => (look_at_memory(), 0),
        _ => (seen, age),
    };
    SEEN.set((memory, age + 1));
    system::nowhere();
    fuel::make_ready();
    (system::allowed_memory(memory.saturating_add(MEMORY)), age)
}

/// Whether a copy may use so much more memory than it was allowed that it may have felt the limit.
fn has_grown(before: u64) -> bool {
    let now = look_at_memory();
    SEEN.set((now, 0));
    system::allowed_memory(now.saturating_add(MEMORY)) > before.saturating_add(MEMORY / 4)
}

/// As far as the system tells.
fn look_at_memory() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').next().and_then(|word| word.parse().ok());
    pages.unwrap_or(0_u64).saturating_mul(PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sandbox;

    #[track_caller]
    fn check(test: impl FnOnce() -> bool, expected: Verdict) {
        assert_eq!(run(false, || sandbox::run(0, false, test)), expected);
    }

    fn alarm(text: &str) -> Verdict {
        Verdict::Alarm(text.to_owned())
    }

    #[test]
    fn a_copy_answers_whatever_it_does() {
        check(|| true, Verdict::Holds);
        check(|| false, alarm("does not hold"));
        check(|| panic!("a"), alarm("panicked: a"));
        check(|| std::process::abort(), alarm("killed by signal 6"));
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
    fn a_copy_that_exhausts_its_memory_or_its_stack_ends_alone() {
        let exhausts_memory = || {
            let mut blocks = Vec::new();
            loop {
                blocks.push(std::hint::black_box(Vec::<u8>::with_capacity(1 << 24)));
            }
        };
        check(exhausts_memory, alarm("killed by signal 6"));
        fn endless(n: u64) -> u64 {
            let block = std::hint::black_box([n; 64]);
            match n {
                u64::MAX => 0,
                n => endless(n + 1) + block[63],
            }
        }
        // The stack's end is a fault, of which the standard library makes an abort.
        check(|| endless(0) == 0, alarm("killed by signal 6"));
    }

    #[test]
    fn a_copy_changes_nothing_in_the_program() {
        let mut number = 1;
        check(
            || {
                number = 2;
                true
            },
            Verdict::Holds,
        );
        assert_eq!(number, 1);
        assert!(!is_child());
    }

    #[test]
    fn tests_behind_one_that_ends_its_copy_are_run_in_the_next() {
        let mut test = |index: usize| match index {
            1 => std::process::abort(),
            3 => system::leave(),
            4 => alarm("fourth"),
            _ => Verdict::Holds,
        };
        let expected = [
            Verdict::Holds,
            alarm("killed by signal 6"),
            Verdict::Holds,
            alarm("ended the program"),
            alarm("fourth"),
        ];
        assert_eq!(run_each(false, 5, &mut test), expected);
    }

    #[test]
    fn ends_from_outside_are_no_alarms() {
        let inconclusive = |text: &str| Verdict::Inconclusive(text.to_owned());
        let killed = |signal| verdict_of(Some(End::Killed(signal)));
        assert_eq!(
            killed(SIGXCPU),
            inconclusive("over the limit on processor time")
        );
        assert_eq!(killed(SIGALRM), inconclusive("over the limit on wall time"));
        assert_eq!(killed(SIGKILL), inconclusive("killed from outside"));
        assert_eq!(killed(11), alarm("killed by signal 11"));
        assert_eq!(verdict_of(Some(End::Exited(3))), alarm("ended the program"));
    }
}
