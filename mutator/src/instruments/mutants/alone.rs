//! Mutants that compile alone but not woven: each becomes a program of its own, with fuel like the
//! woven one and without any other mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{self, TestTarget};
use crate::copy::CopyError;
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::modules::ModuleError;
use crate::package::Package;
use crate::settle::settle;
use crate::sites::Sites;
use crate::source::Source;
use crate::weave::clear;
use crate::workshop::{Workshop, splice};

/// Where the programs of a woven folder are.
pub(crate) fn folder_of_programs(folder: &Path) -> PathBuf {
    folder.join("alone")
}

/// Builds these mutants one by one into the folder of a woven program.
///
/// Gives the reason for those that do not build after all.
pub(crate) fn build_alone(
    sites: &Sites,
    numbers: &BTreeSet<u32>,
    package: &Package,
    folder: &Path,
    on_event: &dyn Fn(WeaveEvent),
) -> Result<BTreeMap<u32, Result<PathBuf, String>>, MutatorError> {
    let mut built = BTreeMap::new();
    if numbers.is_empty() {
        return Ok(built);
    }
    // One workshop for all of them, so that dependencies are built once.
    let workshop = Workshop::open(package, &folder_of_workshop(folder))?;
    for (index, &number) in numbers.iter().enumerate() {
        on_event(WeaveEvent::BuildingAlone {
            index: index + 1,
            n_mutants: numbers.len(),
        });
        let program = folder_of_programs(folder).join(number.to_string());
        let edited = edited(sites, number)?;
        let settled = settle(&edited, &workshop, &|_| {});
        let kept = match settled {
            Ok(settled) => {
                keep(&settled.executable, &program)?;
                Ok(program)
            }
            Err(MutatorError::DoesNotCompile {
                compiler_message, ..
            }) => Err(compiler_message),
            // A property that the mutant does not leave to be compiled cannot be left out.
            Err(MutatorError::Check(error)) => Err(error.to_string()),
            Err(error) => return Err(error),
        };
        built.insert(number, kept);
    }
    clear(&folder_of_workshop(folder))?;
    Ok(built)
}

/// Builds the tests of these mutants one by one, and keeps them by the names of their targets.
pub(crate) fn build_tests_alone(
    sites: &Sites,
    numbers: &BTreeSet<u32>,
    package: &Package,
    folder: &Path,
    kept: impl Fn(u32, &str) -> Option<PathBuf>,
) -> Result<(), MutatorError> {
    if numbers.is_empty() {
        return Ok(());
    }
    let workshop = Workshop::open(package, &folder_of_workshop(folder))?;
    for &number in numbers {
        settle(&edited(sites, number)?, &workshop, &|_| {})?;
        let (source, target) = (workshop.source(), workshop.target());
        let (answer, programs) = cargo::build_tests(source, target, package)?;
        if !answer.is_success {
            return Err(MutatorError::Cargo {
                package: package.name.clone(),
                complaint: answer.complaint,
            });
        }
        for TestTarget { name, executable } in &programs {
            if let Some(path) = kept(number, name) {
                keep(executable, &path)?;
            }
        }
    }
    clear(&folder_of_workshop(folder))
}

fn folder_of_workshop(folder: &Path) -> PathBuf {
    folder.join("alone-workshop")
}

/// The sources with a mutant spliced in, and no site in them; watched where the woven program is.
fn edited(sites: &Sites, number: u32) -> Result<Sites, MutatorError> {
    let mutant = &sites.mutants[number as usize - 1];
    let mut files = Vec::new();
    for file in &sites.files {
        let source = &file.source;
        let text = if source.path == mutant.file {
            splice(source, mutant)
        } else {
            source.text.clone()
        };
        let source = Source::new(source.path.clone(), text);
        let tree = source.parse().map_err(ModuleError::from)?;
        files.push((source, tree));
    }
    Sites::find(files, &sites.settings.without_mutants(), |_| true)
}

fn keep(executable: &Path, place: &Path) -> Result<(), MutatorError> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(CopyError::on("create", folder))?;
    }
    fs::copy(executable, place).map_err(CopyError::on("copy", executable))?;
    Ok(())
}
