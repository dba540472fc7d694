//! What happens before `main`: the environment says which mutant is active and what to report.
#![expect(
    unsafe_code,
    reason = "running before `main` without editing it needs a linker section"
)]

use std::ffi::{c_char, c_int};
use std::path::PathBuf;

use crate::selection::PROBE;
use crate::{fuel, report, selection};

const MUTANT: &str = "KILLRATE_MUTANT";
const FUEL: &str = "KILLRATE_FUEL";
const REPORT: &str = "KILLRATE_REPORT";
const PROBE_KIND: &str = "KILLRATE_PROBE";
const CHECKS: &str = "KILLRATE_CHECKS";
const BATCH: &str = "KILLRATE_BATCH";

/// The exit code when the environment makes no sense.
pub(crate) const MISUSED_CODE: u8 = 87;

#[used]
#[cfg_attr(
    any(target_os = "linux", target_os = "android", target_os = "freebsd"),
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
static START: extern "C" fn(c_int, *mut *mut c_char) = start;

/// What the arguments are is known only where the C library says it; elsewhere they are not looked at.
extern "C" fn start(count: c_int, place: *mut *mut c_char) {
    let probes = setting(PROBE_KIND);
    let mut mutant = number(MUTANT).unwrap_or(0);
    let mut watch = None;
    for probe in probes.iter().flat_map(|probes| probes.split('+')) {
        match probe {
            "reach" => mutant = PROBE,
            "trace" | "invariants" if watch.is_none() => watch = Some(probe),
            _ => refuse(PROBE_KIND, probe),
        }
    }
    // SAFETY: this runs before `main`, so there is one thread.
    unsafe {
        match watch {
            None => selection::select(mutant),
            Some(watch) => start_watching(mutant, watch),
        }
        fuel::set_limit(number(FUEL).unwrap_or(u64::MAX));
    }
    if let Some(text) = setting(CHECKS) {
        #[cfg(feature = "checks")]
        // SAFETY: as above.
        let is_open = unsafe { crate::checks::open(&text) };
        // A program without properties cannot check any.
        #[cfg(not(feature = "checks"))]
        let is_open = false;
        if !is_open {
            refuse(CHECKS, &text);
        }
    }
    if let Some(path) = setting(REPORT) {
        report::open(PathBuf::from(path));
    }
    if let Some(path) = setting(BATCH) {
        #[cfg(feature = "batches")]
        let is_open = crate::batch::open(&path, crate::batch::Arguments { count, place });
        // A program that takes one input would run on none of them.
        #[cfg(not(feature = "batches"))]
        let is_open = false;
        if !is_open {
            refuse(BATCH, &path);
        }
    }
    let _ = (count, place);
}

/// Selects a mutant and starts to watch.
///
/// # Safety
/// No other thread may exist yet.
#[cfg(feature = "watch")]
unsafe fn start_watching(mutant: u32, watch: &str) {
    // SAFETY: the caller promises the same.
    unsafe { selection::select_watched(mutant) };
    if watch == "trace" {
        crate::watch::trace();
    } else if let Err(problem) = crate::watch::compare() {
        refuse(PROBE_KIND, &format!("invariants` ({problem}) `"));
    }
}

/// Nothing can be watched: the program was not woven for that.
#[cfg(not(feature = "watch"))]
unsafe fn start_watching(_: u32, watch: &str) {
    refuse(PROBE_KIND, watch)
}

fn number<T: std::str::FromStr>(name: &str) -> Option<T> {
    setting(name).map(|text| text.parse().unwrap_or_else(|_| refuse(name, &text)))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the environment is how the harness talks to a woven program"
)]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Ends the program: running the original in place of a mutant would be a wrong verdict.
fn refuse(name: &str, text: &str) -> ! {
    use std::io::Write as _;
    // The exit code says it too when standard error is closed.
    let _ = writeln!(std::io::stderr(), "killrate-rt: cannot use {name}=`{text}`");
    report::leave(i32::from(MISUSED_CODE))
}
