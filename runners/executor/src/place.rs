//! Where the run folders are: in memory where the system offers it, else in the scratch folder.
//!
//! Every run makes and removes a folder. Some disks take milliseconds for that: an ext4 mounted with
//! `discard` waits for the device whenever a folder is removed, which is longer than most
//! executions. `runs-NN` in the scratch folder, with the number of the harness's slot, leads to the
//! place in any case.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, symlink};
use std::path::{Path, PathBuf};

use killrate_model::Digest;
use rustix::fs::statvfs;
use rustix::process::geteuid;

use crate::Fault;

/// Memory that Linux offers as a folder to everybody.
const SHARED_MEMORY: &str = "/dev/shm";
/// With less room, as the 64 MB of a container, a few large outputs would be in each other's way.
const LEAST_ROOM: u64 = 1 << 30;

/// The folder for the run folders of the harness in this slot of a scratch folder; made if need be.
pub(crate) fn of_runs(scratch: &Path, slot: &str) -> Result<PathBuf, Fault> {
    let runs = link(scratch, slot);
    match in_memory(scratch, slot) {
        Some(folder) => {
            lead(&runs, &folder).map_err(Fault::file("make a link of", &runs))?;
            Ok(folder)
        }
        None => {
            // A link is left when there was more memory before.
            if runs.is_symlink() {
                fs::remove_file(&runs).map_err(Fault::file("remove", &runs))?;
            }
            fs::create_dir_all(&runs).map_err(Fault::file("create the folder", &runs))?;
            Ok(runs)
        }
    }
}

/// The folder that the last harness in this slot had, if it is still there.
pub(crate) fn left(scratch: &Path, slot: &str) -> Option<PathBuf> {
    link(scratch, slot).canonicalize().ok()
}

fn link(scratch: &Path, slot: &str) -> PathBuf {
    scratch.join(format!("runs-{slot}"))
}

/// A folder of our own in memory; `None` when there is none with enough room.
fn in_memory(scratch: &Path, slot: &str) -> Option<PathBuf> {
    let room = statvfs(SHARED_MEMORY).ok()?;
    if room.f_bavail.saturating_mul(room.f_frsize) < LEAST_ROOM {
        return None;
    }
    // One for each slot of a scratch folder, whose lock then holds for it too.
    let name = Digest::of(scratch.as_os_str().as_encoded_bytes()).short();
    let folder = Path::new(SHARED_MEMORY).join(format!("killrate-{name}-{slot}"));
    match DirBuilder::new().mode(0o700).create(&folder) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(_) => return None,
    }
    // Anybody can make folders and links there; only our own will do.
    let metadata = fs::symlink_metadata(&folder).ok()?;
    let is_ours = metadata.is_dir() && metadata.uid() == geteuid().as_raw();
    is_ours.then_some(folder)
}

/// Makes `link` lead to `folder`.
fn lead(link: &Path, folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(link) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(link)?,
        Ok(_) => fs::remove_file(link)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    symlink(folder, link)
}
