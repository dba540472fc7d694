//! Which check an error of the compiler is about.

use super::{Checks, Part};
use crate::diagnostic::Diagnostic;
use crate::instruments::{self, Blame, Culprit};
use crate::sites::SiteFile;

impl Blame for Checks {
    /// A check is never left out alone, so its errors are looked at with those of its function.
    fn culprit(&self, part: instruments::Part, _: &Diagnostic, file: &SiteFile) -> Culprit {
        let instruments::Part::Checks(Part(check)) = part else {
            unreachable!("only its own parts come here")
        };
        Culprit::Function(file.found.checks.checks[check].function.function)
    }
}
