//! System calls that leave nothing behind in the memory of the runner.
//!
//! A child that shares the memory of the runner also shares the `errno` of the thread that started
//! it. The wrappers of libc write to it, so a child that runs beside that thread must not use them.

#![expect(
    unsafe_code,
    reason = "a system call without `errno` is an instruction of the processor"
)]

use std::ffi::{c_int, c_long};

/// Whether this processor has a way that does not touch `errno`.
pub(crate) const IS_PURE: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Makes a system call; an error is the number that `errno` would be.
///
/// # Safety
/// As the call with these arguments.
#[cfg(target_arch = "x86_64")]
pub(crate) unsafe fn system_call(number: c_long, arguments: [usize; 5]) -> Result<usize, c_int> {
    let [a, b, c, d, e] = arguments;
    let result: isize;
    // SAFETY: The convention of Linux on this processor; the rest is up to the caller.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    split(result)
}

/// Makes a system call; an error is the number that `errno` would be.
///
/// # Safety
/// As the call with these arguments.
#[cfg(target_arch = "aarch64")]
pub(crate) unsafe fn system_call(number: c_long, arguments: [usize; 5]) -> Result<usize, c_int> {
    let [a, b, c, d, e] = arguments;
    let result: isize;
    // SAFETY: The convention of Linux on this processor; the rest is up to the caller.
    unsafe {
        std::arch::asm!(
            "svc 0",
            in("x8") number as isize,
            inlateout("x0") a as isize => result,
            in("x1") b, in("x2") c, in("x3") d, in("x4") e,
            options(nostack),
        );
    }
    split(result)
}

/// Makes a system call; an error is the number that `errno` is.
///
/// # Safety
/// As the call with these arguments; nobody else may use the `errno` of this thread meanwhile.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) unsafe fn system_call(number: c_long, arguments: [usize; 5]) -> Result<usize, c_int> {
    let [a, b, c, d, e] = arguments;
    // SAFETY: Up to the caller.
    let result = unsafe { libc::syscall(number, a, b, c, d, e) };
    match usize::try_from(result) {
        Ok(result) => Ok(result),
        // SAFETY: The pointer is that of this thread.
        Err(_) => Err(unsafe { *libc::__errno_location() }),
    }
}

/// The kernel returns errors as small negative numbers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn split(result: isize) -> Result<usize, c_int> {
    match result {
        -4095..=-1 => Err(-result as c_int),
        _ => Ok(result as usize),
    }
}
