//! Runners that wait for their next program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::client::Runner;
use super::readable;
use crate::{Fault, Program, Tier};

/// How many runners wait before one for another program makes room; they are small.
const MOST_IDLE: usize = 16;
/// How many programs are in use by turns, at most.
const MOST_KNOWN: usize = 64;

/// Files of a program, and what it needs because of them.
type Known = (Vec<PathBuf>, Arc<BTreeSet<PathBuf>>);

/// The runners of one tier that wait for their next program; as many are made as are in use at the
/// same time, which is one for each worker, and some more where programs that need other files are
/// asked by turns.
pub(crate) struct Runners {
    tier: Tier,
    /// The folder that holds the folders of all runners.
    runs: PathBuf,
    idle: Mutex<Vec<Runner>>,
    /// What the last programs needed.
    known: Mutex<Vec<Known>>,
    n_started: AtomicU64,
}

impl Runners {
    pub(crate) fn new(tier: Tier, runs: PathBuf) -> Self {
        Self {
            tier,
            runs,
            idle: Mutex::default(),
            known: Mutex::default(),
            n_started: AtomicU64::new(0),
        }
    }

    pub(crate) fn tier(&self) -> Tier {
        self.tier
    }

    /// A runner that can start this program and its steps.
    pub(crate) fn take(&self, program: &Program) -> Result<Runner, Fault> {
        let visible = self.visible(program);
        let mut idle = self.idle();
        if let Some(position) = idle.iter().position(|runner| runner.sees(&visible)) {
            return Ok(idle.remove(position));
        }
        // Programs that are asked by turns keep theirs; the one that has waited longest makes room.
        let other = (idle.len() >= MOST_IDLE).then(|| idle.remove(0));
        drop(idle);
        drop(other);
        let number = self.n_started.fetch_add(1, Ordering::Relaxed);
        let folder = self.runs.join(format!("runner-{number:06}"));
        Runner::start(self.tier, folder, visible)
    }

    /// Takes back a runner after an execution, unless that has left something.
    pub(crate) fn give_back(&self, runner: Runner) {
        if runner.is_reusable() {
            self.idle().push(runner);
        }
    }

    /// Ends all that wait.
    pub(crate) fn clear(&self) {
        self.idle().clear();
    }

    /// Whether this is the folder of a runner that waits.
    pub(crate) fn is_folder_of_idle(&self, folder: &Path) -> bool {
        self.idle().iter().any(|runner| runner.folder() == folder)
    }

    /// What a program needs to read besides what every program can; nothing where all can be read.
    fn visible(&self, program: &Program) -> Arc<BTreeSet<PathBuf>> {
        if self.tier == Tier::ProcessGroup {
            return Arc::default();
        }
        let files = || program.binaries().chain(program.readable());
        // Nobody should have to follow links and read first lines for each of a million executions.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, visible)) = known.iter().find(|(key, _)| files().eq(key.iter())) {
            return Arc::clone(visible);
        }
        let visible = Arc::new(readable::of_program(program));
        // A file that is not there may come to be.
        if files().all(Path::exists) {
            known.truncate(MOST_KNOWN - 1);
            known.insert(
                0,
                (files().map(Path::to_owned).collect(), Arc::clone(&visible)),
            );
        }
        visible
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Runner>> {
        // Every state that a panicking thread can leave behind is a list of idle runners.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
