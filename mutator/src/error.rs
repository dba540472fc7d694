//! Why a package could not be mutated.

use crate::cargo::StartError;
use crate::copy::CopyError;
use crate::instruments::checks::CheckError;
use crate::modules::ModuleError;
use crate::package::PackageError;
use crate::placebos::PlaceboError;

/// Why a package could not be mutated.
#[derive(Debug, thiserror::Error)]
pub enum MutatorError {
    /// The folder is no package with a program.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// A source file cannot be read or parsed.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A file cannot be copied or written.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// Cargo or the compiler cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A property of a function cannot be read or does not compile.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A placebo does not fit the source.
    #[error(transparent)]
    Placebo(#[from] PlaceboError),
    /// The package does not compile as it is.
    #[error(
        "package `{package}` does not compile; correct it before mutating it\n{compiler_message}"
    )]
    DoesNotCompile {
        /// The package.
        package: String,
        /// The errors as the compiler prints them.
        compiler_message: String,
    },
    /// The tests of the package do not compile.
    #[error(
        "the tests of package `{package}` do not compile; correct them, or leave the technique `tests` out\n{compiler_message}"
    )]
    TestsDoNotCompile {
        /// The package.
        package: String,
        /// The errors as the compiler prints them.
        compiler_message: String,
    },
    /// Cargo failed before it came to compile anything.
    #[error("cargo cannot build package `{package}`; correct what it complains about\n{complaint}")]
    Cargo {
        /// The package.
        package: String,
        /// What cargo printed.
        complaint: String,
    },
    /// Inputs of one process would see each other.
    #[error(
        "`{file}`, line {line}: `{text}` outlives one input or ends the process, so no process can take many inputs; leave `takes-many-inputs` out of the subject's manifest"
    )]
    KeepsState {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// What is there.
        text: String,
    },
    /// There is no function to call for each input.
    #[error(
        "there is no `fn main` in `{roots}` to call for each of many inputs; leave `takes-many-inputs` out of the subject's manifest"
    )]
    NoMain {
        /// The files that crates start from.
        roots: String,
    },
    /// The program has a panic handler of its own, so the runtime cannot be linked into it.
    #[error(
        "package `{package}` is a program without the standard library, which the woven runtime needs; write a driver that has it, and mutate the library"
    )]
    NoStandardLibrary {
        /// The package.
        package: String,
    },
    /// The runtime has no room for so many mutants.
    #[error(
        "package `{package}` has {n_mutants} mutants, and a woven program holds {most}; choose fewer classes"
    )]
    TooMany {
        /// The package.
        package: String,
        /// How many there are.
        n_mutants: usize,
        /// How many there may be.
        most: usize,
    },
    /// The woven program does not compile, and no mutant is to blame.
    #[error(
        "weaving package `{package}` broke code that holds no mutant; please report this message\n{compiler_message}"
    )]
    Unattributed {
        /// The package.
        package: String,
        /// The errors as the compiler prints them.
        compiler_message: String,
    },
    /// A mutant was made from another state of the source.
    #[error(
        "mutant `{id}` does not fit the source of package `{package}` any more; weave it again"
    )]
    Stale {
        /// The package.
        package: String,
        /// The mutant.
        id: String,
    },
    /// A mutant does not compile when it is built alone.
    #[error(
        "mutant `{id}` does not compile; only mutants with status woven can be built\n{compiler_message}"
    )]
    MutantDoesNotCompile {
        /// The mutant.
        id: String,
        /// The errors as the compiler prints them.
        compiler_message: String,
    },
}
