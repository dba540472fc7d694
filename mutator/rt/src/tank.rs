//! The fuel that is left to each thread.
#![expect(
    unsafe_code,
    reason = "the standard library's thread-local variables cost a call wherever they are used in a library"
)]

/// The fuel left to this thread.
///
/// Zero until the thread first burns, so that the hot path has one thing to look at.
#[inline(always)]
pub(crate) fn left() -> u64 {
    // SAFETY: the address is that of a number that only this thread uses.
    unsafe { *address() }
}

/// Makes this the fuel left to this thread.
#[inline(always)]
pub(crate) fn set_left(n_units: u64) {
    // SAFETY: as in `left`.
    unsafe { *address() = n_units }
}

/// A library does not know that it ends up in a program, so the compiler would find a thread-local
/// variable by a call of `__tls_get_addr`, which costs every register that a call may change. A
/// woven program is always a program, so two instructions do.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod place {
    std::arch::global_asm!(
        ".pushsection .tbss.killrate_rt_left, \"awT\", @nobits",
        ".p2align 3",
        ".globl killrate_rt_left",
        ".hidden killrate_rt_left",
        ".type killrate_rt_left, @object",
        ".size killrate_rt_left, 8",
        "killrate_rt_left:",
        ".zero 8",
        ".popsection",
    );

    /// Where the fuel left to this thread is.
    #[inline(always)]
    pub(super) fn address() -> *mut u64 {
        let address: *mut u64;
        // SAFETY: the offset of the variable and the address of the thread's block are constant
        // while a thread runs, and reading them changes nothing.
        unsafe {
            std::arch::asm!(
                "mov {address}, qword ptr [rip + killrate_rt_left@GOTTPOFF]",
                "add {address}, qword ptr fs:[0]",
                address = out(reg) address,
                options(pure, nomem, nostack),
            );
        }
        address
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod place {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<u64> = const { Cell::new(0) };
    }

    /// Where the fuel left to this thread is.
    #[inline(always)]
    pub(super) fn address() -> *mut u64 {
        LEFT.with(Cell::as_ptr)
    }
}

use place::address;
