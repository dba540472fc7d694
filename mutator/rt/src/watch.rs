//! Watching calls: what functions are given and give back, traced or compared with invariants.
//!
//! A function is watched at the calls that are due. All of its first calls are; then fewer and fewer,
//! and none while it has looked at more numbers than the work that the program did pays for. That
//! depends on the function's own calls and on fuel alone, so what is seen is the same on every
//! machine and whichever functions are watched besides.

mod budget;
mod call;
mod exits;
mod invariants;
mod tracer;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

pub use call::Call;
pub use exits::{is_awaited, leaving};
pub use killrate_watch::{
    Counted, Depth, Kind, Observe, Role, Row, Scalar, Seen, Shape, Unseen, Watched, Width,
};

use self::budget::Budget;
use self::invariants::Invariants;
use self::tracer::Tracer;
use crate::{countdown, report};

const INVARIANTS_FILE: &str = "killrate.invariants";
const ALARMS_FILE: &str = "killrate.alarms";
const TRACE_FILE: &str = "killrate.trace";

/// Who is told what was seen; nobody when nothing is watched.
static WATCHER: Mutex<Option<Watcher>> = Mutex::new(None);

struct Watcher {
    budgets: Vec<Budget>,
    task: Task,
    /// Rows of calls that are over, to be filled again.
    spare: Vec<Row>,
}

enum Task {
    Trace(Tracer),
    Compare(Invariants),
}

/// Starts to write a trace into the working folder.
pub(crate) fn trace() {
    let path = absolute(TRACE_FILE);
    start(Task::Trace(Tracer::new(path)), Budget::of_trace());
    report::write_at_end();
}

/// Starts to compare calls with the invariants in the working folder; gives what is wrong with these.
pub(crate) fn compare() -> Result<(), String> {
    let path = absolute(INVARIANTS_FILE);
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let invariants =
        Invariants::new(&text, absolute(ALARMS_FILE)).map_err(|error| error.to_string())?;
    start(Task::Compare(invariants), Budget::of_invariants());
    Ok(())
}

/// Writes what is left of the trace.
pub(crate) fn finish() {
    if let Some(Watcher { task, .. }) = &mut *watcher() {
        match task {
            Task::Trace(tracer) => tracer.flush(),
            Task::Compare(_) => {}
        }
    }
}

/// The name of a field's variable.
pub fn field(variable: &str, name: &str) -> String {
    format!("{variable}.{name}")
}

fn start(task: Task, budget: Budget) {
    *watcher() = Some(Watcher {
        budgets: vec![budget; countdown::CAPACITY],
        task,
        spare: Vec::new(),
    });
    countdown::start();
}

fn watcher() -> MutexGuard<'static, Option<Watcher>> {
    // Nothing of the subject runs while it is held, so it cannot be left half changed.
    WATCHER
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The program may change its working folder later.
fn absolute(file: &str) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| Path::new(file).to_owned())
}
