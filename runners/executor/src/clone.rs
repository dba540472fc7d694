//! Children that share the memory of the harness.

#![expect(
    unsafe_code,
    reason = "no safe interface starts a process at the cost of a plain spawn, with work to do before"
)]

use std::ffi::{c_int, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::ptr;

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

/// Starts a child with the memory of the harness and all signals blocked, and sleeps until it has
/// executed a program or exited.
///
/// The function may only do what is allowed after a fork of a process with threads: no allocation,
/// no lock, no unwinding.
pub(crate) fn clone_and_sleep(
    function: extern "C" fn(*mut c_void) -> c_int,
    stack: &mut Stack,
    flags: c_int,
    argument: *mut c_void,
) -> io::Result<Pid> {
    let mut all_signals = MaybeUninit::uninit();
    let mut old_signals = MaybeUninit::uninit();
    // SAFETY: Both sets are written before they are read. A handler of the harness must not run in
    // the child, whose memory is that of the harness, so no signal gets through in between.
    unsafe {
        libc::sigfillset(all_signals.as_mut_ptr());
        libc::pthread_sigmask(
            libc::SIG_SETMASK,
            all_signals.as_ptr(),
            old_signals.as_mut_ptr(),
        );
    }
    let flags = flags | libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: The stack is used downwards from its end, nobody else uses it, and it lives longer
    // than the child needs it: with CLONE_VFORK this thread sleeps until then. For the same reason
    // whatever the argument points to stays alive.
    let pid = unsafe { libc::clone(function, stack.start(), flags, argument) };
    let error = io::Error::last_os_error();
    // SAFETY: The set was written above.
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, old_signals.as_ptr(), ptr::null_mut());
    }
    // A failure is -1, which is no process number.
    Pid::from_raw(pid.max(0)).ok_or(error)
}
