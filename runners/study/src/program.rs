//! Programs as the executor runs them.

use std::path::PathBuf;
use std::sync::Arc;

use killrate_executor::Program;
use killrate_mutator::Woven;

use crate::catalogue::{CatalogueError, read_blob};

/// A program that is identified by its own content, because nothing was woven into it.
pub(crate) fn program(binary: PathBuf) -> Result<Arc<Program>, CatalogueError> {
    let digest = read_blob(&binary)?.digest();
    Ok(Arc::new(Program::new(binary, digest)))
}

/// A woven program, with those of its mutants that are programs of their own.
pub(crate) fn woven_program(woven: &Woven) -> Program {
    Program::new(woven.binary.clone(), woven.digest).with_alone(woven.alone.clone())
}
