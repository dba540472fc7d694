//! Which mutant is active.
#![expect(
    unsafe_code,
    reason = "a relaxed atomic or a once-cell costs 1.3 times in hot functions; plain statics cost nothing"
)]

/// What [`active`] returns while the reach probe runs.
pub const PROBE: u32 = u32::MAX;

static mut ACTIVE: u32 = 0;
// The functions that take their mutated body are those with a mutant in `FIRST..=LAST`: none for
// the original, one for a mutant, all for the probe.
static mut FIRST: u32 = u32::MAX;
static mut LAST: u32 = 0;

/// The number of the active mutant: 0 is the original, [`PROBE`] asks for probing.
#[inline(always)]
pub fn active() -> u32 {
    // SAFETY: written once by `select`, before `main` and before any other thread exists.
    unsafe { ACTIVE }
}

/// Whether none of the mutants `low..=high` is active, so that the clean body can run.
#[inline(always)]
pub fn outside(low: u32, high: u32) -> bool {
    // SAFETY: as in `active`.
    if unsafe { high < FIRST } {
        return true;
    }
    // Two jumps instead of one condition, because the first one always settles it for the original.
    unlikely();
    // SAFETY: as in `active`.
    unsafe { low > LAST }
}

/// Makes this mutant the active one.
///
/// # Safety
/// No other thread may exist yet.
pub(crate) unsafe fn select(mutant: u32) {
    let (first, last) = match mutant {
        0 => (u32::MAX, 0),
        PROBE => (0, u32::MAX),
        mutant => (mutant, mutant),
    };
    // SAFETY: the caller promises that nobody reads meanwhile.
    unsafe {
        ACTIVE = mutant;
        FIRST = first;
        LAST = last;
    }
}

/// Tells the optimiser that whoever calls this rarely does.
#[cold]
#[inline]
fn unlikely() {}
