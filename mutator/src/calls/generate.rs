//! The driver of a function.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use killrate_model::{DigestBuilder, MutantClass, hint};

use super::callee::Callee;
use super::closure::Functions;
use super::dependency::Dependency;
use super::signature::{NumberType, Refusal};
use crate::copy::{self, CopyError};
use crate::driver::{dependency_root, lock_driver};
use crate::error::MutatorError;
use crate::modules::reachable_files;
use crate::package::Package;
use crate::runtime::write_runtime;
use crate::weave::{WeaveOptions, absolute, lock};

/// The name of every generated driver.
pub(super) const NAME: &str = "calls";

/// A generated program that makes calls of one function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallsProgram {
    /// The driver's folder.
    pub folder: PathBuf,
    /// The package that the function is in.
    pub library: String,
    /// The function as it is called, such as `libm::sin`.
    pub function: String,
    /// The names of its arguments.
    pub names: Vec<String>,
    /// The types of its arguments; `None` where only the compiler knows them.
    pub arguments: Option<Vec<NumberType>>,
    /// The type of its result; `None` where only the compiler knows it.
    pub result: Option<NumberType>,
    /// The library's files that a call may run through, as far as names tell.
    pub files: BTreeSet<String>,
    /// Where the function is, such as `src/math/sin.rs::sin`, and what its arguments are called there;
    /// `None` for expressions and where only the compiler knows it.
    pub place: Option<(String, Vec<String>)>,
}

/// Why there is no program that makes calls of a function.
#[derive(Debug, thiserror::Error)]
pub enum CallsError {
    /// What is to be called cannot be read.
    #[error(
        "`{text}` is no function; write its name, a call such as `sin(x)`, or an expression such as `sin(x) / x`"
    )]
    Unreadable {
        /// The text.
        text: String,
    },
    /// An expression without a variable.
    #[error("`{text}` has no variable; write one where the arguments stand, such as `sin(x)`")]
    NoVariable {
        /// The text.
        text: String,
    },
    /// A function that cannot be called with numbers.
    #[error("`{name}` of package `{package}` {refusal}")]
    Refused {
        /// The function.
        name: String,
        /// The package.
        package: String,
        /// Why not.
        refusal: Refusal,
    },
    /// There is no such function in the sources.
    #[error(
        "package `{package}` has no function `{name}` of numbers in its sources; {hint}; if a macro makes it, write its arguments too, such as `{name}(x)`"
    )]
    NoFunction {
        /// The function.
        name: String,
        /// The package.
        package: String,
        /// The nearest names.
        hint: String,
    },
    /// A call with another number of arguments.
    #[error(
        "`{name}` has {n_arguments} arguments and is called with {n_given}; write its name alone"
    )]
    OtherArity {
        /// The function.
        name: String,
        /// How many it has.
        n_arguments: usize,
        /// How many were written.
        n_given: usize,
    },
    /// The package cannot be built or read.
    #[error(transparent)]
    Mutator(#[from] MutatorError),
}

impl From<CopyError> for CallsError {
    fn from(error: CopyError) -> Self {
        Self::Mutator(error.into())
    }
}

/// Writes the driver that makes calls of a function of a library into scratch.
///
/// The same function of the same library always gets the same driver in the same folder.
///
/// # Errors
/// When there is no such function, it is none of numbers, or the library cannot be found.
pub fn generate_calls(
    dependency: &Dependency,
    text: &str,
    scratch: &Path,
) -> Result<CallsProgram, CallsError> {
    let text = text.trim();
    let callee = Callee::read(text).ok_or_else(|| CallsError::Unreadable {
        text: text.to_owned(),
    })?;
    let key = DigestBuilder::new("calls")
        .field(dependency.line.as_bytes())
        .field(text.as_bytes());
    let name = format!("{NAME}-{}-{}", dependency.name, key.finish().short());
    let scratch = absolute(scratch)?;
    let _lock = lock(&scratch, &name)?;
    let folder = scratch.join(&name);
    write_package(&folder, &dependency.line)?;
    let driver = Package::find_program(&folder, Some(NAME)).map_err(MutatorError::from)?;
    let root = dependency_root(&driver, &dependency.name)?;
    let library = Package::find_library(&root, driver).map_err(MutatorError::from)?;
    let files = reachable_files(&library).map_err(MutatorError::from)?;
    let root_file = library.crate_roots[0].to_string_lossy().replace('\\', "/");
    let functions = Functions::of(&files, &root_file);
    let program = resolve(&callee, dependency, &functions)?;
    let main = main_of(&program, &callee, dependency);
    write_if_new(&folder.join("src/main.rs"), &main)?;
    Ok(CallsProgram { folder, ..program })
}

