//! Tests in a copy of the process, which may do to itself what it wants.

use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, Ordering};

use super::sandbox::Verdict;
use super::system::{self, End, Side};
use crate::probe;

/// How long a test may take on the clock. A backstop: tests that loop run out of fuel long before.
const MILLISECONDS: c_int = 120_000;
/// How long it may work, in seconds.
const SECONDS: u64 = 10;
/// How much more memory it may use than the program does.
const MEMORY: u64 = 1 << 30;

const HOLDS: u8 = 0;
const ALARM: u8 = 1;
const INCONCLUSIVE: u8 = 2;

const SIGXCPU: i32 = 24;
const SIGKILL: i32 = 9;

/// Where a child sends its verdict; -1 in the program itself.
static ANSWER: AtomicI32 = AtomicI32::new(-1);

/// Whether this process is a copy that a test runs in.
pub(crate) fn is_child() -> bool {
    ANSWER.load(Ordering::Relaxed) >= 0
}

/// Runs a test in a copy of the process.
pub(super) fn run(test: impl FnOnce() -> Verdict) -> Verdict {
    // A copy may have copies, but there is one to answer to.
    if is_child() {
        return test();
    }
    let inconclusive = |text: &str| Verdict::Inconclusive(text.to_owned());
    let Some((answer, question)) = system::new_pipe() else {
        return inconclusive("no pipe can be had");
    };
    match system::copy_process() {
        None => {
            system::shut(answer);
            system::shut(question);
            inconclusive("the process cannot be copied")
        }
        Some(Side::Child) => {
            ANSWER.store(question, Ordering::Relaxed);
            system::print_nowhere();
            system::limit(SECONDS, memory_in_use().saturating_add(MEMORY));
            let verdict = test();
            send(&verdict);
            system::leave()
        }
        Some(Side::Parent(child)) => {
            system::shut(question);
            let (message, is_late) = receive(answer);
            system::shut(answer);
            let end = system::wait(child, is_late);
            match read(&message) {
                Some(verdict) => verdict,
                None if is_late => inconclusive("over the limit on wall time"),
                None => verdict_of(end),
            }
        }
    }
}

/// Called when a copy is about to end by `exit`: that is its answer.
pub(crate) fn exit_of_child() -> ! {
    send(&Verdict::Alarm("ended the program".to_owned()));
    system::leave()
}

fn verdict_of(end: Option<End>) -> Verdict {
    match end {
        Some(End::Killed(SIGXCPU)) => {
            Verdict::Inconclusive("over the limit on processor time".to_owned())
        }
        Some(End::Killed(SIGKILL)) | None => {
            Verdict::Inconclusive("killed from outside".to_owned())
        }
        Some(End::Killed(signal)) => Verdict::Alarm(format!("killed by signal {signal}")),
        Some(End::Exited(_)) => Verdict::Alarm("ended the program".to_owned()),
    }
}

/// The message: a byte, the length of a text and the text, then both bit sets of the reach probe.
fn send(verdict: &Verdict) {
    let (kind, text) = match verdict {
        Verdict::Holds => (HOLDS, ""),
        Verdict::Alarm(text) => (ALARM, text.as_str()),
        Verdict::Inconclusive(text) => (INCONCLUSIVE, text.as_str()),
    };
    let (reached, infected) = probe::bits();
    let mut message = vec![kind];
    message.extend_from_slice(&(text.len() as u32).to_le_bytes());
    message.extend_from_slice(text.as_bytes());
    message.extend_from_slice(&reached);
    message.extend_from_slice(&infected);
    system::write_all(ANSWER.load(Ordering::Relaxed), &message);
}

/// Everything that is sent, and whether it took too long.
fn receive(answer: c_int) -> (Vec<u8>, bool) {
    let mut message = Vec::new();
    let mut buffer = [0; 4096];
    while system::is_readable(answer, MILLISECONDS) {
        match system::read_some(answer, &mut buffer) {
            Some(n_read) => message.extend_from_slice(&buffer[..n_read]),
            None => return (message, false),
        }
    }
    (message, true)
}

/// `None` when the message is not complete.
fn read(message: &[u8]) -> Option<Verdict> {
    let (&kind, rest) = message.split_first()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (text, bits) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (reached, infected) = bits.split_at(bits.len() / 2);
    probe::add_bits(reached, infected);
    let text = String::from_utf8_lossy(text).into_owned();
    match kind {
        HOLDS => Some(Verdict::Holds),
        ALARM => Some(Verdict::Alarm(text)),
        INCONCLUSIVE => Some(Verdict::Inconclusive(text)),
        _ => None,
    }
}

/// The address space that this process uses, as far as the system tells.
fn memory_in_use() -> u64 {
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
        assert_eq!(run(|| sandbox::run(0, false, test)), expected);
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
    fn a_message_that_is_cut_short_is_not_read() {
        let message = b"\x01\x02\0\0\0no";
        assert_eq!(read(message), Some(alarm("no")));
        for length in 0..message.len() {
            assert_eq!(read(&message[..length]), None);
        }
    }

    #[test]
    fn ends_from_outside_are_no_alarms() {
        let inconclusive = |text: &str| Verdict::Inconclusive(text.to_owned());
        let killed = |signal| verdict_of(Some(End::Killed(signal)));
        assert_eq!(
            killed(SIGXCPU),
            inconclusive("over the limit on processor time")
        );
        assert_eq!(killed(SIGKILL), inconclusive("killed from outside"));
        assert_eq!(killed(11), alarm("killed by signal 11"));
        assert_eq!(verdict_of(Some(End::Exited(3))), alarm("ended the program"));
    }
}
