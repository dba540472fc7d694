//! Starting a process that is confined from its first instruction.
//!
//! std offers two ways, and neither will do. `Command::pre_exec` forks, which copies the page
//! tables of the harness: 1.6 ms for a small harness, 6 ms and more for one of 40 MB, where a plain
//! spawn takes 1.3 ms. Limits put on the child after a plain spawn come too late whenever the
//! harness has to wait for a processor: the program has then taken its memory, or started others.
//! So this does what `posix_spawn` does inside, plus the limits.
//!
//! In a cell there are two processes between the harness and the program. The first enters the
//! namespaces of the cell, starts the second and ends. The second is the init of a new namespace of
//! processes: it starts the program, waits for it while it takes care of orphans, writes down how it
//! ended, and ends; the kernel then kills everything else in the namespace before anybody can see
//! that it has ended. As the first process of its namespace the program itself would be spared by
//! some signals. Both share the memory of the harness, so there is nothing to copy and no pipe to
//! read.

#![expect(
    unsafe_code,
    reason = "no safe interface starts a process with limits at the cost of a plain spawn"
)]

use std::ffi::{CString, OsStr, c_char, c_int, c_uint, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd as _, BorrowedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::ExitStatus;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, WaitOptions, waitpid};

use crate::cell::Cell;
use crate::clone::{Stack, clone_and_sleep};
use crate::rlimits;
use crate::system_call::system_call;

/// What to start.
pub(crate) struct Start<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) arguments: &'a [String],
    pub(crate) environment: Vec<(&'a str, &'a OsStr)>,
    pub(crate) folder: &'a Path,
    /// Where to run it; `None` for a process group beside the harness.
    pub(crate) cell: Option<&'a Cell>,
    /// Standard input, output and error.
    pub(crate) streams: [BorrowedFd<'a>; 3],
}

/// A process that was started; must be kept until that has been waited for, because it uses the
/// memory of this.
pub(crate) struct Spawned {
    /// The program, or the init that has started it.
    pub(crate) pid: Pid,
    /// `None` when it was leaked.
    plan: Option<Box<Plan>>,
}

/// What an init has seen.
pub(crate) enum Seen {
    /// The program could not be started.
    NotStarted(io::Error),
    /// The program ended.
    Ended {
        status: ExitStatus,
        /// The processor time of the program and of what it waited for.
        cpu: Duration,
    },
    /// Init itself was ended before.
    Nothing,
}

/// The largest signal number of Linux.
const LAST_SIGNAL: usize = 64;
/// The kernel's size of a set of signals, in bytes.
const SIGNAL_SET_SIZE: usize = LAST_SIGNAL / 8;

/// What the children need, prepared by the parent: they must not allocate.
struct Plan {
    /// Owns what the pointers point to.
    _strings: Vec<CString>,
    binary: CString,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    folder: CString,
    streams: [RawFd; 3],
    limits: Vec<(Resource, Rlimit)>,
    /// Those of the cell.
    namespaces: Option<[RawFd; 3]>,
    /// Of the init and of the program until it is one.
    stacks: [AtomicPtr<c_void>; 2],
    _stacks: [Stack; 2],
    /// Why a child could not go on.
    error: AtomicI32,
    /// The number of the init, as the harness sees it.
    init: AtomicI32,
    has_ended: AtomicBool,
    /// How the program ended, and the microseconds it took.
    status: AtomicI32,
    cpu: AtomicU64,
}

/// Starts a program under these limits, with every signal at its default: in its cell, or in a
/// process group of its own. The caller has to wait for it.
pub(crate) fn spawn(start: &Start<'_>, limits: &[(Resource, Rlimit)]) -> io::Result<Spawned> {
    let plan = Box::new(Plan::new(start, limits)?);
    let function = match plan.namespaces {
        Some(_) => enter_cell,
        None => become_program,
    };
    let argument = ptr::from_ref(&*plan).cast_mut().cast();
    let child = clone_and_sleep(function, &mut Stack::new(), 0, argument)?;
    let error = plan.error.load(Ordering::Acquire);
    let pid = match plan.namespaces {
        None if error == 0 => child,
        _ => {
            // It has ended, or is about to. A failure to see that does not hurt anybody.
            let _ = waitpid(Some(child), WaitOptions::empty());
            let init = plan.init.load(Ordering::Acquire);
            // When init is there already, it is the one to wait for, whatever it has met so far.
            Pid::from_raw(init).ok_or_else(|| io::Error::from_raw_os_error(error))?
        }
    };
    Ok(Spawned {
        pid,
        plan: Some(plan),
    })
}

