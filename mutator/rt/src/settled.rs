//! Numbers that are settled before `main` and never change afterwards.
#![expect(
    unsafe_code,
    reason = "a relaxed atomic or a once-cell costs 1.3 times in hot functions; these numbers cost nothing"
)]

/// The number of the active mutant.
#[inline(always)]
pub(crate) fn active() -> u32 {
    place::active()
}

/// The first of the mutants whose functions take their mutated body.
#[inline(always)]
pub(crate) fn first() -> u32 {
    place::first()
}

/// The last of the mutants whose functions take their mutated body.
#[inline(always)]
pub(crate) fn last() -> u32 {
    place::last()
}

/// Settles all three.
///
/// # Safety
/// No other thread may exist yet, and whoever calls this must not have read any of them.
#[inline(never)]
pub(crate) unsafe fn settle(active: u32, first: u32, last: u32) {
    // SAFETY: the caller promises that nobody reads meanwhile.
    unsafe { place::settle(active, first, last) }
}

/// The compiler takes a static for something that any store through a pointer may change, so it
/// would read it again for every call in a loop. Told that reading has no effect and that nothing
/// affects it, it reads once and leaves out checks whose answer it knows.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod place {
    std::arch::global_asm!(
        ".pushsection .data.killrate_rt_settled, \"aw\", @progbits",
        ".p2align 2",
        ".globl killrate_rt_active",
        ".hidden killrate_rt_active",
        ".type killrate_rt_active, @object",
        ".size killrate_rt_active, 4",
        "killrate_rt_active: .long 0",
        ".globl killrate_rt_first",
        ".hidden killrate_rt_first",
        ".type killrate_rt_first, @object",
        ".size killrate_rt_first, 4",
        "killrate_rt_first: .long 0xffffffff",
        ".globl killrate_rt_last",
        ".hidden killrate_rt_last",
        ".type killrate_rt_last, @object",
        ".size killrate_rt_last, 4",
        "killrate_rt_last: .long 0",
        ".popsection",
    );

    macro_rules! read {
        ($name:ident, $instruction:literal) => {
            #[inline(always)]
            pub(super) fn $name() -> u32 {
                let number: u32;
                // SAFETY: the number does not change while any code runs that reads it.
                unsafe {
                    std::arch::asm!(
                        $instruction,
                        number = out(reg) number,
                        options(pure, nomem, nostack, preserves_flags),
                    );
                }
                number
            }
        };
    }

    read!(
        active,
        "mov {number:e}, dword ptr [rip + killrate_rt_active]"
    );
    read!(first, "mov {number:e}, dword ptr [rip + killrate_rt_first]");
    read!(last, "mov {number:e}, dword ptr [rip + killrate_rt_last]");

    /// Writes all three.
    ///
    /// # Safety
    /// As [`super::settle`] says.
    pub(super) unsafe fn settle(active: u32, first: u32, last: u32) {
        // SAFETY: the numbers are writable, and the caller promises that nobody reads meanwhile.
        unsafe {
            std::arch::asm!(
                "mov dword ptr [rip + killrate_rt_active], {active:e}",
                "mov dword ptr [rip + killrate_rt_first], {first:e}",
                "mov dword ptr [rip + killrate_rt_last], {last:e}",
                active = in(reg) active,
                first = in(reg) first,
                last = in(reg) last,
                options(nostack, preserves_flags),
            );
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod place {
    static mut ACTIVE: u32 = 0;
    static mut FIRST: u32 = u32::MAX;
    static mut LAST: u32 = 0;

    #[inline(always)]
    pub(super) fn active() -> u32 {
        // SAFETY: written once, before `main` and before any other thread exists.
        unsafe { ACTIVE }
    }

    #[inline(always)]
    pub(super) fn first() -> u32 {
        // SAFETY: as in `active`.
        unsafe { FIRST }
    }

    #[inline(always)]
    pub(super) fn last() -> u32 {
        // SAFETY: as in `active`.
        unsafe { LAST }
    }

    /// Writes all three.
    ///
    /// # Safety
    /// As [`super::settle`] says.
    pub(super) unsafe fn settle(active: u32, first: u32, last: u32) {
        // SAFETY: the caller promises that nobody reads meanwhile.
        unsafe {
            ACTIVE = active;
            FIRST = first;
            LAST = last;
        }
    }
}
