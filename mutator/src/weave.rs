//! From a package to its woven program, at most once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use killrate_model::{Digest, DigestBuilder, Mutant, MutantClass, MutantStatus};
use serde::{Deserialize, Serialize};

use crate::cargo;
use crate::copy::{self, CopyError};
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::instruments::checks::{CheckOptions, FunctionProperty};
use crate::instruments::mutants::alone::{build_alone, folder_of_programs};
use crate::instruments::watching::{Unwatched, unwatched};
use crate::instruments::{Settings, Standing};
use crate::kept;
use crate::modules::reachable_files;
use crate::package::{Package, PackageError};
use crate::panic_handler::holds_panic_handler;
use crate::render::render;
use crate::runtime::{RUNTIME, WATCH};
use crate::settle::settle;
use crate::sites::Sites;
use crate::skipped::SkippedSite;
use crate::workshop::Workshop;

/// How mutants are settled, counted up when that changes; what is woven is in the digest itself.
const WEAVER_VERSION: u64 = 2;

/// The mutants that fit the runtime's bit sets, the numbers 0 and that of the probe left out.
const MOST_MUTANTS: usize = (1 << 20) - 1;

/// What to weave, and where.
#[derive(Debug, Clone)]
pub struct WeaveOptions {
    /// The folder of the package whose binary is the program.
    pub package: PathBuf,
    /// The binary target that is the program; may be left out where there is one.
    pub binary: Option<String>,
    /// The dependency of that package to mutate in place of the package itself.
    pub mutates: Option<String>,
    /// The features of the package to build with, besides the default ones.
    pub features: Vec<String>,
    /// The source files to mutate, relative to the mutated package; all when empty.
    pub files: Vec<String>,
    /// The classes of mutants to make.
    pub classes: BTreeSet<MutantClass>,
    /// Weave the properties of functions too, and where they are; `None` weaves none.
    pub checks: Option<CheckOptions>,
    /// Whether the program can trace and check its functions' calls.
    pub watches: bool,
    /// Whether one process can take many inputs, one after the other; the source must keep nothing from
    /// one to the next.
    pub takes_many_inputs: bool,
    /// Whether the package's own tests are woven next; they are built beside the program and kept.
    pub tests: bool,
    /// Where copies and builds go; woven programs are kept there and reused.
    pub scratch: PathBuf,
}

/// One build that holds the original and all mutants.
#[derive(Debug, Clone)]
pub struct Woven {
    /// The program.
    pub binary: PathBuf,
    /// The identity of everything that determines the program.
    pub digest: Digest,
    /// Every candidate, the withdrawn ones with the reason, in the order of their numbers.
    pub mutants: Vec<Mutant>,
    /// The programs of those that compile alone but not woven, by their numbers.
    pub alone: BTreeMap<u32, PathBuf>,
    /// The properties of functions that it checks when asked to.
    pub function_properties: Vec<FunctionProperty>,
    /// Places that could hold a mutant and do not.
    pub skipped: Vec<SkippedSite>,
    /// Functions and types that are not watched although the program watches.
    pub unwatched: Vec<Unwatched>,
    /// How often the compiler was asked about all mutants that were left, the last time with success.
    pub n_rounds: u32,
    /// How often it was asked about a few of them, to find which one it refuses.
    pub n_confirmations: u32,
    /// The compiler and its host.
    pub toolchain: String,
    /// Whether one process takes many inputs.
    pub takes_many_inputs: bool,
    /// Whether the program was there already.
    pub was_cached: bool,
}

impl Woven {
    /// All programs that were built for it.
    fn programs(&self) -> impl Iterator<Item = PathBuf> {
        [&self.binary]
            .into_iter()
            .chain(self.alone.values())
            .cloned()
    }
}

/// What is kept of a woven program beside its binary.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Stored {
    digest: Digest,
    toolchain: String,
    n_rounds: u32,
    n_confirmations: u32,
    mutants: Vec<Mutant>,
    alone: BTreeSet<u32>,
    function_properties: Vec<FunctionProperty>,
    skipped: Vec<SkippedSite>,
    unwatched: Vec<Unwatched>,
}

