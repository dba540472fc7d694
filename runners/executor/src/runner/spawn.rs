//! Starting a process that is confined from its first instruction.
//!
//! std offers two ways, and neither will do. `Command::pre_exec` forks, which copies page tables.
//! Limits put on the child after a plain spawn come too late whenever the runner has to wait for a
//! processor: the program has then taken its memory, or started others. So this does what
//! `posix_spawn` does inside, plus the limits.
//!
//! In a cell there is a process between the runner and the program: the init of a new namespace of
//! processes. It starts the program, waits for it while it takes care of orphans, writes down how it
//! ended, and ends; the kernel then kills everything else in the namespace before anybody can see
//! that it has ended. As the first process of its namespace the program itself would be spared by
//! some signals. Init shares the memory of the runner, so there is nothing to copy and no pipe to
//! read.

#![expect(
    unsafe_code,
    reason = "no safe interface starts a process with limits at the cost of a plain spawn"
)]

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, WaitOptions, waitpid};

use super::clone::{Stack, clone};
use super::message::Order;
use super::rlimits;
use crate::system_call::system_call;

/// What all programs of a runner have in common.
pub(crate) struct Ways {
    /// Whether they have an init.
    pub(crate) has_init: bool,
    /// Rules of the kernel about what they may write to.
    pub(crate) ruleset: Option<OwnedFd>,
    /// An empty standard input.
    pub(crate) nothing: OwnedFd,
}