impl Spawned {
    /// What init has seen; to be asked when it has been waited for.
    pub(crate) fn seen(&self) -> Seen {
        let Some(plan) = &self.plan else {
            return Seen::Nothing;
        };
        let error = plan.error.load(Ordering::Acquire);
        if error != 0 {
            Seen::NotStarted(io::Error::from_raw_os_error(error))
        } else if plan.has_ended.load(Ordering::Acquire) {
            Seen::Ended {
                status: ExitStatus::from_raw(plan.status.load(Ordering::Relaxed)),
                cpu: Duration::from_micros(plan.cpu.load(Ordering::Relaxed)),
            }
        } else {
            Seen::Nothing
        }
    }

    /// Gives up the memory for good: it cannot be told whether the process still uses it.
    pub(crate) fn leak(&mut self) {
        self.plan.take().map(Box::leak);
    }
}

impl Plan {
    fn new(start: &Start<'_>, limits: &[(Resource, Rlimit)]) -> io::Result<Self> {
        let binary = CString::new(start.binary.as_os_str().as_bytes())?;
        let mut strings = vec![binary.clone()];
        for argument in start.arguments {
            strings.push(CString::new(argument.as_bytes())?);
        }
        let arguments = null_terminated(&strings);
        let n_arguments = strings.len();
        for (name, value) in &start.environment {
            let variable = [name.as_bytes(), b"=", value.as_bytes()].concat();
            strings.push(CString::new(variable)?);
        }
        let environment = null_terminated(&strings[n_arguments..]);
        let mut limits = limits.to_vec();
        limits.extend(start.cell.map(|_| rlimits::of_processes()));
        let mut stacks = [Stack::new(), Stack::new()];
        Ok(Self {
            _strings: strings,
            binary,
            arguments,
            environment,
            folder: CString::new(start.folder.as_os_str().as_bytes())?,
            streams: start.streams.map(|stream| stream.as_raw_fd()),
            limits,
            namespaces: start.cell.map(Cell::namespaces),
            stacks: stacks.each_mut().map(|stack| AtomicPtr::new(stack.start())),
            _stacks: stacks,
            error: AtomicI32::new(0),
            init: AtomicI32::new(0),
            has_ended: AtomicBool::new(false),
            status: AtomicI32::new(0),
            cpu: AtomicU64::new(0),
        })
    }
}

fn null_terminated(strings: &[CString]) -> Vec<*const c_char> {
    let pointers = strings.iter().map(|string| string.as_ptr());
    pointers.chain([ptr::null()]).collect()
}

/// The first child: enters the cell, starts its init there as a child of the harness, and ends.
extern "C" fn enter_cell(plan: *mut c_void) -> c_int {
    let argument = plan;
    // SAFETY: `spawn` passes a plan that lives until init, which outlives us, has been waited for.
    let plan = unsafe { &*plan.cast::<Plan>() };
    for namespace in plan.namespaces.iter().flatten() {
        // SAFETY: Open in the harness.
        if let Err(error) = unsafe { call(libc::SYS_setns, &[*namespace as usize, 0]) } {
            plan.error.store(error, Ordering::Release);
            exit();
        }
    }
    let flags = libc::CLONE_VM | libc::CLONE_PARENT | libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
    let stack = plan.stacks[0].load(Ordering::Relaxed);
    // SAFETY: The stack is init's alone. The thread that started us sleeps, so `errno` is ours.
    unsafe {
        let pid = libc::clone(be_init, stack, flags | libc::SIGCHLD, argument);
        if pid < 0 {
            plan.error
                .store(*libc::__errno_location(), Ordering::Release);
        } else {
            plan.init.store(pid, Ordering::Release);
        }
    }
    exit()
}

/// The second child: starts the program and waits for it.
///
/// It runs beside the harness in the same memory. It keeps the rights that it has in the cell, which
/// is what forbids the program, with the same user but without any rights, to look into that memory.
extern "C" fn be_init(plan: *mut c_void) -> c_int {
    let argument = plan;
    // SAFETY: The plan lives until we have been waited for.
    let plan = unsafe { &*plan.cast::<Plan>() };
    let default_action = [0_u64; 8];
    // SAFETY: System calls with valid arguments. Starting the program is the one call into libc; it
    // touches `errno` only when it fails, and nothing else of the harness.
    unsafe {
        // The harness may be killed, and nobody would end the program.
        let die_with_parent = [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize];
        let never_more_rights = [libc::PR_SET_NO_NEW_PRIVS as usize, 1];
        // When the harness ignores the ends of its children, so would we.
        let (signal, action) = (libc::SIGCHLD as usize, default_action.as_ptr() as usize);
        let prepared = call(libc::SYS_prctl, &die_with_parent)
            .and_then(|_| call(libc::SYS_prctl, &never_more_rights))
            .and_then(|_| {
                call(
                    libc::SYS_rt_sigaction,
                    &[signal, action, 0, SIGNAL_SET_SIZE],
                )
            });
        if let Err(error) = prepared {
            plan.error.store(error, Ordering::Release);
            exit();
        }
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let stack = plan.stacks[1].load(Ordering::Relaxed);
        let program = libc::clone(become_program, stack, flags, argument);
        if program < 0 {
            plan.error.store(libc::EAGAIN, Ordering::Release);
        }
        if plan.error.load(Ordering::Acquire) != 0 {
            exit();
        }
        // Copies of what the harness has open, whose readers wait for the last copy to be closed.
        let _ = call(libc::SYS_close_range, &[0, c_uint::MAX as usize, 0]);
        wait_for(program, plan);
    }
    exit()
}