/// Finds the sites and candidate mutants of a package; nothing is compiled.
pub fn find(options: &WeaveOptions) -> Result<Sites, MutatorError> {
    find_all(&Package::of(options)?, options)
}

/// Weaves a package, or finds the program woven before from the same everything.
pub fn weave(options: &WeaveOptions, on_event: &dyn Fn(WeaveEvent)) -> Result<Woven, MutatorError> {
    let package = Package::of(options)?;
    let sites = find_all(&package, options)?;
    let version = cargo::compiler_version(&package.built().root)?;
    let digest = digest(&package, options, &sites, &version)?;
    let scratch = absolute(&options.scratch)?;
    let name = folder_name(&package, digest);
    let _lock = lock_saying(&scratch, &name, || on_event(WeaveEvent::Waiting))?;
    let folder = scratch.join(&name);
    let takes_many_inputs = options.takes_many_inputs;
    if let Some(woven) = load(&folder, &package, digest) {
        on_event(WeaveEvent::Cached);
        return Ok(Woven {
            takes_many_inputs,
            ..woven
        });
    }
    clear(&folder)?;
    let workshop = Workshop::open(&package, &folder)?.with_tests(options.tests);
    let settled = settle(&sites, &workshop, on_event)?;
    let binary = keep_binary(&settled.executable, &folder, &package)?;
    // What is left of the build is many times the size of the program.
    if !options.tests {
        clear(workshop.target())?;
    }
    let mut standing = settled.standing;
    let built = build_alone(&sites, &standing.mutants.alone, &package, &folder, on_event)?;
    for (number, program) in built {
        let mutants = &mut standing.mutants;
        match program {
            Ok(_) => mutants.withdrawn.remove(&number),
            Err(reason) => {
                mutants.alone.remove(&number);
                mutants.withdrawn.insert(number, reason)
            }
        };
    }
    let function_properties = sites.function_properties();
    let stored = Stored {
        digest,
        toolchain: toolchain(&version),
        n_rounds: settled.n_rounds,
        n_confirmations: settled.n_confirmations,
        unwatched: unwatched(&sites, &standing),
        mutants: with_statuses(sites.mutants, &standing),
        alone: standing.mutants.alone,
        function_properties,
        skipped: sites.skipped,
    };
    let of_alone = { &stored.alone }
        .iter()
        .map(|&number| program_alone(&folder, number));
    kept::note(&folder, [binary.clone()].into_iter().chain(of_alone))?;
    store(&folder, &stored)?;
    Ok(Woven {
        takes_many_inputs,
        ..woven(stored, &folder, binary, false)
    })
}

/// The digest of all files of a package.
pub fn source_digest(package: &Path) -> Result<Digest, MutatorError> {
    let mut builder = DigestBuilder::new("package");
    for file in copy::files(package)? {
        let path = package.join(&file);
        let bytes = fs::read(&path).map_err(CopyError::on("read", &path))?;
        builder = builder
            .field(file.to_string_lossy().as_bytes())
            .field(&bytes);
    }
    Ok(builder.finish())
}

/// The digest of everything that is built: the package, its driver, and how they are built.
pub(crate) fn digest_of(package: &Package) -> Result<Digest, MutatorError> {
    let mut builder = DigestBuilder::new("built").field(source_digest(&package.root)?.as_bytes());
    if let Some(driver) = &package.driver {
        builder = builder.field(source_digest(&driver.root)?.as_bytes());
    }
    // What a workspace adds is in the manifest as written out.
    builder = builder.field(package.built().manifest.to_string().as_bytes());
    let features = &package.built().features;
    builder = builder.number(features.len() as u64);
    for text in features.iter().chain(&package.files) {
        builder = builder.field(text.as_bytes());
    }
    Ok(builder.finish())
}

