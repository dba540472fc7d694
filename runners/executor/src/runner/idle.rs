//! Runners that wait for their next program.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cell::SHARED;
use super::client::Runner;
use crate::{Fault, Program, Tier};

/// The runners of one tier that wait for their next program; as many are made as are in use at the
/// same time, which is one for each worker.
pub(crate) struct Runners {
    tier: Tier,
    /// The folder that holds the folders of all runners.
    runs: PathBuf,
    idle: Mutex<Vec<Runner>>,
    n_started: AtomicU64,
}

impl Runners {
    pub(crate) fn new(tier: Tier, runs: PathBuf) -> Self {
        Self {
            tier,
            runs,
            idle: Mutex::default(),
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
            return Ok(idle.swap_remove(position));
        }
        // One for another program makes room.
        let other = idle.pop();
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

    /// What has to be visible of the shared folders; nothing where programs see all of them.
    fn visible(&self, program: &Program) -> BTreeSet<PathBuf> {
        if self.tier != Tier::Full {
            return BTreeSet::new();
        }
        let binaries = program.binaries().flat_map(|binary| {
            let real_binary = binary.canonicalize().ok();
            [Some(binary.to_owned()), real_binary]
        });
        let paths = binaries.chain([Some(self.runs.clone())]).flatten();
        let tops = paths.filter_map(|path| top(&path));
        // When there is no such program, starting it tells so.
        tops.filter(|top| top.exists()).collect()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Runner>> {
        // Every state that a panicking thread can leave behind is a list of idle runners.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entry of a shared folder that this path leads through.
fn top(path: &Path) -> Option<PathBuf> {
    SHARED.iter().find_map(|shared| {
        let inner = path.strip_prefix(shared).ok()?;
        match inner.components().next()? {
            Component::Normal(name) => Some(Path::new(shared).join(name)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_top(path: &str, expected: Option<&str>) {
        assert_eq!(top(Path::new(path)), expected.map(PathBuf::from));
    }

    #[test]
    fn only_paths_into_shared_folders_lead_through_an_entry_of_one() {
        check_top("/tmp/study/target/program", Some("/tmp/study"));
        check_top("/dev/shm/killrate-1/runner-0", Some("/dev/shm/killrate-1"));
        check_top("/tmp/program", Some("/tmp/program"));
        for path in [
            "/tmp",
            "/tmpfile",
            "/dev/null",
            "/usr/bin/env",
            "/home/tmp/program",
        ] {
            check_top(path, None);
        }
    }
}
