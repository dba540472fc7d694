//! The place of one harness in a scratch folder, beside others that run at the same time.
//!
//! What finished is shared by all of them. What is under way belongs to one: each has run folders,
//! logs and unfinished files of its own, told apart by the number of its slot, so nobody waits for
//! anybody and nobody clears what another is using.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::Fault;

/// More than anybody runs at once, and few enough that all numbers have two digits: a path that shows
/// up in the environment of a program should not change the size of that environment.
const N_SLOTS: u8 = 100;

/// A harness that was killed while it started a program holds its slot until that has started, which
/// takes a moment on a busy machine.
const N_TRIES: u32 = 25;
const PAUSE: Duration = Duration::from_millis(20);

/// The slots of a scratch folder, in the folder of this name.
const SLOTS: &str = "slots";

/// A slot that is held until it is dropped.
pub(crate) struct Slot {
    number: u8,
    lock: File,
}

impl Slot {
    /// Takes the first slot of a scratch folder that no living harness holds.
    pub(crate) fn take(scratch: &Path) -> Result<Self, Fault> {
        let folder = scratch.join(SLOTS);
        fs::create_dir_all(&folder).map_err(Fault::file("create the folder", &folder))?;
        for number in 0..N_SLOTS {
            if let Some(slot) = Self::try_take(scratch, number, N_TRIES)? {
                return Ok(slot);
            }
        }
        Err(Fault::InUse {
            folder: scratch.to_owned(),
        })
    }

    /// The slots besides this one that were held before and are not any more.
    pub(crate) fn left(&self, scratch: &Path) -> Result<Vec<Self>, Fault> {
        let others = (0..N_SLOTS).filter(|number| *number != self.number);
        let known = others.filter(|number| path(scratch, *number).exists());
        let taken = known.map(|number| Self::try_take(scratch, number, 1));
        taken.filter_map(Result::transpose).collect()
    }

    /// What tells the files of this harness from those of others.
    pub(crate) fn name(&self) -> String {
        name(self.number)
    }

    fn try_take(scratch: &Path, number: u8, n_tries: u32) -> Result<Option<Self>, Fault> {
        let path = path(scratch, number);
        let mut options = OpenOptions::new();
        // Whoever holds it has written into it, so it is not emptied before it is ours.
        options.read(true).write(true).create(true).truncate(false);
        let mut lock = options.open(&path).map_err(Fault::file("open", &path))?;
        for _ in 0..n_tries {
            match lock.try_lock() {
                Ok(()) => {
                    sign(&mut lock).map_err(Fault::file("write to", &path))?;
                    return Ok(Some(Self { number, lock }));
                }
                Err(TryLockError::WouldBlock) if is_held_by_the_living(&mut lock) => break,
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(Fault::file("lock", &path)(error)),
            }
        }
        Ok(None)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Closing the file is not enough while a child that is just being started has a copy of it.
        // When it fails, closing is what is left.
        let _ = self.lock.unlock();
    }
}

fn path(scratch: &Path, number: u8) -> PathBuf {
    scratch.join(SLOTS).join(name(number))
}

fn name(number: u8) -> String {
    format!("{number:02}")
}

fn sign(lock: &mut File) -> io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    writeln!(lock, "{}", std::process::id())
}

/// Whether the process that signed a slot lives; also where that cannot be known.
fn is_held_by_the_living(lock: &mut File) -> bool {
    let mut text = String::new();
    let is_read = lock.rewind().and_then(|()| lock.read_to_string(&mut text));
    match (is_read, text.trim().parse::<u32>()) {
        (Ok(_), Ok(pid)) => Path::new("/proc").join(pid.to_string()).exists(),
        // It is being signed just now.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_a_slot_of_their_own_and_gives_it_back() {
        let scratch = tempfile::tempdir().unwrap();
        let take = || Slot::take(scratch.path()).unwrap();
        let (first, second) = (take(), take());
        assert_eq!((first.name(), second.name()), ("00".into(), "01".into()));
        assert!(first.left(scratch.path()).unwrap().is_empty());
        drop(first);
        let left = second.left(scratch.path()).unwrap();
        let names: Vec<String> = left.iter().map(Slot::name).collect();
        assert_eq!(names, ["00"]);
        drop(left);
        assert_eq!(take().name(), "00");
    }
}
