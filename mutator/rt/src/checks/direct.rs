//! What every copy of the process asks of the system before its test.
//!
//! Where that can be, the kernel is asked directly: the C library has these functions far from each
//! other, and every part of it that a copy comes to first has to be mapped for it, which takes longer
//! than what is asked for.
#![cfg(unix)]
#![expect(
    unsafe_code,
    reason = "the system is asked without the standard library"
)]

use std::ffi::{c_int, c_long};

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(super) use kernel::{dup2, restore_signal, set_timer, setrlimit};
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(super) use library::{dup2, restore_signal, set_timer, setrlimit};

const ITIMER_REAL: c_int = 0;

/// The limits on something: the one in force, and the most that may be asked for.
#[repr(C)]
pub(super) struct Rlimit {
    pub soft: u64,
    pub hard: u64,
}

/// When a clock rings.
#[repr(C)]
pub(super) struct Timer {
    /// Seconds and microseconds after which it rings again.
    pub interval: [c_long; 2],
    /// The same until it rings first.
    pub value: [c_long; 2],
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod kernel {
    use std::arch::asm;
    use std::ffi::c_int;

    use super::{ITIMER_REAL, Rlimit, Timer};

    const RT_SIGACTION: usize = 13;
    const DUP2: usize = 33;
    const SETITIMER: usize = 38;
    const SETRLIMIT: usize = 160;
    /// The bytes of a set of signals.
    const SIGNALS: usize = 8;

    /// Makes a handle another name of an open one; negative when that cannot be.
    ///
    /// # Safety
    /// Whoever uses the other handle must expect it.
    pub(in super::super) unsafe fn dup2(from: c_int, to: c_int) -> c_int {
        // SAFETY: it touches no memory.
        unsafe { ask(DUP2, [from as usize, to as usize, 0, 0]) as c_int }
    }

    /// Lets a signal do again what it does unless told otherwise.
    ///
    /// # Safety
    /// Nobody may rely on its handler.
    pub(in super::super) unsafe fn restore_signal(signal: c_int) {
        // No handler, no flags, no other signals held back.
        let usual = [0_usize; 4];
        let action = usual.as_ptr() as usize;
        // SAFETY: the action is there, and the old one is not wanted.
        unsafe { ask(RT_SIGACTION, [signal as usize, action, 0, SIGNALS]) };
    }

    /// Sets the clock of the process.
    ///
    /// # Safety
    /// Nobody may rely on it.
    pub(in super::super) unsafe fn set_timer(timer: &Timer) {
        let timer = std::ptr::from_ref(timer) as usize;
        // SAFETY: the timer is there, and the old one is not wanted.
        unsafe { ask(SETITIMER, [ITIMER_REAL as usize, timer, 0, 0]) };
    }

    /// Sets a limit of the process; negative when that cannot be.
    ///
    /// # Safety
    /// The process must be ready to meet it.
    pub(in super::super) unsafe fn setrlimit(resource: c_int, limits: &Rlimit) -> c_int {
        let limits = std::ptr::from_ref(limits) as usize;
        // SAFETY: the limits are there.
        unsafe { ask(SETRLIMIT, [resource as usize, limits, 0, 0]) as c_int }
    }

    /// Asks the kernel for something.
    ///
    /// # Safety
    /// It must be something that may be asked for with these words.
    unsafe fn ask(number: usize, words: [usize; 4]) -> isize {
        let answer: isize;
        // SAFETY: the kernel keeps all registers but these.
        unsafe {
            asm!(
                "syscall",
                inlateout("rax") number as isize => answer,
                in("rdi") words[0],
                in("rsi") words[1],
                in("rdx") words[2],
                in("r10") words[3],
                lateout("rcx") _,
                lateout("r11") _,
                options(nostack),
            );
        }
        answer
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod library {
    use std::ffi::c_int;

    use super::{ITIMER_REAL, Rlimit, Timer};

    unsafe extern "C" {
        pub(in super::super) fn dup2(from: c_int, to: c_int) -> c_int;
        pub(in super::super) fn setrlimit(resource: c_int, limits: &Rlimit) -> c_int;
        fn signal(signal: c_int, handler: usize) -> usize;
        fn setitimer(which: c_int, new: &Timer, old: *mut Timer) -> c_int;
    }

    pub(in super::super) unsafe fn restore_signal(number: c_int) {
        // SAFETY: as the caller promises.
        unsafe { signal(number, 0) };
    }

    pub(in super::super) unsafe fn set_timer(timer: &Timer) {
        // SAFETY: the timer is there, and the old one is not wanted.
        unsafe { setitimer(ITIMER_REAL, timer, std::ptr::null_mut()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::system::{self, End, Side};

    const SIGALRM: c_int = 14;
    const IGNORED: usize = 1;

    unsafe extern "C" {
        fn signal(signal: c_int, handler: usize) -> usize;
    }

    #[test]
    fn a_clock_that_rings_ends_a_copy_even_of_a_program_that_does_not_listen() {
        let Some(side) = system::copy_process() else {
            panic!("the process cannot be copied")
        };
        match side {
            Side::Child => {
                let timer = Timer {
                    interval: [0, 0],
                    value: [0, 1000],
                };
                // SAFETY: nobody else in this copy waits for the signal or the clock.
                unsafe {
                    signal(SIGALRM, IGNORED);
                    restore_signal(SIGALRM);
                    set_timer(&timer);
                }
                loop {
                    std::hint::spin_loop();
                }
            }
            Side::Parent(child) => assert_eq!(system::wait(child), Some(End::Killed(SIGALRM))),
        }
    }
}
