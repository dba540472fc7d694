//! Programs built the traditional way: the package as it is, or with one edit.

use std::fs;
use std::path::PathBuf;

use killrate_model::{DigestBuilder, Mutant};

use crate::cargo::{self, CargoAnswer, Step};
use crate::copy;
use crate::copy::CopyError;
use crate::error::MutatorError;
use crate::kept;
use crate::package::Package;
use crate::settle::rendered;
use crate::source::Source;
use crate::weave::{WeaveOptions, absolute, binary_in, clear, digest_of, keep_binary, lock};
use crate::workshop::splice;

/// Builds the unmodified package in release mode, with the flags a woven program gets.
pub fn build_plain(options: &WeaveOptions) -> Result<PathBuf, MutatorError> {
    let package = Package::of(options)?;
    let (binary, answer) = build(options, &package, None)?;
    match binary {
        Some(binary) => Ok(binary),
        None => Err(MutatorError::DoesNotCompile {
            package: package.name,
            compiler_message: rendered(&answer.messages.errors),
        }),
    }
}

/// Builds one mutant the traditional way: one source edit and a build of its own.
///
/// The edit replaces a node of the syntax tree, so the mutant is in parentheses.
pub fn build_single(options: &WeaveOptions, mutant: &Mutant) -> Result<PathBuf, MutatorError> {
    let package = Package::of(options)?;
    let (binary, answer) = build(options, &package, Some(mutant))?;
    match binary {
        Some(binary) => Ok(binary),
        None => Err(MutatorError::MutantDoesNotCompile {
            id: mutant.id.to_string(),
            compiler_message: rendered(&answer.messages.errors),
        }),
    }
}

/// The file of a mutant as it is now, if the mutant still fits it.
pub(crate) fn source_of(package: &Package, mutant: &Mutant) -> Result<Source, MutatorError> {
    let path = package.root.join(&mutant.file);
    let text = fs::read_to_string(&path).map_err(CopyError::on("read", &path))?;
    let range = mutant.start as usize..mutant.end as usize;
    if text.get(range) == Some(mutant.before.as_str()) {
        Ok(Source::new(mutant.file.clone(), text))
    } else {
        Err(MutatorError::Stale {
            package: package.name.clone(),
            id: mutant.id.to_string(),
        })
    }
}

fn build(
    options: &WeaveOptions,
    package: &Package,
    mutant: Option<&Mutant>,
) -> Result<(Option<PathBuf>, CargoAnswer), MutatorError> {
    let edited = mutant
        .map(|mutant| source_of(package, mutant).map(|source| (mutant, source)))
        .transpose()?;
    let scratch = absolute(&options.scratch)?;
    let version = cargo::compiler_version(&package.built().root)?;
    let mut key = DigestBuilder::new("traditional")
        .field(version.as_bytes())
        .field(digest_of(package)?.as_bytes());
    if let Some((mutant, source)) = &edited {
        key = key
            .field(mutant.file.as_bytes())
            .field(splice(source, mutant).as_bytes());
    }
    // One target folder for all of them, so that dependencies are built once.
    let _lock = lock(&scratch, &format!("{}-traditional", package.name))?;
    let target = scratch.join(format!("{}-traditional-target", package.name));
    let folder = scratch.join(format!(
        "{}-traditional-{}",
        package.name,
        key.finish().short()
    ));
    let binary = binary_in(&folder, package);
    let is_built = |answer| Ok((Some(binary.clone()), answer));
    if binary.is_file() && kept::are_as_noted(&folder, [binary.clone()]) {
        return is_built(CargoAnswer::nothing_to_do());
    }
    clear(&folder)?;
    let source_folder = folder.join("source");
    copy::copy(package, &source_folder, None)?;
    if let Some((mutant, source)) = &edited {
        copy::write(&source_folder.join(&mutant.file), &splice(source, mutant))?;
    }
    let built = copy::built_folder(package, &source_folder);
    let answer = cargo::run(&built, &target, package, Step::Build)?;
    match &answer.messages.executable {
        Some(executable) if answer.is_success => {
            keep_binary(executable, &folder, package)?;
            kept::note(&folder, [binary.clone()])?;
            clear(&source_folder)?;
            clear(&built)?;
            is_built(answer)
        }
        _ if answer.messages.errors.is_empty() => Err(MutatorError::Cargo {
            package: package.name.clone(),
            complaint: answer.complaint,
        }),
        _ => Ok((None, answer)),
    }
}
