//! Appending finished executions to a log of one's own.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use killrate_model::Digest;

use super::frame;
use crate::Fault;

/// A log is read into memory as a whole, so it is not allowed to grow much beyond this.
const LARGEST_LOG: u64 = 64 << 20;

/// Where a frame is.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    pub(crate) file: Arc<Path>,
    pub(crate) offset: u64,
    pub(crate) length: u32,
}

/// Appends to the logs of one worker of one start of the harness.
pub(crate) struct Writer {
    folder: PathBuf,
    /// What tells its logs from those of other starts, slots and workers.
    name: String,
    n_logs: u32,
    log: Option<OpenLog>,
}

struct OpenLog {
    path: Arc<Path>,
    file: Arc<File>,
    length: u64,
    is_synced: bool,
}

impl Writer {
    /// A writer that creates its first log when it has something to write.
    pub(crate) fn new(folder: &Path, name: String) -> Self {
        Self {
            folder: folder.to_owned(),
            name,
            n_logs: 0,
            log: None,
        }
    }

    /// Appends one frame by one write.
    pub(crate) fn append(&mut self, key: Digest, value: &[u8]) -> Result<Location, Fault> {
        let mut log = match self.log.take() {
            Some(log) if log.length < LARGEST_LOG => log,
            full => {
                if let Some(full) = full {
                    full.sync()?;
                }
                self.create()?
            }
        };
        let fault = || Fault::file("append a result to", &log.path);
        let frame = frame::encode(log.length, key, value)
            .ok_or_else(|| fault()(io::ErrorKind::FileTooLarge.into()))?;
        // After an error the log stays taken: it may end in a part of this frame, so the next
        // result goes to a new one.
        (&*log.file).write_all(&frame).map_err(fault())?;
        let location = Location {
            file: Arc::clone(&log.path),
            offset: log.length,
            length: u32::try_from(frame.len())
                .map_err(|_| fault()(io::ErrorKind::FileTooLarge.into()))?,
        };
        log.length += frame.len() as u64;
        log.is_synced = false;
        self.log = Some(log);
        Ok(location)
    }

    /// The file that has to reach the disk; asked again, it has nothing to say until the next
    /// result.
    pub(crate) fn take_unsynced(&mut self) -> Option<(Arc<Path>, Arc<File>)> {
        let log = self.log.as_mut().filter(|log| !log.is_synced)?;
        log.is_synced = true;
        Some((Arc::clone(&log.path), Arc::clone(&log.file)))
    }

    fn create(&mut self) -> Result<OpenLog, Fault> {
        let Self { name, n_logs, .. } = self;
        let path = self.folder.join(format!("{name}-{n_logs:04}.log"));
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(&path)
            .map_err(Fault::file("create the log", &path))?;
        // Where files cannot be locked, a reader takes a frame on its way for one that is cut off,
        // which it only tells.
        let _ = file.try_lock();
        // The name has to reach the disk too.
        let folder = File::open(&self.folder).and_then(|folder| folder.sync_all());
        folder.map_err(Fault::file("write to disk", &self.folder))?;
        self.n_logs += 1;
        Ok(OpenLog {
            path: path.into(),
            file: Arc::new(file),
            length: 0,
            is_synced: true,
        })
    }
}

impl OpenLog {
    fn sync(&self) -> Result<(), Fault> {
        self.file
            .sync_data()
            .map_err(Fault::file("write to disk", &self.path))
    }
}

/// The number of this start of the harness: one more than any that left a log.
pub(crate) fn next_start(folder: &Path) -> Result<u32, Fault> {
    let fault = || Fault::file("list the folder", folder);
    let mut next = 0;
    for entry in fs::read_dir(folder).map_err(fault())? {
        let name = entry.map_err(fault())?.file_name();
        let number = name.to_str().and_then(|name| name.split('-').next());
        if let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) {
            next = next.max(number.saturating_add(1));
        }
    }
    Ok(next)
}
