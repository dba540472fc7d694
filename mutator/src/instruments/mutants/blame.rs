//! Which mutants an error of the compiler is about.

use super::{Mutants, Part};
use crate::diagnostic::{Diagnostic, LITERAL_OUT_OF_RANGE};
use crate::instruments::{self, Blame, Culprit};
use crate::sites::SiteFile;

/// Errors that are about the expression they point at and nothing else: an operator or a conversion
/// that a type does not have, types that differ, casts that there are not, and literals that do not
/// fit.
const EXACT_CODES: [&str; 9] = [
    "E0277",
    "E0308",
    "E0368",
    "E0369",
    "E0600",
    "E0604",
    "E0605",
    "E0606",
    LITERAL_OUT_OF_RANGE,
];

impl Blame for Mutants {
    fn culprit(&self, part: instruments::Part, error: &Diagnostic, file: &SiteFile) -> Culprit {
        let code = error.code.as_deref();
        let is_exact = code.is_some_and(|code| EXACT_CODES.contains(&code));
        match own(part) {
            Part::Arm(_) if is_exact => Culprit::Part,
            part => Culprit::Function(function_of(part, file)),
        }
    }

    fn holds_up(&self, part: instruments::Part, function: usize, file: &SiteFile) -> bool {
        function_of(own(part), file) == function
    }
}

fn own(part: instruments::Part) -> Part {
    match part {
        instruments::Part::Mutants(part) => part,
        _ => unreachable!("only its own parts come here"),
    }
}

fn function_of(part: Part, file: &SiteFile) -> usize {
    let found = &file.found.mutants;
    match part {
        Part::MutatedBody(function) => function,
        Part::Site(site) => found.sites[site].function,
        Part::Arm(mutant) => {
            let mut functions = found.of_function.iter();
            let function = functions.position(|numbers| numbers.contains(&mutant));
            function.expect("an arm is written for a mutant of its own file")
        }
    }
}
