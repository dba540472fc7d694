//! What instruments are asked to look for.

use std::collections::BTreeSet;
use std::fs;

use killrate_model::MutantClass;

use crate::copy::CopyError;
use crate::package::Package;
use crate::weave::WeaveOptions;

/// What is looked for in a package.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// The classes of mutants.
    pub classes: BTreeSet<MutantClass>,
    /// The properties of functions, if they are looked for.
    pub checks: Option<CheckSettings>,
    /// Whether functions can be watched.
    pub watches: bool,
    /// Where the program's `main` may be, if it is to take many inputs.
    pub roots_of_batches: Vec<String>,
}

/// Where properties of functions are written, besides the doc comments.
#[derive(Debug, Clone, Default)]
pub(crate) struct CheckSettings {
    pub side_file: Option<SideFile>,
}

/// A file that names functions and their properties.
#[derive(Debug, Clone)]
pub(crate) struct SideFile {
    pub path: String,
    /// Kept, because programs of mutants alone look for the same properties later, when the file may
    /// be another.
    pub text: String,
}

impl Settings {
    /// Those of these options; the side file is read.
    pub(crate) fn of(options: &WeaveOptions, package: &Package) -> Result<Self, CopyError> {
        let checks = options.checks.as_ref();
        let side_file = match checks.and_then(|checks| checks.side_file.as_ref()) {
            Some(path) => Some(SideFile {
                path: path.display().to_string(),
                text: fs::read_to_string(path).map_err(CopyError::on("read", path))?,
            }),
            None => None,
        };
        Ok(Self {
            classes: options.classes.clone(),
            checks: checks.map(|_| CheckSettings { side_file }),
            watches: options.watches,
            roots_of_batches: match options.takes_many_inputs {
                true => package.root_paths(),
                false => Vec::new(),
            },
        })
    }

    /// Mutants of these classes and nothing else.
    pub(crate) fn mutants(classes: &BTreeSet<MutantClass>) -> Self {
        Self {
            classes: classes.clone(),
            ..Self::default()
        }
    }

    /// Properties of functions and nothing else.
    #[cfg(test)]
    pub(crate) fn checks(side_file: Option<SideFile>) -> Self {
        Self {
            checks: Some(CheckSettings { side_file }),
            ..Self::default()
        }
    }

    /// The same without mutants.
    pub(crate) fn without_mutants(&self) -> Self {
        Self {
            classes: BTreeSet::new(),
            ..self.clone()
        }
    }
}
