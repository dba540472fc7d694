//! What is run: a woven program, or any other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use killrate_model::{Blob, Digest, Variant};

/// A program that can be run: a woven one, or any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The file to start.
    pub binary: PathBuf,
    /// The identity of its content, that of its kit included; whoever makes the program vouches for
    /// it.
    pub digest: Digest,
    /// What it needs besides its requests.
    pub kit: Kit,
    /// The files to start in its place for mutants that it does not hold, by their numbers.
    pub alone: BTreeMap<u32, PathBuf>,
    /// Whether one process takes many inputs; it was woven for that.
    pub takes_many: bool,
}

/// What a program needs in every run besides its requests; nothing for a woven program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kit {
    /// Files that each run finds in its folder, by their path there.
    pub files: BTreeMap<String, KitFile>,
    /// Variables besides those that every program has.
    pub environment: BTreeMap<String, String>,
    /// Files and folders outside that it can read, besides those of the system.
    pub readable: Vec<PathBuf>,
    /// Commands to run before the program, in its folder.
    pub build_up: Vec<Step>,
    /// Commands to run after the program, however it ended, when its outputs have been collected.
    pub tear_down: Vec<Step>,
}

/// A file of a kit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KitFile {
    /// What is in it.
    pub content: Blob,
    /// Whether it may be executed.
    pub is_executable: bool,
}

/// A command before or after a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The file to start.
    pub binary: PathBuf,
    /// Its arguments, with the placeholders of a request.
    pub arguments: Vec<String>,
}

impl Program {
    /// A program that needs nothing but its requests.
    pub fn new(binary: PathBuf, digest: Digest) -> Self {
        Self {
            binary,
            digest,
            kit: Kit::default(),
            alone: BTreeMap::new(),
            takes_many: false,
        }
    }

    /// The same, where one process may take many inputs or not.
    pub fn taking_many(self, takes_many: bool) -> Self {
        Self { takes_many, ..self }
    }

    /// The same with files of their own for some mutants; the digest stands for them too.
    pub fn with_alone(self, alone: BTreeMap<u32, PathBuf>) -> Self {
        Self { alone, ..self }
    }

    /// The same with a file or folder outside that it can read.
    pub fn with_readable(mut self, path: PathBuf) -> Self {
        self.kit.readable.push(path);
        self
    }

    /// The file to start for a variant.
    pub(crate) fn binary_of(&self, variant: Variant) -> &Path {
        self.alone.get(&variant.number()).unwrap_or(&self.binary)
    }

    /// All that it can read because that was declared.
    pub(crate) fn readable(&self) -> impl Iterator<Item = &Path> {
        self.kit.readable.iter().map(PathBuf::as_path)
    }

    /// All files that a run of it starts.
    pub(crate) fn binaries(&self) -> impl Iterator<Item = &Path> {
        let steps = self.kit.build_up.iter().chain(&self.kit.tear_down);
        let alone = self.alone.values().map(PathBuf::as_path);
        [&*self.binary]
            .into_iter()
            .chain(alone)
            .chain(steps.map(|step| &*step.binary))
    }
}