/// The sites of a package and the properties of its functions, as the options say.
fn find_all(package: &Package, options: &WeaveOptions) -> Result<Sites, MutatorError> {
    find_in(package, &Settings::of(options, package)?)
}

/// What is found in a package.
pub(crate) fn find_in(package: &Package, settings: &Settings) -> Result<Sites, MutatorError> {
    let files = reachable_files(package)?;
    let is_there = |path: &&String| files.iter().any(|(source, _)| source.path == **path);
    if let Some(path) = package.files.iter().find(|path| !is_there(path)) {
        return Err(PackageError::NoSuchFile {
            name: package.name.clone(),
            path: path.clone(),
        }
        .into());
    }
    if files.iter().any(|(_, tree)| holds_panic_handler(tree)) {
        return Err(MutatorError::NoStandardLibrary {
            package: package.name.clone(),
        });
    }
    let is_chosen =
        |path: &str| package.files.is_empty() || package.files.iter().any(|f| f == path);
    let sites = Sites::find(files, settings, is_chosen)?;
    if sites.mutants.len() > MOST_MUTANTS {
        return Err(MutatorError::TooMany {
            package: package.name.clone(),
            n_mutants: sites.mutants.len(),
            most: MOST_MUTANTS,
        });
    }
    Ok(sites)
}

/// The folder of a woven program in scratch.
pub(crate) fn folder_name(package: &Package, digest: Digest) -> String {
    format!("{}-{}", package.name, digest.short())
}

/// Takes the lock on everything in scratch that goes by this name, and waits for it if needed.
pub(crate) fn lock(scratch: &Path, name: &str) -> Result<File, MutatorError> {
    lock_saying(scratch, name, || {})
}

/// The same, where somebody is told that it takes until another has finished.
fn lock_saying(scratch: &Path, name: &str, on_wait: impl FnOnce()) -> Result<File, MutatorError> {
    let path = scratch.join(format!("{name}.lock"));
    fs::create_dir_all(scratch).map_err(CopyError::on("create", scratch))?;
    let file = File::create(&path).map_err(CopyError::on("create", &path))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => on_wait(),
        Err(TryLockError::Error(error)) => return Err(CopyError::on("lock", &path)(error).into()),
    }
    file.lock().map_err(CopyError::on("lock", &path))?;
    Ok(file)
}

/// Removes a folder and everything in it, if it is there.
pub(crate) fn clear(folder: &Path) -> Result<(), MutatorError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(CopyError::on("remove", folder)(error).into())
        }
        _ => Ok(()),
    }
}

/// The path as cargo needs it, which runs in another folder.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, MutatorError> {
    let path =
        std::path::absolute(path).map_err(CopyError::on("find the absolute path of", path))?;
    if path.to_str().is_none() {
        let error = std::io::Error::other("a Cargo manifest can only name paths that are UTF-8");
        return Err(CopyError::on("build in", &path)(error).into());
    }
    Ok(path)
}

/// Copies a program out of the build results.
pub(crate) fn keep_binary(
    executable: &Path,
    folder: &Path,
    package: &Package,
) -> Result<PathBuf, MutatorError> {
    let binary = binary_in(folder, package);
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).map_err(CopyError::on("create", &bin))?;
    // A program that is there is complete, whenever we are interrupted.
    let part = bin.join("part");
    fs::copy(executable, &part).map_err(CopyError::on("copy", executable))?;
    fs::rename(&part, &binary).map_err(CopyError::on("write", &binary))?;
    Ok(binary)
}

/// Where the program of a folder is kept.
pub(crate) fn binary_in(folder: &Path, package: &Package) -> PathBuf {
    let name = format!("{}{}", package.binary, std::env::consts::EXE_SUFFIX);
    folder.join("bin").join(name)
}

