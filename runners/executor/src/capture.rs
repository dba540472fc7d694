//! What a program prints, caught in memory that the kernel bounds like a file.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileExt as _;

use rustix::fs::{MemfdFlags, memfd_create};

use crate::Fault;

/// A stream of a program; a pipe would need somebody to drain it while the program runs.
pub(crate) struct Capture(File);

impl Capture {
    pub(crate) fn new(name: &str) -> Result<Self, Fault> {
        let memory = memfd_create(name, MemfdFlags::CLOEXEC)
            .map_err(Fault::watch("prepare the output streams"))?;
        Ok(Self(memory.into()))
    }

    /// How many bytes were printed.
    pub(crate) fn len(&self) -> Result<u64, Fault> {
        let metadata = self.0.metadata().map_err(Fault::watch("read the output"))?;
        Ok(metadata.len())
    }

    /// The first `length` bytes, or all.
    pub(crate) fn head(&self, length: u64) -> Result<Vec<u8>, Fault> {
        self.read(0, length.min(self.len()?))
    }

    /// The last `length` bytes, or all.
    pub(crate) fn tail(&self, length: u64) -> Result<Vec<u8>, Fault> {
        let end = self.len()?;
        let start = end.saturating_sub(length);
        self.read(start, end - start)
    }

    /// What was printed from one place to another.
    pub(crate) fn part(&self, range: Range<u64>) -> Result<Vec<u8>, Fault> {
        self.read(range.start, range.end.saturating_sub(range.start))
    }

    fn read(&self, start: u64, length: u64) -> Result<Vec<u8>, Fault> {
        let fault = |error: io::Error| Fault::watch("read the output")(error);
        let length = usize::try_from(length).map_err(|error| fault(io::Error::other(error)))?;
        let mut content = vec![0; length];
        // Nothing shrinks it but a surviving process of the group, which has just been killed.
        self.0.read_exact_at(&mut content, start).map_err(fault)?;
        Ok(content)
    }
}

impl AsFd for Capture {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
