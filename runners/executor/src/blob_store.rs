//! Large outputs, stored once under their digest.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use killrate_model::{Blob, Digest};

use crate::Fault;

const UNFINISHED: &str = "unfinished-";

/// A folder of outputs, each in a file named after its digest.
pub(crate) struct BlobStore {
    folder: PathBuf,
    /// How the names of files begin that are being written here.
    unfinished: String,
    n_written: AtomicU64,
}

impl BlobStore {
    /// Opens the folder for the harness in this slot and removes what an earlier one there left
    /// unfinished.
    pub(crate) fn open(folder: PathBuf, slot: &str) -> Result<Self, Fault> {
        let unfinished = format!("{UNFINISHED}{slot}-");
        let fault = || Fault::file("clear the folder", &folder);
        for entry in fs::read_dir(&folder).map_err(fault())? {
            let path = entry.map_err(fault())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(&unfinished) {
                fs::remove_file(&path).map_err(Fault::file("remove", &path))?;
            }
        }
        Ok(Self {
            folder,
            unfinished,
            n_written: AtomicU64::new(0),
        })
    }

    /// The folder of another harness, in which nothing is changed but what is broken.
    pub(crate) fn of_other(folder: PathBuf) -> Self {
        Self {
            folder,
            unfinished: UNFINISHED.to_owned(),
            n_written: AtomicU64::new(0),
        }
    }

    pub(crate) fn path(&self, digest: Digest) -> PathBuf {
        self.folder.join(digest.to_string())
    }

    /// Stores a blob unless it is there.
    pub(crate) fn put(&self, blob: &Blob) -> Result<(), Fault> {
        let path = self.path(blob.digest());
        let is_there = |metadata: fs::Metadata| metadata.len() == blob.bytes().len() as u64;
        if fs::metadata(&path).is_ok_and(is_there) {
            return Ok(());
        }
        let number = self.n_written.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.folder.join(format!("{}{number}", self.unfinished));
        // Not forced to disk: what a power cut takes from it is noticed by its digest.
        fs::write(&unfinished, blob.bytes())
            .map_err(Fault::file("write the output", &unfinished))?;
        fs::rename(&unfinished, &path).map_err(Fault::file("store the output", &path))
    }

    /// Reads a blob back; `None`, with the broken file removed, when it is not what was stored.
    pub(crate) fn get(&self, digest: Digest, length: u64) -> Result<Option<Blob>, Fault> {
        let path = self.path(digest);
        match read(&path, length) {
            Ok(bytes) => {
                let blob = Blob::new(bytes);
                if blob.digest() == digest {
                    return Ok(Some(blob));
                }
                match fs::remove_file(&path) {
                    // Another harness has found it broken too.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    removed => removed.map(|()| None).map_err(Fault::file("remove", &path)),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Fault::file("read the output", &path)(error)),
        }
    }
}

fn read(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more shows that a file has grown.
    File::open(path)?
        .take(length.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
