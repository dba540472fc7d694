//! Starting a process that is limited from its first instruction.
//!
//! std offers two ways, and neither will do. `Command::pre_exec` forks, which copies the page
//! tables of the harness: 1.6 ms for a small harness, 6 ms and more for one of 40 MB, where a plain
//! spawn takes 1.3 ms. Limits put on the child after a plain spawn come too late whenever the
//! harness has to wait for a processor: the program has then taken its memory, or started others.
//! So this does what `posix_spawn` does inside, plus the limits.

#![expect(
    unsafe_code,
    reason = "no safe interface starts a process with limits at the cost of a plain spawn"
)]

use std::ffi::{CString, OsStr, c_char, c_int, c_uint, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::ptr;

use rustix::process::{Pid, Resource, Rlimit};

/// What to start.
pub(crate) struct Start<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) arguments: &'a [String],
    pub(crate) environment: Vec<(&'a str, &'a OsStr)>,
    pub(crate) folder: &'a Path,
    /// Standard input, output and error.
    pub(crate) streams: [BorrowedFd<'a>; 3],
}

/// Enough for the few system calls of [`become_program`], also without optimisation.
const STACK_SIZE: usize = 64 << 10;
/// The largest signal number of Linux.
const LAST_SIGNAL: c_int = 64;

/// What the child needs, prepared by the parent: the child must not allocate.
struct Plan<'a> {
    binary: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    folder: *const c_char,
    streams: [c_int; 3],
    limits: &'a [(Resource, Rlimit)],
    /// Set by the child when it could not become the program.
    error: c_int,
}

/// Starts a program in a process group of its own, under these limits, with every signal at its
/// default; the caller has to wait for it.
pub(crate) fn spawn(start: &Start<'_>, limits: &[(Resource, Rlimit)]) -> io::Result<Pid> {
    let binary = CString::new(start.binary.as_os_str().as_bytes())?;
    let folder = CString::new(start.folder.as_os_str().as_bytes())?;
    let mut arguments = vec![binary.clone()];
    for argument in start.arguments {
        arguments.push(CString::new(argument.as_bytes())?);
    }
    let mut environment = Vec::new();
    for (name, value) in &start.environment {
        environment.push(CString::new(
            [name.as_bytes(), b"=", value.as_bytes()].concat(),
        )?);
    }
    let (argument_list, variable_list) =
        (null_terminated(&arguments), null_terminated(&environment));
    let mut plan = Plan {
        binary: binary.as_ptr(),
        arguments: argument_list.as_ptr(),
        environment: variable_list.as_ptr(),
        folder: folder.as_ptr(),
        streams: start.streams.map(|stream| stream.as_raw_fd()),
        limits,
        error: 0,
    };
    let pid = clone(&mut plan)?;
    if plan.error == 0 {
        return Ok(pid);
    }
    let waited = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
    waited.map_err(io::Error::from)?;
    Err(io::Error::from_raw_os_error(plan.error))
}

fn null_terminated(strings: &[CString]) -> Vec<*const c_char> {
    let pointers = strings.iter().map(|string| string.as_ptr());
    pointers.chain([ptr::null()]).collect()
}

/// Starts a child that shares the memory of the harness until it has become the program, and waits
/// until then.
fn clone(plan: &mut Plan<'_>) -> io::Result<Pid> {
    // Whole units of the alignment that a stack has to have.
    let mut stack = vec![MaybeUninit::<u128>::uninit(); STACK_SIZE / size_of::<u128>()];
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
    // SAFETY: The stack is used downwards from its end, nobody else uses it, and it lives longer
    // than the child needs it: with CLONE_VFORK this thread sleeps until the child has executed the
    // program or exited. For the same reason `plan` and all it points to stay alive and unaliased.
    let pid = unsafe {
        libc::clone(
            become_program,
            stack.as_mut_ptr_range().end.cast(),
            libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
            ptr::from_mut(plan).cast(),
        )
    };
    let error = io::Error::last_os_error();
    // SAFETY: The set was written above.
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, old_signals.as_ptr(), ptr::null_mut());
    }
    // A failure is -1, which is no process number.
    Pid::from_raw(pid.max(0)).ok_or(error)
}

/// The child: turns itself into the program, or notes why it cannot and exits.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: `clone` passes a plan that lives, and that only this child uses, until it is done.
    let plan = unsafe { &mut *plan.cast::<Plan<'_>>() };
    // SAFETY: Only calls that are allowed after a fork of a process with threads: none of them
    // allocates, takes a lock or unwinds. The pointers are null-terminated lists of null-terminated
    // strings that the parent keeps.
    unsafe {
        plan.error = prepare(plan).map_or_else(
            |error| error.raw_os_error(),
            |()| {
                libc::execve(plan.binary, plan.arguments, plan.environment);
                *libc::__errno_location()
            },
        );
        libc::_exit(127)
    }
}

/// Group, limits, streams, folder, signals.
///
/// # Safety
/// To be called in the child only; `plan` must point to what it says.
unsafe fn prepare(plan: &Plan<'_>) -> rustix::io::Result<()> {
    rustix::process::setpgid(None, None)?;
    for (resource, limit) in plan.limits {
        rustix::process::setrlimit(*resource, *limit)?;
    }
    // SAFETY: The file descriptors are open in the parent, and none of them is a standard stream of
    // its own, which std keeps open. The strings and sets are valid.
    unsafe {
        for (target, stream) in (0..).zip(plan.streams) {
            if libc::dup2(stream, target) < 0 {
                return Err(errno());
            }
        }
        // The harness closes its own files by itself, but may have inherited others. Kernels without
        // this call (before Linux 5.11) leave them open.
        libc::syscall(
            libc::SYS_close_range,
            3,
            c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        );
        if libc::chdir(plan.folder) < 0 {
            return Err(errno());
        }
        // Ignored signals stay ignored in a new program, which should not depend on how the harness
        // was started. Two that libc keeps to itself and two that nobody can catch stay.
        for signal in 1..=LAST_SIGNAL {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut no_signals = MaybeUninit::uninit();
        libc::sigemptyset(no_signals.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, no_signals.as_ptr(), ptr::null_mut());
    }
    Ok(())
}

/// The error of the last call into libc.
///
/// # Safety
/// To be called in the child only, where no allocation is allowed.
unsafe fn errno() -> rustix::io::Errno {
    // SAFETY: The pointer is that of this thread.
    rustix::io::Errno::from_raw_os_error(unsafe { *libc::__errno_location() })
}
