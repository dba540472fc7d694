//! A place to make calls: a temporary folder and an executor.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use killrate_calls::Surroundings;
use killrate_executor::{Executor, Settings};
use tempfile::TempDir;

pub(crate) struct Lab {
    folder: TempDir,
    executor: Executor,
    stop: AtomicBool,
}

impl Lab {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let settings = Settings {
            scratch: folder.path().join("executions"),
            threads: NonZeroUsize::new(1).unwrap(),
        };
        Self {
            executor: Executor::open(settings).unwrap(),
            folder,
            stop: AtomicBool::new(false),
        }
    }

    pub(crate) fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            executor: &self.executor,
            stop: &self.stop,
            on_event: &|_| {},
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn scratch(&self) -> PathBuf {
        self.folder.path().join("woven")
    }

    /// Writes a file of the lab.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}
