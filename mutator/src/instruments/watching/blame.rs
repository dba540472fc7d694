//! What of watching an error of the compiler is about.

use super::{Part, Watching};
use crate::diagnostic::{Diagnostic, LITERAL_OUT_OF_RANGE};
use crate::instruments::{self, Blame, Culprit};
use crate::sites::SiteFile;

impl Blame for Watching {
    fn culprit(&self, part: instruments::Part, error: &Diagnostic, _: &SiteFile) -> Culprit {
        let instruments::Part::Watching(part) = part else {
            unreachable!("only its own parts come here")
        };
        let is_literal = error.code.as_deref() == Some(LITERAL_OUT_OF_RANGE);
        match part {
            // This is a copy of what is written, with the literals that are written.
            Part::Exits(function) if is_literal => Culprit::Function(function),
            _ => Culprit::Part,
        }
    }
}
