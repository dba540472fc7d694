//! Children that share the memory of the runner.

#![expect(
    unsafe_code,
    reason = "no safe interface starts a process at the cost of a plain spawn, with work to do before"
)]

use std::ffi::{c_int, c_void};
use std::io;
use std::mem::MaybeUninit;

use rustix::process::Pid;

/// Enough for a few system calls, also without optimisation.
const STACK_SIZE: usize = 32 << 10;

/// The stack of a child.
pub(crate) struct Stack(Vec<MaybeUninit<u128>>);

impl Stack {
    pub(crate) fn new() -> Self {
        // Whole units of the alignment that a stack has to have.
        Self(vec![MaybeUninit::uninit(); STACK_SIZE / size_of::<u128>()])
    }

    /// Where it begins, which is its end: stacks grow downwards.
    pub(crate) fn start(&mut self) -> *mut c_void {
        self.0.as_mut_ptr_range().end.cast()
    }
}

/// Starts a child with the memory of this process.
///
/// # Safety
/// The stack and whatever the argument points to must live until the child has executed a program or
/// ended. The function must make system calls only: no allocation, no lock, no unwinding, no `errno`.
pub(crate) unsafe fn clone(
    function: extern "C" fn(*mut c_void) -> c_int,
    stack: *mut c_void,
    flags: c_int,
    argument: *mut c_void,
) -> io::Result<Pid> {
    let flags = flags | libc::CLONE_VM | libc::SIGCHLD;
    // SAFETY: Up to the caller. A runner has one thread and no handlers of signals, none of which
    // could run in a child that has its memory.
    let pid = unsafe { libc::clone(function, stack, flags, argument) };
    // A failure is -1, which is no process number.
    Pid::from_raw(pid.max(0)).ok_or_else(io::Error::last_os_error)
}