/// Waits for all children until the program is among them, and writes down how it ended.
///
/// # Safety
/// To be called in the init only.
unsafe fn wait_for(program: c_int, plan: &Plan) {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let (status_at, usage_at) = (ptr::from_mut(&mut status), usage.as_mut_ptr());
    let (all, kinds) = (usize::MAX, libc::__WALL as usize);
    loop {
        let arguments = [all, status_at as usize, kinds, usage_at as usize];
        // SAFETY: Both are written before they are read, and zero is valid for both.
        match unsafe { call(libc::SYS_wait4, &arguments) } {
            Ok(pid) if pid == program as usize => break,
            Ok(_) | Err(libc::EINTR) => {}
            // Impossible while the program has not been waited for; the harness sees that we have
            // seen nothing.
            Err(_) => return,
        }
    }
    // SAFETY: Initialised from the start.
    let usage = unsafe { usage.assume_init() };
    let microseconds = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    let cpu = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
    plan.status.store(status, Ordering::Relaxed);
    plan.cpu.store(cpu, Ordering::Relaxed);
    plan.has_ended.store(true, Ordering::Release);
}

/// The last child: turns itself into the program, or notes why it cannot and exits.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: The plan lives until we have become the program or ended.
    let plan = unsafe { &*plan.cast::<Plan>() };
    // SAFETY: Only system calls: no allocation, no lock, no unwinding, no `errno`. The pointers are
    // null-terminated lists of null-terminated strings.
    let result = unsafe {
        prepare(plan).and_then(|()| {
            let (arguments, environment) = (plan.arguments.as_ptr(), plan.environment.as_ptr());
            let binary = plan.binary.as_ptr() as usize;
            let arguments = [binary, arguments as usize, environment as usize];
            call(libc::SYS_execve, &arguments)
        })
    };
    if let Err(error) = result {
        plan.error.store(error, Ordering::Release);
    }
    exit()
}

/// Group, limits, streams, folder, signals.
///
/// # Safety
/// To be called in the last child only.
unsafe fn prepare(plan: &Plan) -> Result<(), c_int> {
    let number = |error: rustix::io::Errno| error.raw_os_error();
    rustix::process::setpgid(None, None).map_err(number)?;
    for (resource, limit) in &plan.limits {
        rustix::process::setrlimit(*resource, *limit).map_err(number)?;
    }
    // SAFETY: The file descriptors are open in the parent, and none of them is a standard stream of
    // its own, which std keeps open. The strings and sets are valid.
    unsafe {
        for (target, stream) in (0..).zip(plan.streams) {
            call(libc::SYS_dup3, &[stream as usize, target, 0])?;
        }
        // The harness closes its own files by itself, but may have inherited others. Kernels without
        // this call (before Linux 5.11) leave them open.
        let close = [3, c_uint::MAX as usize, libc::CLOSE_RANGE_CLOEXEC as usize];
        let _ = call(libc::SYS_close_range, &close);
        call(libc::SYS_chdir, &[plan.folder.as_ptr() as usize])?;
        // Ignored signals stay ignored in a new program, which should not depend on how the harness
        // was started. Two that nobody can catch stay as they are.
        let default_action = [0_u64; 8];
        let action = default_action.as_ptr() as usize;
        for signal in 1..=LAST_SIGNAL {
            let _ = call(
                libc::SYS_rt_sigaction,
                &[signal, action, 0, SIGNAL_SET_SIZE],
            );
        }
        let no_signals = 0_u64;
        let (how, set) = (
            libc::SIG_SETMASK as usize,
            ptr::from_ref(&no_signals) as usize,
        );
        call(libc::SYS_rt_sigprocmask, &[how, set, 0, SIGNAL_SET_SIZE])?;
    }
    Ok(())
}

/// Ends a child without running anything of the harness.
fn exit() -> ! {
    loop {
        // SAFETY: Does not return.
        let _ = unsafe { call(libc::SYS_exit_group, &[0]) };
    }
}

/// A system call with as many arguments as it has.
///
/// # Safety
/// As the call.
unsafe fn call(number: libc::c_long, arguments: &[usize]) -> Result<usize, c_int> {
    let mut all = [0; 5];
    for (place, argument) in all.iter_mut().zip(arguments) {
        *place = *argument;
    }
    // SAFETY: Up to the caller.
    unsafe { system_call(number, all) }
}
