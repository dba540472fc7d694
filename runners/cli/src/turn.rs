//! Whose turn it is, where two want to make the same record at once.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

use anyhow::Context;

use crate::console::Console;

/// The turn of this process, until it is dropped.
pub(crate) struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits until nobody else does `what`, such as "runs study `own`", and says for whom; then what the
    /// other finished need not be run again.
    ///
    /// All who do the same name the same file.
    pub(crate) fn take(console: &Console, path: &Path, what: &str) -> anyhow::Result<Self> {
        let problem = || {
            let path = path.display();
            format!("cannot lock `{path}`; check the permissions of its folder")
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(problem)?;
        }
        let mut options = OpenOptions::new();
        // Whoever has the turn has signed it.
        options.read(true).write(true).create(true).truncate(false);
        let mut lock = options.open(path).with_context(problem)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                console.note(&waiting(&mut lock, what));
                lock.lock().with_context(problem)?;
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(problem),
        }
        sign(&mut lock).with_context(problem)?;
        Ok(Self { _lock: lock })
    }
}

fn waiting(lock: &mut File, what: &str) -> String {
    let mut process = String::new();
    let read = lock
        .rewind()
        .and_then(|()| lock.read_to_string(&mut process));
    match (read, process.trim()) {
        (Ok(_), process) if !process.is_empty() => {
            format!("waiting for process {process}, a killrate that {what} too")
        }
        _ => format!("waiting for another killrate that {what} too"),
    }
}

fn sign(lock: &mut File) -> std::io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    writeln!(lock, "{}", std::process::id())
}
