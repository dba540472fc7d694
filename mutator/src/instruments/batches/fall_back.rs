//! What is left out of the text that serves batches.

use super::Batches;
use crate::instruments::FallBack;

// It is one call, which compiles wherever `main` does.
impl FallBack for Batches {}
