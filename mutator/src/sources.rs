//! The files that mutants are made of, as they are now.

use std::collections::BTreeMap;

use crate::error::MutatorError;
use crate::modules::reachable_files;
use crate::package::Package;
use crate::weave::WeaveOptions;

/// The text of every file that the crates of the mutated package are made of, by its path.
///
/// # Errors
/// When the package or one of its files cannot be read.
pub fn sources(options: &WeaveOptions) -> Result<BTreeMap<String, String>, MutatorError> {
    let files = reachable_files(&Package::of(options)?)?;
    let text = |(source, _): (crate::source::Source, syn::File)| (source.path, source.text);
    Ok(files.into_iter().map(text).collect())
}
