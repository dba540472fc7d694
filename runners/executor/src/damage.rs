//! What was found broken in the scratch folder.

use std::fmt;
use std::path::PathBuf;

/// A part of the scratch folder that cannot be read; its executions are run again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Damage {
    /// The damaged file.
    pub file: PathBuf,
    /// Where the damage starts, in bytes.
    pub offset: u64,
    /// How many bytes are unreadable.
    pub length: u64,
    /// What kind of damage it is.
    pub kind: DamageKind,
}

/// Kinds of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DamageKind {
    /// The last result of a log was not written to its end, as when the machine lost power.
    Truncated,
    /// Bytes of a log changed after they were written.
    Corrupt,
    /// A stored output is missing or changed after it was written.
    Blob,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, length, .. } = self;
        let file = self.file.display();
        match self.kind {
            DamageKind::Truncated => write!(
                f,
                "the last result in `{file}` is incomplete ({length} bytes at {offset}); it will be run again"
            ),
            DamageKind::Corrupt => write!(
                f,
                "{length} bytes at {offset} of `{file}` changed after they were written; what they held will be run again"
            ),
            DamageKind::Blob => write!(
                f,
                "the stored output `{file}` is missing or changed after it was written; what it belongs to will be run again"
            ),
        }
    }
}
