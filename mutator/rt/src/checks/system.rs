//! The calls of the system that copies of the process need.
#![cfg(unix)]
#![expect(unsafe_code, reason = "only the C library copies a process")]

use std::ffi::{c_int, c_long, c_void};
use std::sync::OnceLock;

use super::direct::{self, Rlimit, Timer};

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
const WNOHANG: c_int = 1;
const PROT_READ_WRITE: c_int = 3;
#[cfg(target_os = "linux")]
const MAP_SHARED_ANONYMOUS: c_int = 0x21;
#[cfg(not(target_os = "linux"))]
const MAP_SHARED_ANONYMOUS: c_int = 0x1001;

unsafe extern "C" {
    fn fork() -> c_int;
    fn close(fd: c_int) -> c_int;
    fn open(path: *const std::ffi::c_char, flags: c_int, ...) -> c_int;
    fn fcntl(fd: c_int, command: c_int, ...) -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn getppid() -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn mmap(
        address: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        fd: c_int,
        offset: c_long,
    ) -> *mut c_void;
    fn getrlimit(resource: c_int, limit: *mut Rlimit) -> c_int;
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

/// Copies the process.
pub(super) fn copy_process() -> Option<Side> {
    // SAFETY: the child runs on this thread alone; what other threads were doing it never sees.
    match unsafe { fork() } {
        -1 => None,
        0 => Some(Side::Child),
        child => Some(Side::Parent(child)),
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
            if direct::dup2(nowhere, stream) < 0 {
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
    // SAFETY: the timer is there.
    unsafe {
        // Whatever the program does when it rings, the copy ends.
        direct::restore_signal(SIGALRM);
        direct::set_timer(&timer);
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
    unsafe { direct::setrlimit(RLIMIT_AS, &limits) };
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
    Some(end_of(status))
}

/// How a child ended, if it did.
pub(super) fn end_so_far(child: c_int) -> Option<End> {
    let mut status = 0;
    // SAFETY: as above.
    let ended = unsafe { waitpid(child, &mut status, WNOHANG) };
    (ended == child).then(|| end_of(status))
}

fn end_of(status: c_int) -> End {
    match status & 0x7f {
        0 => End::Exited((status >> 8) & 0xff),
        signal => End::Killed(signal),
    }
}

/// The number of the process that made this one, or that took it over.
pub(super) fn parent() -> u32 {
    // SAFETY: it cannot fail and touches no memory.
    unsafe { getppid() }.unsigned_abs()
}

/// Ends this process at once.
pub(super) fn leave() -> ! {
    // SAFETY: `_exit` may be called at any time and does not return.
    unsafe { _exit(0) }
}

fn is_interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}
