//! The reader of what was found, for the fuzz targets.

use std::path::Path;

use super::spool::Spool;

/// Reads the spool in a folder.
pub fn read_spool(folder: &Path) {
    if let Ok(spool) = Spool::open(folder.to_owned())
        && let Ok(lock) = spool.lock()
    {
        let _ = spool.unsent(&lock).map(|unsent| unsent.lines.len());
    }
}
