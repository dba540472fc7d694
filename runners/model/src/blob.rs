//! Bytes that are shared, compared and keyed by content.

use std::fmt;
use std::sync::Arc;

use crate::Digest;

/// Immutable bytes with their digest; cloning shares them.
#[derive(Clone)]
pub struct Blob {
    // Not a slice: sharing it would copy bytes that are only moved like this.
    bytes: Arc<Vec<u8>>,
    digest: Digest,
}

impl Blob {
    /// Keeps these bytes and computes their digest once.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = Arc::new(bytes.into());
        let digest = Digest::of(&bytes);
        Self { bytes, digest }
    }

    /// The content.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The digest of the content.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Whether there is nothing but white space in it.
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// The content as text, with a replacement character for what is not UTF-8.
    pub fn to_text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        // Comparing contents would take long for large ones; nobody has found two with one SHA-256.
        self.digest == other.digest
    }
}

impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Blob({} bytes, {})",
            self.bytes.len(),
            self.digest.short()
        )
    }
}
