//! Mutants whose optimised code is that of the original or of another mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use killrate_model::{DigestBuilder, Mutant, MutantStatus, Variant};
use serde::{Deserialize, Serialize};

use crate::assembly::{Assembly, Digests};
use crate::cargo::{self, Step};
use crate::copies::{Copied, ROOTS, with_copies};
use crate::copy;
use crate::copy::CopyError;
use crate::diagnostic::Diagnostic;
use crate::error::MutatorError;
use crate::instruments::Settings;
use crate::package::Package;
use crate::sites::Sites;
use crate::weave::{WeaveOptions, absolute, clear, digest_of, find_in, lock};
use crate::workshop::Workshop;

/// How often functions whose copies do not compile are left out before all of them are.
const MOST_ROUNDS: usize = 4;

/// What the compiler made of a mutant's function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SameCode {
    /// The mutant.
    pub mutant: u32,
    /// The variant with the same code, by number: 0 for the original, or the first such mutant;
    /// `None` when there is none.
    pub same_as: Option<u32>,
}

impl SameCode {
    /// The variant with the same code.
    pub fn variant(&self) -> Option<Variant> {
        self.same_as.map(|number| match number {
            0 => Variant::Original,
            mutant => Variant::Mutant(mutant),
        })
    }
}

/// Compares the optimised code of mutants with that of the original and of each other.
///
/// This is trivial compiler equivalence (M. Papadakis, Y. Jia, M. Harman and Y. Le Traon, ICSE 2015)
/// at the price of one build: all functions get a copy per mutant, and the compiler optimises them
/// side by side. Only functions that can be copied are compared; a mutant that is not in the answer
/// was not. Mutants that differ only in the place that a panic names count as the same.
///
/// # Errors
/// When the package cannot be read or cargo cannot be started.
pub fn find_same_code(
    options: &WeaveOptions,
    mutants: &[Mutant],
) -> Result<Vec<SameCode>, MutatorError> {
    let package = Package::of(options)?;
    let sites = find_in(&package, &Settings::mutants(&options.classes))?;
    let live: Vec<Mutant> = mutants
        .iter()
        .filter(|mutant| mutant.status == MutantStatus::Woven)
        .cloned()
        .collect();
    let version = cargo::compiler_version(&package.built().root)?;
    let mut key = DigestBuilder::new("same code")
        .field(version.as_bytes())
        .field(digest_of(&package)?.as_bytes());
    for mutant in &live {
        key = key
            .number(mutant.number.into())
            .field(mutant.id.0.as_bytes());
    }
    let scratch = absolute(&options.scratch)?;
    let name = format!("{}-same-code-{}", package.name, key.finish().short());
    let _lock = lock(&scratch, &name)?;
    let folder = scratch.join(&name);
    let stored = folder.join("same-code.json");
    let known = fs::read(&stored).ok();
    if let Some(known) = known.and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(known);
    }
    clear(&folder)?;
    let workshop = Workshop::open(&package, &folder)?;
    let core = match package.edition() {
        "2015" => "::std",
        _ => "::core",
    };
    let found = compile(&sites, &live, &workshop, core)?;
    clear(workshop.target())?;
    let text = serde_json::to_string(&found).expect("numbers have a JSON form");
    copy::write(&stored, &text)?;
    Ok(found)
}

/// Compiles all copies, without the functions whose copies the compiler refuses.
fn compile(
    sites: &Sites,
    live: &[Mutant],
    workshop: &Workshop,
    core: &str,
) -> Result<Vec<SameCode>, MutatorError> {
    let mut left_out = BTreeSet::new();
    for _ in 0..MOST_ROUNDS {
        let mut copied: Vec<(&str, Copied)> = Vec::new();
        for file in &sites.files {
            let is_left_out = |number| left_out.contains(&number);
            let (text, of_file) = with_copies(file, live, is_left_out, core);
            workshop.write_calling_runtime(&file.source, &text)?;
            let path = file.source.path.as_str();
            copied.extend(of_file.into_iter().map(|copied| (path, copied)));
        }
        let answer = workshop.run(Step::Assembly)?;
        // A program that does not link has its assembly all the same.
        let errors = &answer.messages.errors;
        let refused: BTreeSet<u32> = (copied.iter())
            .filter(|copied| is_in(copied, errors))
            .flat_map(|(_, copied)| copied.mutants.clone())
            .collect();
        if refused.is_empty() {
            return compare(&workshop.target().join("release/deps"), &copied);
        }
        left_out.extend(refused);
    }
    Ok(Vec::new())
}

fn is_in((path, copied): &(&str, Copied), errors: &[Diagnostic]) -> bool {
    let mut places = errors.iter().flat_map(|error| &error.places);
    places.any(|(file, range)| {
        file == path && range.start < copied.range.end && copied.range.start < range.end
    })
}

/// Reads the assembly and compares the copies of every function.
fn compare(folder: &Path, copied: &[(&str, Copied)]) -> Result<Vec<SameCode>, MutatorError> {
    let mut found = BTreeMap::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(CopyError::on("read", folder)(error).into()),
    };
    for entry in entries {
        let path = entry.map_err(CopyError::on("read", folder))?.path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let bytes = fs::read(&path).map_err(CopyError::on("read", &path))?;
        let text = String::from_utf8_lossy(&bytes);
        let assembly = Assembly::read(&text);
        let mut digests = Digests::new(&assembly);
        for roots in assembly.functions_named(ROOTS) {
            let of_roots = copied.iter().find(|(_, copied)| copied.roots == roots);
            if let Some((_, copied)) = of_roots {
                compare_copies(&assembly, &mut digests, copied, &mut found);
            }
        }
    }
    let same = found.into_iter();
    Ok(same
        .map(|(mutant, same_as)| SameCode { mutant, same_as })
        .collect())
}

fn compare_copies<'a>(
    assembly: &Assembly<'a>,
    digests: &mut Digests<'a>,
    copied: &Copied,
    found: &mut BTreeMap<u32, Option<u32>>,
) {
    let Some(addresses) = assembly.addresses(&copied.roots, copied.mutants.len() + 1) else {
        return;
    };
    let numbers = [0].into_iter().chain(copied.mutants.iter().copied());
    let mut first_of = BTreeMap::new();
    for (number, address) in numbers.zip(addresses) {
        let Some(digest) = digests.of(address) else {
            continue;
        };
        let first = *first_of.entry(digest).or_insert(number);
        if number != 0 {
            found.insert(number, Some(first).filter(|first| *first != number));
        }
    }
}
