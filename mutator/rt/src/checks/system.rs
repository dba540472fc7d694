//! The calls of the system that copies of the process need.
#![cfg(unix)]
#![expect(unsafe_code, reason = "only the C library copies a process")]

use std::ffi::{c_int, c_long, c_void};
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
const RLIMIT_AS: c_int = 9;
#[cfg(not(target_os = "linux"))]
const RLIMIT_AS: c_int = 5;
const SIGKILL: c_int = 9;
const SIGALRM: c_int = 14;
const O_WRONLY: c_int = 1;
#[cfg(target_os = "linux")]
const F_DUPFD_CLOEXEC: c_int = 1030;
#[cfg(not(target_os = "linux"))]
const F_DUPFD_CLOEXEC: c_int = 67;
/// Programs do not come to handles of so high a number, and few may not have it.
const FIRST_HIGH: c_int = 900;
const ITIMER_REAL: c_int = 0;
const PROT_READ_WRITE: c_int = 3;
#[cfg(target_os = "linux")]
const MAP_SHARED_ANONYMOUS: c_int = 0x21;
#[cfg(not(target_os = "linux"))]
const MAP_SHARED_ANONYMOUS: c_int = 0x1001;

#[repr(C)]
struct Rlimit {
    soft: u64,
    hard: u64,
}

#[repr(C)]
struct Timer {
    /// Seconds and microseconds after which it rings again.
    interval: [c_long; 2],
    /// The same until it rings first.
    value: [c_long; 2],
}

