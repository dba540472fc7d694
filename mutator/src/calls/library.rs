//! The program that calls functions of shared libraries.

use std::path::{Path, PathBuf};

use super::generate::{NAME, write_if_new};
use crate::driver::lock_driver;
use crate::error::MutatorError;
use crate::runtime::write_runtime;
use crate::single::build_plain;
use crate::weave::{WeaveOptions, absolute, lock};

const MANIFEST: &str = "\
# Calls functions of shared libraries, in a process of its own.
[workspace]

[package]
name = \"calls\"
version = \"0.1.0\"
edition = \"2024\"
publish = false

[dependencies]
killrate-rt = { path = \"rt\", features = [\"calls\"] }
";

const MAIN: &str = "\
//! Makes the calls of a table by a function of a shared library.

fn main() -> std::process::ExitCode {
    killrate_rt::calls::serve_library()
}
";

/// Builds the program that calls functions of shared libraries; it is the same for all of them.
///
/// # Errors
/// When it cannot be built.
pub fn generate_library_calls(scratch: &Path) -> Result<PathBuf, MutatorError> {
    let scratch = absolute(scratch)?;
    let folder = scratch.join("calls-of-libraries");
    {
        let _lock = lock(&scratch, "calls-of-libraries")?;
        write_runtime(&folder.join("rt"))?;
        write_if_new(&folder.join("Cargo.toml"), MANIFEST)?;
        write_if_new(&folder.join("src/main.rs"), MAIN)?;
        if !folder.join("Cargo.lock").is_file() {
            lock_driver(&folder)?;
        }
    }
    build_plain(&WeaveOptions {
        package: folder,
        binary: Some(NAME.to_owned()),
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: [].into(),
        checks: None,
        watches: false,
        takes_many_inputs: false,
        tests: false,
        scratch,
    })
}
