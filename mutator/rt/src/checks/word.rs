//! Waiting for a word in memory that processes share to change.
#![cfg(unix)]

pub(super) use here::{wait_while, wake};

/// Where the kernel wakes whoever waits.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
mod here {
    #![expect(
        unsafe_code,
        reason = "the standard library does not wait for other processes"
    )]

    use std::ffi::{c_int, c_long};
    use std::sync::atomic::AtomicU32;

    const FUTEX: c_long = if cfg!(target_arch = "x86_64") {
        202
    } else {
        98
    };
    const WAIT: c_int = 0;
    const WAKE: c_int = 1;
    /// Seconds and nanoseconds after which a wait ends in any case.
    const A_WHILE: [c_long; 2] = [0, 100_000_000];

    unsafe extern "C" {
        fn syscall(number: c_long, ...) -> c_long;
    }

    /// Waits until a word may be another one than this; comes back now and then, so that it can be
    /// looked whether the other side is still there.
    pub(in super::super) fn wait_while(word: &AtomicU32, value: u32) {
        // SAFETY: the word and the time are there.
        unsafe { syscall(FUTEX, word.as_ptr(), WAIT, value, &A_WHILE) };
    }

    /// Wakes whoever waits for a word to change.
    pub(in super::super) fn wake(word: &AtomicU32) {
        // SAFETY: the word is there.
        unsafe { syscall(FUTEX, word.as_ptr(), WAKE, 1_u32) };
    }
}

/// Where one has to look again and again.
#[cfg(not(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
)))]
mod here {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    pub(in super::super) fn wait_while(word: &AtomicU32, value: u32) {
        if word.load(Ordering::Acquire) == value {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    pub(in super::super) fn wake(_: &AtomicU32) {}
}
