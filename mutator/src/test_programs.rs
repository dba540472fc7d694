//! The package's own tests, built from the woven source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use killrate_model::{Digest, DigestBuilder};
use serde::{Deserialize, Serialize};

use crate::cargo::{self, TestTarget};
use crate::copy::{self, CopyError};
use crate::error::MutatorError;
use crate::instruments::Settings;
use crate::instruments::mutants::alone::build_tests_alone;
use crate::kept;
use crate::package::Package;
use crate::settle::rendered;
use crate::weave::{WeaveOptions, Woven, absolute, clear, find_in, folder_name, lock};

/// A woven program that runs tests of the package, as `cargo test` would build it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestProgram {
    /// What it tests: `lib`, `bin/NAME`, or `tests/NAME`.
    pub name: String,
    /// The program.
    pub binary: PathBuf,
    /// The identity of everything that determines it.
    pub digest: Digest,
    /// The folder that `CARGO_MANIFEST_DIR` stands for in it, where its tests may have files.
    pub source: PathBuf,
    /// The programs of mutants that compile alone but not woven, by their numbers.
    pub alone: BTreeMap<u32, PathBuf>,
}

/// The names of the programs that are kept; a folder with this file is complete.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Stored {
    names: Vec<String>,
}

/// Builds the tests of the mutated package from the source that was woven before, or finds them.
///
/// Mutants have the numbers they have in the woven program. Tests in documentation are not built.
///
/// # Errors
/// When the tests do not compile, or nothing was woven with these options.
pub fn weave_tests(
    options: &WeaveOptions,
    woven: &Woven,
) -> Result<Vec<TestProgram>, MutatorError> {
    let package = Package::of(options)?;
    let scratch = absolute(&options.scratch)?;
    let name = folder_name(&package, woven.digest);
    let _lock = lock(&scratch, &name)?;
    let folder = scratch.join(&name);
    let tests = folder.join("tests");
    let alone: BTreeSet<u32> = woven.alone.keys().copied().collect();
    let stored = tests.join("tests.json");
    let programs = |names: &[String]| programs_of(&tests, names.len(), &alone);
    let known = fs::read(&stored).ok().and_then(|text| names_in(&text));
    let names = match known {
        Some(names) if kept::are_as_noted(&tests, programs(&names)) => names,
        _ => {
            let sites = find_in(&package, &Settings::mutants(&options.classes))?;
            build(&package, &folder, &tests, &stored, |names: &[String]| {
                build_tests_alone(&sites, &alone, &package, &folder, |number, name| {
                    let index = names.iter().position(|known| known == name)?;
                    Some(program_alone(&tests, number, index))
                })?;
                kept::note(&tests, programs(names))
            })?
        }
    };
    let program = |(index, name): (usize, String)| TestProgram {
        alone: alone
            .iter()
            .map(|&number| (number, program_alone(&tests, number, index)))
            .collect(),
        binary: tests.join(index.to_string()),
        source: folder.join("source"),
        digest: DigestBuilder::new("tests")
            .field(woven.digest.as_bytes())
            .field(name.as_bytes())
            .finish(),
        name,
    };
    Ok(names.into_iter().enumerate().map(program).collect())
}

fn names_in(text: &[u8]) -> Option<Vec<String>> {
    let stored: Stored = serde_json::from_slice(text).ok()?;
    Some(stored.names)
}

/// Where all test programs are kept, when there are so many.
fn programs_of(tests: &Path, n_programs: usize, alone: &BTreeSet<u32>) -> Vec<PathBuf> {
    let of_index = |index: usize| {
        let alone = alone
            .iter()
            .map(move |&number| program_alone(tests, number, index));
        [tests.join(index.to_string())].into_iter().chain(alone)
    };
    (0..n_programs).flat_map(of_index).collect()
}

/// Where the test program of this index is kept for a mutant that is not in the woven one.
fn program_alone(tests: &Path, number: u32, index: usize) -> PathBuf {
    tests.join("alone").join(format!("{number}-{index}"))
}

/// Builds the test programs, and whatever else goes by their names, keeps them as `0`, `1` and so on, and gives their names in that order.
fn build(
    package: &Package,
    folder: &Path,
    tests: &Path,
    stored: &Path,
    build_others: impl FnOnce(&[String]) -> Result<(), MutatorError>,
) -> Result<Vec<String>, MutatorError> {
    clear(tests)?;
    fs::create_dir_all(tests).map_err(CopyError::on("create", tests))?;
    let target = folder.join("target");
    let (answer, mut programs) = cargo::build_tests(&folder.join("source"), &target, package)?;
    if !answer.is_success {
        return Err(match answer.messages.errors.as_slice() {
            [] => MutatorError::Cargo {
                package: package.name.clone(),
                complaint: answer.complaint,
            },
            errors => MutatorError::TestsDoNotCompile {
                package: package.name.clone(),
                compiler_message: rendered(errors),
            },
        });
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    for (index, TestTarget { executable, .. }) in programs.iter().enumerate() {
        let kept = tests.join(index.to_string());
        fs::copy(executable, &kept).map_err(CopyError::on("copy", executable))?;
    }
    clear(&target)?;
    let names: Vec<String> = programs.into_iter().map(|program| program.name).collect();
    build_others(&names)?;
    let kept = Stored {
        names: names.clone(),
    };
    let text = serde_json::to_string(&kept).expect("texts have a JSON form");
    let part = tests.join("tests.json.part");
    copy::write(&part, &text)?;
    fs::rename(&part, stored).map_err(CopyError::on("write", stored))?;
    Ok(names)
}
