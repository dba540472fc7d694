//! A program that tells which of its lines ran.
//!
//! Marks are no instrument: they are asked for apart from mutants, hold for a source whatever is woven
//! into it, and would only slow a woven program down.

use std::path::PathBuf;

use killrate_model::DigestBuilder;

use crate::cargo::{self, Step};
use crate::error::MutatorError;
use crate::kept;
use crate::lines::{Line, MarkedFile, mark};
use crate::modules::reachable_files;
use crate::package::Package;
use crate::runtime::RUNTIME;
use crate::settle::rendered;
use crate::source::Source;
use crate::weave::{WeaveOptions, absolute, binary_in, clear, keep_binary, lock, source_digest};
use crate::workshop::Workshop;

/// A build of the original with a mark on every line.
#[derive(Debug, Clone)]
pub struct Marked {
    /// The program; its reach probe reports marks, numbered from 1, in the place of mutants.
    pub binary: PathBuf,
    /// The line of each mark; a line with several statements has several.
    pub lines: Vec<Line>,
}

/// Builds the package with a mark on every line, or finds the build made before.
///
/// # Errors
/// When the package cannot be read or does not compile.
pub fn build_marked(options: &WeaveOptions) -> Result<Marked, MutatorError> {
    let package = Package::find(&options.package)?;
    let files = marked_files(&package)?;
    let marked = |binary| Marked {
        binary,
        lines: (files.iter())
            .flat_map(|(_, file)| file.lines.clone())
            .collect(),
    };
    let scratch = absolute(&options.scratch)?;
    let version = cargo::compiler_version(&package.root)?;
    let mut key = DigestBuilder::new("marked")
        .field(version.as_bytes())
        .field(source_digest(&package.root)?.as_bytes());
    for (source, file) in &files {
        key = key
            .field(source.path.as_bytes())
            .field(file.text.as_bytes());
    }
    for (name, text) in RUNTIME {
        key = key.field(name.as_bytes()).field(text.as_bytes());
    }
    let name = format!("{}-marked-{}", package.name, key.finish().short());
    let _lock = lock(&scratch, &name)?;
    let folder = scratch.join(&name);
    let binary = binary_in(&folder, &package);
    if binary.is_file() && kept::are_as_noted(&folder, [binary.clone()]) {
        return Ok(marked(binary));
    }
    clear(&folder)?;
    let workshop = Workshop::open(&package, &folder)?;
    for (source, file) in &files {
        workshop.write_calling_runtime(source, &file.text)?;
    }
    let answer = workshop.run(Step::Build)?;
    let Some(executable) = &answer.messages.executable else {
        return Err(MutatorError::DoesNotCompile {
            package: package.name,
            compiler_message: rendered(&answer.messages.errors),
        });
    };
    let binary = keep_binary(executable, &folder, &package)?;
    kept::note(&folder, [binary.clone()])?;
    clear(workshop.target())?;
    Ok(marked(binary))
}

/// The files of a package with their marks, numbered through.
fn marked_files(package: &Package) -> Result<Vec<(Source, MarkedFile)>, MutatorError> {
    let mut first = 1;
    let mut files = Vec::new();
    for (source, tree) in reachable_files(package)? {
        let file = mark(&source, &tree, first);
        first += u32::try_from(file.lines.len()).expect("a file has fewer lines");
        files.push((source, file));
    }
    Ok(files)
}
