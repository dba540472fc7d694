//! What errors in the text that burns fuel are about.

use super::Fuel;
use crate::diagnostic::Diagnostic;
use crate::instruments::{Blame, Culprit, Part};
use crate::sites::SiteFile;

impl Blame for Fuel {
    /// Its text is marked as that of the functions it is in, so no error points at a part.
    fn culprit(&self, _: Part, _: &Diagnostic, _: &SiteFile) -> Culprit {
        Culprit::Elsewhere
    }
}