impl CallsProgram {
    /// How its library is woven with these classes of mutants in the files that a call runs through.
    pub fn weave_options(&self, classes: BTreeSet<MutantClass>, scratch: &Path) -> WeaveOptions {
        WeaveOptions {
            package: self.folder.clone(),
            binary: Some(NAME.to_owned()),
            mutates: Some(self.library.clone()),
            features: Vec::new(),
            files: self.files.iter().cloned().collect(),
            classes,
            checks: None,
            watches: false,
            takes_many_inputs: false,
            tests: false,
            scratch: scratch.to_owned(),
        }
    }
}

/// Writes the driver's package with a program that does nothing, unless it is there.
fn write_package(folder: &Path, dependency: &str) -> Result<(), MutatorError> {
    let manifest = format!(
        "\
# The driver of a function: it calls the library, which is what is mutated.
[workspace]

[package]
name = \"{NAME}\"
version = \"0.1.0\"
edition = \"2024\"
publish = false

[dependencies]
{dependency}
killrate-rt = {{ path = \"rt\", features = [\"calls\"] }}
"
    );
    write_runtime(&folder.join("rt"))?;
    write_if_new(&folder.join("Cargo.toml"), &manifest)?;
    if !folder.join("src/main.rs").is_file() {
        copy::write(&folder.join("src/main.rs"), "fn main() {}\n")?;
    }
    if !folder.join("Cargo.lock").is_file() {
        lock_driver(folder)?;
    }
    Ok(())
}

/// Writes a file, unless it is there as it should be.
pub(super) fn write_if_new(path: &Path, text: &str) -> Result<(), CopyError> {
    match fs::read_to_string(path) {
        Ok(written) if written == text => Ok(()),
        _ => copy::write(path, text),
    }
}

/// Finds out what is called, and where.
fn resolve(
    callee: &Callee,
    dependency: &Dependency,
    functions: &Functions,
) -> Result<CallsProgram, CallsError> {
    let library = dependency.name.clone();
    let program = |function, names, arguments, result, files| CallsProgram {
        folder: PathBuf::new(),
        library: library.clone(),
        function,
        names,
        arguments,
        result,
        files,
        place: None,
    };
    let (path, given) = match callee {
        Callee::Expression { text, variables } if variables.is_empty() => {
            return Err(CallsError::NoVariable { text: text.clone() });
        }
        Callee::Expression { text, variables } => {
            let mentioned = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            return Ok(program(
                text.clone(),
                variables.clone(),
                Some(vec![NumberType::Double; variables.len()]),
                None,
                functions.files(mentioned.map(str::to_owned)),
            ));
        }
        Callee::Function { path, arguments } => (path, arguments),
    };
    let name = path.join("::");
    let full = |path: &[String]| format!("{}::{}", dependency.crate_name(), path.join("::"));
    let files = functions.files(path.last().cloned());
    match (functions.find(path), given) {
        (Some(Err(refusal)), _) => Err(CallsError::Refused {
            name,
            package: library.clone(),
            refusal,
        }),
        (Some(Ok(found)), given) => {
            let numeric = found.numeric;
            if let Some(given) = given
                && given.len() != numeric.arguments.len()
            {
                return Err(CallsError::OtherArity {
                    name,
                    n_arguments: numeric.arguments.len(),
                    n_given: given.len(),
                });
            }
            let place = found.place.map(|place| (place, numeric.names.clone()));
            let names = given.clone().unwrap_or(numeric.names);
            let function = full(&found.path);
            let (arguments, result) = (Some(numeric.arguments), Some(numeric.result));
            let program = program(function, names, arguments, result, files);
            Ok(CallsProgram { place, ..program })
        }
        // A macro may make it, and then the compiler decides.
        (None, Some(given)) if !given.is_empty() => {
            Ok(program(full(path), given.clone(), None, None, files))
        }
        (None, _) => Err(CallsError::NoFunction {
            hint: hint(&name, functions.names().collect::<Vec<&str>>()),
            name,
            package: library.clone(),
        }),
    }
}

/// The driver's program.
fn main_of(program: &CallsProgram, callee: &Callee, dependency: &Dependency) -> String {
    let function = &program.function;
    let called = match callee {
        Callee::Function { .. } => function.clone(),
        Callee::Expression { text, variables } => {
            let variables: Vec<String> = variables
                .iter()
                .map(|variable| format!("{variable}: f64"))
                .collect();
            let variables = variables.join(", ");
            let library = dependency.crate_name();
            format!("|{variables}| {{\n        use {library}::*;\n        {text}\n    }}")
        }
    };
    format!(
        "\
//! Makes the calls of a table: `{function}`.

fn main() -> std::process::ExitCode {{
    killrate_rt::calls::serve({called})
}}
"
    )
}
