//! The calls of the system that copies of the process need.
#![cfg(unix)]
#![expect(unsafe_code, reason = "only the C library copies a process")]

use std::ffi::{c_int, c_ulong, c_void};

const RLIMIT_CPU: c_int = 0;
#[cfg(target_os = "linux")]
const RLIMIT_AS: c_int = 9;
#[cfg(not(target_os = "linux"))]
const RLIMIT_AS: c_int = 5;
const SIGKILL: c_int = 9;
const POLLIN: i16 = 1;
const O_WRONLY: c_int = 1;

#[repr(C)]
struct Rlimit {
    soft: u64,
    hard: u64,
}

#[repr(C)]
struct PollFd {
    fd: c_int,
    events: i16,
    revents: i16,
}

unsafe extern "C" {
    fn fork() -> c_int;
    fn pipe(ends: *mut c_int) -> c_int;
    fn read(fd: c_int, buffer: *mut c_void, length: usize) -> isize;
    fn write(fd: c_int, buffer: *const c_void, length: usize) -> isize;
    fn close(fd: c_int) -> c_int;
    fn open(path: *const std::ffi::c_char, flags: c_int, ...) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn poll(fds: *mut PollFd, n_fds: c_ulong, milliseconds: c_int) -> c_int;
    fn getrlimit(resource: c_int, limit: *mut Rlimit) -> c_int;
    fn setrlimit(resource: c_int, limit: *const Rlimit) -> c_int;
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

/// Waits until something can be read, at most so many milliseconds; whether it can.
pub(super) fn is_readable(fd: c_int, milliseconds: c_int) -> bool {
    let mut fds = PollFd {
        fd,
        events: POLLIN,
        revents: 0,
    };
    // SAFETY: there is one entry.
    let n_ready = unsafe { poll(&mut fds, 1, milliseconds) };
    n_ready > 0
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

/// Lets everything that is printed from now on go nowhere.
pub(super) fn print_nowhere() {
    // SAFETY: the path ends with a zero, and closing what cannot be replaced is harmless.
    unsafe {
        let nowhere = open(c"/dev/null".as_ptr(), O_WRONLY);
        for stream in [1, 2] {
            if nowhere < 0 || dup2(nowhere, stream) < 0 {
                close(stream);
            }
        }
    }
}

/// Limits the seconds of work and the memory of this process.
pub(super) fn limit(seconds: u64, memory: u64) {
    for (resource, amount) in [(RLIMIT_CPU, seconds), (RLIMIT_AS, memory)] {
        let mut limit = Rlimit { soft: 0, hard: 0 };
        // SAFETY: there is room for the limit. Where it cannot be set, the clock is left.
        unsafe {
            if getrlimit(resource, &mut limit) == 0 {
                limit.soft = amount.min(limit.hard).min(limit.soft);
                setrlimit(resource, &limit);
            }
        }
    }
}

/// Waits for a child to end, killing it first if asked to.
pub(super) fn wait(child: c_int, is_to_be_killed: bool) -> Option<End> {
    let mut status = 0;
    // SAFETY: the child is ours, and nobody else waits for it.
    unsafe {
        if is_to_be_killed {
            kill(child, SIGKILL);
        }
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