/// Everything that determines the woven program.
fn digest(
    package: &Package,
    options: &WeaveOptions,
    sites: &Sites,
    version: &str,
) -> Result<Digest, MutatorError> {
    let mut builder = DigestBuilder::new("woven")
        .number(WEAVER_VERSION)
        .field(env!("CARGO_PKG_VERSION").as_bytes())
        .field(version.as_bytes())
        .field(cargo::WOVEN_FLAGS.as_bytes())
        .field(cargo::RUNTIME_PROFILE.concat().as_bytes())
        .field(digest_of(package)?.as_bytes())
        // The runtime differs where checks are asked for, also when none is found.
        .number(u64::from(options.checks.is_some()))
        .number(u64::from(options.takes_many_inputs))
        .number(options.classes.len() as u64);
    for class in &options.classes {
        builder = builder.field(class.name().as_bytes());
    }
    for (name, text) in RUNTIME {
        builder = builder.field(name.as_bytes()).field(text.as_bytes());
    }
    if options.watches {
        for (name, text) in WATCH {
            builder = builder.field(name.as_bytes()).field(text.as_bytes());
        }
    }
    // The first woven text stands for the weaver: it changes when an operator or a template does.
    for (index, file) in sites.files.iter().enumerate() {
        let woven = render(index, file, &Standing::default());
        builder = builder.field(woven.text.as_bytes());
    }
    Ok(builder.finish())
}

/// The release and host lines of `rustc -vV`, in one line.
fn toolchain(version: &str) -> String {
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let first = version.lines().next().unwrap_or_default();
    match host {
        Some(host) => format!("{first} {host}"),
        None => first.to_owned(),
    }
}

fn with_statuses(mut mutants: Vec<Mutant>, standing: &Standing) -> Vec<Mutant> {
    for mutant in &mut mutants {
        if let Some(reason) = standing.mutants.withdrawn.get(&mutant.number) {
            mutant.status = MutantStatus::Withdrawn {
                reason: reason.clone(),
            };
        }
    }
    mutants
}

/// The woven program of this digest, if it was finished and is still what was built.
fn load(folder: &Path, package: &Package, digest: Digest) -> Option<Woven> {
    let text = fs::read(folder.join("woven.json")).ok()?;
    // A file of an older version does not read; the program is woven again.
    let stored: Stored = serde_json::from_slice(&text).ok()?;
    let binary = binary_in(folder, package);
    let woven = (stored.digest == digest).then(|| woven(stored, folder, binary, true))?;
    (woven.binary.is_file() && kept::are_as_noted(folder, woven.programs())).then_some(woven)
}

/// Written last and in one step: a folder with this file is complete.
fn store(folder: &Path, stored: &Stored) -> Result<(), MutatorError> {
    let path = folder.join("woven.json");
    let part = folder.join("woven.json.part");
    // The text of many mutants is as large as all else together, so it is never whole in memory.
    let on_error = CopyError::on("write", &part);
    let written = File::create(&part).and_then(|file| {
        let mut writer = BufWriter::new(file);
        serde_json::to_writer_pretty(&mut writer, stored)?;
        writer.flush()
    });
    written.map_err(on_error)?;
    fs::rename(&part, &path).map_err(CopyError::on("write", &path))?;
    Ok(())
}

/// The program of a mutant that compiles only alone.
fn program_alone(folder: &Path, number: u32) -> PathBuf {
    folder_of_programs(folder).join(number.to_string())
}

fn woven(stored: Stored, folder: &Path, binary: PathBuf, was_cached: bool) -> Woven {
    let program = |number: u32| (number, program_alone(folder, number));
    Woven {
        alone: stored.alone.into_iter().map(program).collect(),
        binary,
        digest: stored.digest,
        mutants: stored.mutants,
        function_properties: stored.function_properties,
        skipped: stored.skipped,
        unwatched: stored.unwatched,
        n_rounds: stored.n_rounds,
        n_confirmations: stored.n_confirmations,
        toolchain: stored.toolchain,
        // What it was woven for is told by whoever asks for it.
        takes_many_inputs: false,
        was_cached,
    }
}
