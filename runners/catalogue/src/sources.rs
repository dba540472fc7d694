//! The identity of what a subject is made of.

use std::path::Path;

use killrate_model::{Digest, DigestBuilder};
use killrate_mutator::MutatorError;

use crate::manifest::SubjectManifest;

/// The digest of a subject's folder, and of its package where that is elsewhere.
///
/// A dependency from a registry is in it by the checksum in the lock file.
pub fn source_digest(manifest: &SubjectManifest, folder: &Path) -> Result<Digest, MutatorError> {
    let own = killrate_mutator::source_digest(folder)?;
    if manifest.build.package.is_none() {
        return Ok(own);
    }
    let package = killrate_mutator::source_digest(&manifest.package_folder(folder))?;
    Ok(DigestBuilder::new("subject")
        .field(own.as_bytes())
        .field(package.as_bytes())
        .finish())
}