unsafe extern "C" {
    fn fork() -> c_int;
    fn pipe(ends: *mut c_int) -> c_int;
    fn read(fd: c_int, buffer: *mut c_void, length: usize) -> isize;
    fn write(fd: c_int, buffer: *const c_void, length: usize) -> isize;
    fn close(fd: c_int) -> c_int;
    fn open(path: *const std::ffi::c_char, flags: c_int, ...) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn fcntl(fd: c_int, command: c_int, ...) -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn signal(signal: c_int, handler: usize) -> usize;
    fn setitimer(which: c_int, new: *const Timer, old: *mut Timer) -> c_int;
    fn mmap(
        address: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        fd: c_int,
        offset: c_long,
    ) -> *mut c_void;
    fn getrlimit(resource: c_int, limit: *mut Rlimit) -> c_int;
    fn setrlimit(resource: c_int, limit: *const Rlimit) -> c_int;
    fn setpgid(process: c_int, group: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// Which side of a fork this is.
pub(super) enum Side {
    Child,
    Parent(c_int),
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Exited(i32),
    Killed(i32),
}

/// The reading and the writing end of a new pipe.
pub(super) fn new_pipe() -> Option<(c_int, c_int)> {
    let mut ends = [0; 2];
    // SAFETY: there is room for two numbers.
    let is_made = unsafe { pipe(ends.as_mut_ptr()) } == 0;
    is_made.then_some((ends[0], ends[1]))
}

/// Copies the process.
pub(super) fn copy_process() -> Option<Side> {
    // SAFETY: the child runs on this thread alone; what other threads were doing it never sees.
    match unsafe { fork() } {
        -1 => None,
        0 => Some(Side::Child),
        child => Some(Side::Parent(child)),
    }
}

/// Closes an end of a pipe.
pub(super) fn shut(fd: c_int) {
    // SAFETY: the number is that of an open pipe, which nobody else uses.
    unsafe { close(fd) };
}

/// Reads once; `None` at the end.
pub(super) fn read_some(fd: c_int, buffer: &mut [u8]) -> Option<usize> {
    loop {
        // SAFETY: there is room for as many bytes.
        let n_read = unsafe { read(fd, buffer.as_mut_ptr().cast(), buffer.len()) };
        match usize::try_from(n_read) {
            Ok(0) => return None,
            Ok(n_read) => return Some(n_read),
            Err(_) if is_interrupted() => {}
            Err(_) => return None,
        }
    }
}

/// Writes everything, as far as there is someone to read it.
pub(super) fn write_all(fd: c_int, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the bytes are there.
        let n_written = unsafe { write(fd, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(n_written) {
            Ok(n_written) => bytes = &bytes[n_written..],
            Err(_) if is_interrupted() => {}
            Err(_) => return,
        }
    }
}

/// A handle on nothing, opened once and out of the way of the program's own; -1 when there is none.
pub(super) fn nowhere() -> c_int {
    static OPENED: OnceLock<c_int> = OnceLock::new();
    *OPENED.get_or_init(|| {
        // SAFETY: the path ends with a zero, and the low handle is closed before anybody sees it.
        unsafe {
            let low = open(c"/dev/null".as_ptr(), O_WRONLY);
            let high = fcntl(low, F_DUPFD_CLOEXEC, FIRST_HIGH);
            close(low);
            high
        }
    })
}

/// Lets everything that is printed from now on go nowhere.
pub(super) fn print_nowhere(nowhere: c_int) {
    // SAFETY: handles are numbers, and closing what cannot be replaced is harmless.
    unsafe {
        for stream in [1, 2] {
            if dup2(nowhere, stream) < 0 {
                close(stream);
            }
        }
    }
}

/// Memory that copies of this process share with it; `None` when there is none to be had.
pub(super) fn share(length: usize) -> Option<*mut u8> {
    // SAFETY: a new mapping at a place of the system's choice touches nothing.
    let start = unsafe {
        mmap(
            std::ptr::null_mut(),
            length,
            PROT_READ_WRITE,
            MAP_SHARED_ANONYMOUS,
            -1,
            0,
        )
    };
    // Failure is told by the highest address.
    (start as usize != usize::MAX).then_some(start.cast())
}

/// Has this process killed after so many seconds on the clock.
pub(super) fn end_after(seconds: i32) {
    let timer = Timer {
        interval: [0, 0],
        value: [c_long::from(seconds), 0],
    };
    // SAFETY: the timer is there, and the old one is not wanted.
    unsafe {
        // Whatever the program does when it rings, the copy ends.
        signal(SIGALRM, 0);
        setitimer(ITIMER_REAL, &timer, std::ptr::null_mut());
    }
}

/// The limits on the memory of this process, as they were when this was first asked.
fn limits_of_memory() -> &'static Rlimit {
    static LIMITS: OnceLock<Rlimit> = OnceLock::new();
    LIMITS.get_or_init(|| {
        let mut limits = Rlimit {
            soft: u64::MAX,
            hard: u64::MAX,
        };
        // SAFETY: there is room for the limits, which stay as they are when there are none.
        unsafe { getrlimit(RLIMIT_AS, &mut limits) };
        limits
    })
}

/// The least of this much memory and what the process may use anyway.
pub(super) fn allowed_memory(memory: u64) -> u64 {
    memory.min(limits_of_memory().soft)
}

/// Limits the memory of this process to so much, which is allowed.
pub(super) fn limit_memory(memory: u64) {
    let limits = Rlimit {
        soft: memory,
        hard: limits_of_memory().hard,
    };
    // SAFETY: the limits are there. Where they cannot be set, the clock is left.
    unsafe { setrlimit(RLIMIT_AS, &limits) };
}

/// Makes this process the first of a group of its own.
pub(super) fn lead_group() {
    // SAFETY: it touches no memory, and fails only for one that leads a session.
    unsafe { setpgid(0, 0) };
}

/// Kills a process, or with its negative number a group of them.
pub(super) fn end_process(process: c_int) {
    // SAFETY: a signal touches no memory; the process is one of ours or gone.
    unsafe { kill(process, SIGKILL) };
}

/// Waits for a child to end.
pub(super) fn wait(child: c_int) -> Option<End> {
    let mut status = 0;
    // SAFETY: the child is ours, and nobody else waits for it.
    unsafe {
        while waitpid(child, &mut status, 0) != child {
            if !is_interrupted() {
                return None;
            }
        }
    }
    Some(match status & 0x7f {
        0 => End::Exited((status >> 8) & 0xff),
        signal => End::Killed(signal),
    })
}

/// Ends this process at once.
pub(super) fn leave() -> ! {
    // SAFETY: `_exit` may be called at any time and does not return.
    unsafe { _exit(0) }
}

fn is_interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}
