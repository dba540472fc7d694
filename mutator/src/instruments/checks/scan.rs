//! What is written about functions.

use super::{Checks, Declared, find};
use crate::error::MutatorError;
use crate::instruments::Scan;
use crate::scan::{FunctionSyntax, Scanner};
use crate::sites::Sites;

impl Scan for Checks {
    fn see_function(&self, function: &FunctionSyntax<'_>, scanner: &mut Scanner<'_>) {
        let declared = Declared::of(function, scanner.source);
        scanner.found.checks.declared.push(declared);
    }

    /// Finds the properties of functions that are to be checked, and those that draw random numbers.
    fn finish(&self, sites: &mut Sites) -> Result<(), MutatorError> {
        if let Some(settings) = &sites.settings.checks {
            let found = find(&sites.files, settings.side_file.as_ref())?;
            for check in found.checks {
                let file = &mut sites.files[check.function.file];
                file.found.checks.checks.push(check);
            }
            for random in found.random_functions {
                let file = &mut sites.files[random.function.file];
                file.found.checks.random_functions.push(random);
            }
        }
        Ok(())
    }
}
