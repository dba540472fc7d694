//! The report file: fuel burnt, what the probe saw, and what came of checks.
#![expect(
    unsafe_code,
    reason = "only the C library tells when a program ends, whichever way it ends"
)]

use std::path::PathBuf;
use std::sync::{Once, OnceLock};

use crate::{checks, fuel, probe};

/// The exit code of a program that ran out of fuel.
pub(crate) const OUT_OF_FUEL_CODE: i32 = 86;

const MAGIC: &[u8] = b"KRR1";

static PATH: OnceLock<PathBuf> = OnceLock::new();

unsafe extern "C" {
    fn atexit(callback: extern "C" fn()) -> i32;
    fn _exit(code: i32) -> !;
}

/// Asks for a report at this path when the program ends normally, by `exit` or by a panic.
pub(crate) fn open(path: PathBuf) {
    // The program may change its working folder later.
    let path = std::path::absolute(&path).unwrap_or(path);
    if PATH.set(path).is_ok() {
        write_at_end();
    }
}

/// Lets everything that was asked for be written when the program ends.
pub(crate) fn write_at_end() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        // SAFETY: the callback is a plain function that does not unwind.
        unsafe { atexit(at_end) };
    });
}

/// Writes everything that was asked for.
pub(crate) fn write(is_out_of_fuel: bool) {
    #[cfg(unix)]
    if checks::is_child() {
        return;
    }
    #[cfg(feature = "watch")]
    crate::watch::finish();
    write_report(is_out_of_fuel);
}

/// Writes the report, if one was asked for.
pub(crate) fn write_report(is_out_of_fuel: bool) {
    let Some(path) = PATH.get() else { return };
    let (reached, infected) = probe::bits();
    let mut report = Vec::with_capacity(MAGIC.len() + 13 + 2 * reached.len());
    report.extend_from_slice(MAGIC);
    report.push(u8::from(is_out_of_fuel));
    report.extend_from_slice(&fuel::burnt().to_le_bytes());
    // A set is at most a few hundred kilobytes; see `probe::CAPACITY`.
    report.extend_from_slice(&(reached.len() as u32).to_le_bytes());
    report.extend_from_slice(&reached);
    report.extend_from_slice(&infected);
    report.extend_from_slice(&checks::report());
    // There is nobody to tell: the harness notices that the report is missing.
    let _ = std::fs::write(path, report);
}

/// Ends the program at once, running nothing of the subject any more.
pub(crate) fn leave(code: i32) -> ! {
    // SAFETY: `_exit` may be called at any time and does not return.
    unsafe { _exit(code) }
}

extern "C" fn at_end() {
    #[cfg(unix)]
    if checks::is_child() {
        checks::exit_of_child();
    }
    // A test on copies is about to end the program. Its report would be that of a program which
    // ended here by itself, so there is none, and whoever waits for it knows to use copies.
    if checks::is_testing() {
        return;
    }
    write(false);
}