/// A process that was started; must be kept until that has been waited for, because it uses the
/// memory of this.
pub(crate) struct Spawned {
    /// The program, or the init that has started it.
    pub(crate) pid: Pid,
    plan: Box<Plan>,
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
/// In the place of a handle.
const NONE: RawFd = -1;

/// What the children need, prepared by the parent: they must not allocate.
struct Plan {
    /// Own what the pointers point to.
    _order: Order,
    binary: *const c_char,
    arguments: Vec<*const c_char>,
    environment: Vec<*const c_char>,
    folder: *const c_char,
    streams: [RawFd; 3],
    ruleset: RawFd,
    limits: Vec<(Resource, Rlimit)>,
    /// Of the child and of the program until it is one.
    stacks: [AtomicPtr<c_void>; 2],
    _stacks: [Stack; 2],
    /// Why a child could not go on.
    error: AtomicI32,
    has_ended: AtomicBool,
    /// How the program ended, and the microseconds it took.
    status: AtomicI32,
    cpu: AtomicU64,
}

/// Starts a program under its limits, with every signal at its default: under an init, or in a
/// process group of its own. The caller has to wait for it.
pub(crate) fn spawn(order: Order, streams: [&OwnedFd; 2], ways: &Ways) -> io::Result<Spawned> {
    let plan = Box::new(Plan::new(order, streams, ways));
    let argument = ptr::from_ref(&*plan).cast_mut().cast();
    let stack = plan.stacks[0].load(Ordering::Relaxed);
    if ways.has_init {
        let flags = libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
        // SAFETY: The plan, of which the stack is a part, is kept until init has been waited for.
        let pid = unsafe { clone(be_init, stack, flags, argument) }?;
        return Ok(Spawned { pid, plan });
    }
    // SAFETY: We sleep until the child has executed the program or ended.
    let pid = unsafe { clone(become_program, stack, libc::CLONE_VFORK, argument) }?;
    match plan.error.load(Ordering::Acquire) {
        0 => Ok(Spawned { pid, plan }),
        error => {
            // It has ended, or is about to. A failure to see that does not hurt anybody.
            let _ = waitpid(Some(pid), WaitOptions::empty());
            Err(io::Error::from_raw_os_error(error))
        }
    }
}

impl Spawned {
    /// What init has seen; to be asked when it has been waited for.
    pub(crate) fn seen(&self) -> Seen {
        let plan = &self.plan;
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
}

impl Plan {
    fn new(order: Order, [stdout, stderr]: [&OwnedFd; 2], ways: &Ways) -> Self {
        let mut limits = rlimits::of(&order.limits).to_vec();
        limits.extend(ways.has_init.then(rlimits::of_processes));
        let mut stacks = [Stack::new(), Stack::new()];
        // The strings stay where they are when the order is moved.
        let binary = order.binary.as_ptr();
        let arguments = order.arguments.iter().map(|text| text.as_ptr());
        Self {
            binary,
            arguments: [binary]
                .into_iter()
                .chain(arguments)
                .chain([ptr::null()])
                .collect(),
            environment: null_terminated(&order.environment),
            folder: order.folder.as_ptr(),
            _order: order,
            streams: [&ways.nothing, stdout, stderr].map(|stream| stream.as_raw_fd()),
            ruleset: ways
                .ruleset
                .as_ref()
                .map_or(NONE, |rules| rules.as_raw_fd()),
            limits,
            stacks: stacks.each_mut().map(|stack| AtomicPtr::new(stack.start())),
            _stacks: stacks,
            error: AtomicI32::new(0),
            has_ended: AtomicBool::new(false),
            status: AtomicI32::new(0),
            cpu: AtomicU64::new(0),
        }
    }
}

fn null_terminated(strings: &[CString]) -> Vec<*const c_char> {
    let pointers = strings.iter().map(|string| string.as_ptr());
    pointers.chain([ptr::null()]).collect()
}

/// The child of the runner: starts the program and waits for it.
///
/// It runs beside the runner in the same memory. It keeps the rights that it has in the cell, which
/// is what forbids the program, with the same user but without any rights, to look into that memory.
extern "C" fn be_init(plan: *mut c_void) -> c_int {
    let argument = plan;
    // SAFETY: The plan lives until we have been waited for.
    let plan = unsafe { &*plan.cast::<Plan>() };
    // SAFETY: System calls with valid arguments. Starting the program is the one call into libc; it
    // touches `errno` only when it fails, and nothing else of the runner.
    unsafe {
        // The runner may be killed, and nobody would end the program.
        let die_with_parent = [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize];
        if let Err(error) = call(libc::SYS_prctl, &die_with_parent) {
            plan.error.store(error, Ordering::Release);
            exit();
        }
        let stack = plan.stacks[1].load(Ordering::Relaxed);
        let program = match clone(become_program, stack, libc::CLONE_VFORK, argument) {
            Ok(program) => program,
            Err(_) => {
                plan.error.store(libc::EAGAIN, Ordering::Release);
                exit();
            }
        };
        if plan.error.load(Ordering::Acquire) != 0 {
            exit();
        }
        // Copies of what the runner has open: who reads from a stream waits for the last to close.
        let _ = call(libc::SYS_close_range, &[0, c_uint::MAX as usize, 0]);
        wait_for(program, plan);
    }
    exit()
}

/// Waits for all children until the program is among them, and writes down how it ended.
///
/// # Safety
/// To be called in the init only.
unsafe fn wait_for(program: Pid, plan: &Plan) {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let (status_at, usage_at) = (ptr::from_mut(&mut status), usage.as_mut_ptr());
    let (all, kinds) = (usize::MAX, libc::__WALL as usize);
    let program = program.as_raw_nonzero().get() as usize;
    loop {
        let arguments = [all, status_at as usize, kinds, usage_at as usize];
        // SAFETY: Both are written before they are read, and zero is valid for both.
        match unsafe { call(libc::SYS_wait4, &arguments) } {
            Ok(pid) if pid == program => break,
            Ok(_) | Err(libc::EINTR) => {}
            // Impossible while the program has not been waited for; the runner sees that we have
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
            let arguments = [
                plan.binary as usize,
                arguments as usize,
                environment as usize,
            ];
            call(libc::SYS_execve, &arguments)
        })
    };
    if let Err(error) = result {
        plan.error.store(error, Ordering::Release);
    }
    exit()
}

/// Group, limits, streams, folder, signals, rules.
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
    // its own, all of which are open. The strings and sets are valid.
    unsafe {
        let die_with_parent = [libc::PR_SET_PDEATHSIG as usize, libc::SIGKILL as usize];
        call(libc::SYS_prctl, &die_with_parent)?;
        for (target, stream) in (0..).zip(plan.streams) {
            call(libc::SYS_dup3, &[stream as usize, target, 0])?;
        }
        call(libc::SYS_chdir, &[plan.folder as usize])?;
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
        // Last, because from here on even we are bound by them.
        if plan.ruleset != NONE {
            let rules = [plan.ruleset as usize, 0];
            call(libc::SYS_landlock_restrict_self, &rules)?;
        }
    }
    Ok(())
}

/// Ends a child without running anything of the runner.
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
