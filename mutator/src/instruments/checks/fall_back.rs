//! What happens when the compiler refuses what is written about a function: nothing is left out, and
//! the user is told. A property that was left out would seem to hold everywhere.

use super::{Checks, Part};
use crate::error::MutatorError;
use crate::instruments::{self, FallBack, Refused};
use crate::sites::Sites;

impl FallBack for Checks {
    fn insists(&self, sites: &Sites) -> bool {
        let mut found = sites.files.iter().map(|file| &file.found.checks);
        found.any(|found| !found.checks.is_empty() || !found.random_functions.is_empty())
    }

    fn refusal(&self, refused: Refused, message: &str, sites: &Sites) -> Option<MutatorError> {
        let error = match refused {
            Refused::Part(file, instruments::Part::Checks(Part(check))) => {
                sites.files[file].found.checks.checks[check].refused(message)
            }
            Refused::Part(..) => return None,
            Refused::Function(id) => {
                let found = &sites.files[id.file].found.checks;
                if let Some(check) = found.checks.iter().find(|check| check.function == id) {
                    check.refused(message)
                } else {
                    let mut random_functions = found.random_functions.iter();
                    let random = random_functions.find(|random| random.function == id)?;
                    random.refused(message)
                }
            }
        };
        Some(error.into())
    }
}
