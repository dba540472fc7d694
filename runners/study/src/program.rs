//! Programs that are built as they are.

use std::path::PathBuf;
use std::sync::Arc;

use killrate_executor::Program;

use crate::catalogue::{CatalogueError, read_blob};

/// A program that is identified by its own content, because nothing was woven into it.
pub(crate) fn program(binary: PathBuf) -> Result<Arc<Program>, CatalogueError> {
    let digest = read_blob(&binary)?.digest();
    Ok(Arc::new(Program::new(binary, digest)))
}
