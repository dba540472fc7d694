//! What errors in the text that serves batches are about.

use super::Batches;
use crate::diagnostic::Diagnostic;
use crate::instruments::{Blame, Culprit, Part};
use crate::sites::SiteFile;

impl Blame for Batches {
    /// It has no parts, so no error points at one.
    fn culprit(&self, _: Part, _: &Diagnostic, _: &SiteFile) -> Culprit {
        Culprit::Elsewhere
    }
}
