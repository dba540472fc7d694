//! Errors about the value of a key.

use std::collections::BTreeSet;
use std::path::Path;

use crate::catalogue::CatalogueError;
use crate::manifest::ManifestError;

pub(crate) fn value_error(path: &Path, key: String, problem: String) -> CatalogueError {
    ManifestError::Value {
        path: path.to_owned(),
        key,
        problem,
    }
    .into()
}

/// Refuses a list that names something twice.
pub(crate) fn refuse_twice<T: Ord + std::fmt::Display>(
    path: &Path,
    key: &str,
    items: impl Iterator<Item = T>,
) -> Result<(), CatalogueError> {
    let mut seen = BTreeSet::new();
    for item in items {
        if seen.contains(&item) {
            let problem = format!("`{item}` is named twice; keep one");
            return Err(value_error(path, key.to_owned(), problem));
        }
        seen.insert(item);
    }
    Ok(())
}
