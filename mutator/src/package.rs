//! A Cargo package: its name, its binary and its crate roots.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::inherit::inherit;

/// A Cargo package with a program to mutate.
#[derive(Debug, Clone)]
pub struct Package {
    /// The folder that holds `Cargo.toml`.
    pub root: PathBuf,
    /// The name in the manifest.
    pub name: String,
    /// The name of the binary target that is the program; the driver's if there is one.
    pub binary: String,
    /// The files crates start from, relative to the root: the library, then the binary.
    pub(crate) crate_roots: Vec<PathBuf>,
    /// The manifest, with everything it takes from a workspace written out.
    pub(crate) manifest: Table,
    /// The lock file of its workspace, if it has one and the package is not at its root.
    pub(crate) lock: Option<PathBuf>,
    /// The features to build with besides the default ones.
    pub(crate) features: Vec<String>,
    /// The source files to mutate; all when empty.
    pub(crate) files: Vec<String>,
    /// The features of the runtime that what is woven into it needs.
    pub(crate) runtime_features: Vec<&'static str>,
    /// The package whose program calls this one, which then is a library.
    pub(crate) driver: Option<Box<Package>>,
}

/// What a package offers to a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The name of the package.
    pub name: String,
    /// Its programs, in the order of names; without any it is a library that needs a driver.
    pub binaries: Vec<String>,
}

/// Why a folder cannot be used as a package.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// There is no readable manifest.
    #[error("cannot read `{}`; name the folder of a Cargo package", path.display())]
    Unreadable {
        /// The manifest.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The manifest is not TOML.
    #[error("cannot parse `{}`; correct it until `cargo check` accepts it", path.display())]
    Malformed {
        /// The manifest.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// The manifest has no package name.
    #[error("`{}` has no `package.name`; name the folder of a package, not of a workspace", path.display())]
    NoName {
        /// The manifest.
        path: PathBuf,
    },
    /// The package takes a setting from a workspace that does not have it.
    #[error("`{}` takes `{key}` from its workspace, which has no such key; correct it until `cargo check` accepts it", path.display())]
    Inherits {
        /// The manifest.
        path: PathBuf,
        /// The inherited key.
        key: String,
    },
    /// A file that is to be mutated is not there.
    #[error(
        "package `{name}` is not made of a file `{path}`; name files as `src/lib.rs`, reached by `mod` declarations"
    )]
    NoSuchFile {
        /// The package.
        name: String,
        /// The file that is wanted.
        path: String,
    },
    /// There is nothing to call.
    #[error("package `{name}` has no library target; name a package that has one, or a binary")]
    NoLibrary {
        /// The package.
        name: String,
    },
    /// The library runs inside the compiler.
    #[error(
        "package `{name}` is a procedural macro, which runs inside the compiler; a program can be woven, or a library that a program calls"
    )]
    ProcMacro {
        /// The package.
        name: String,
    },
    /// The driver does not depend on what it should drive.
    #[error("`{}` has no dependency `{dependency}` to mutate; {hint}", path.display())]
    NoDependency {
        /// The driver's manifest.
        path: PathBuf,
        /// The dependency that is wanted.
        dependency: String,
        /// The nearest name, or all there are.
        hint: String,
    },
    /// There is nothing to run.
    #[error("package `{name}` has no binary target; add `src/main.rs` or a `[[bin]]` section")]
    NoBinary {
        /// The package.
        name: String,
    },
    /// There is more than one program and no way to choose.
    #[error("package `{name}` has the binary targets {}; choose one", binaries.join(", "))]
    ManyBinaries {
        /// The package.
        name: String,
        /// Its binaries.
        binaries: Vec<String>,
    },
    /// The program that was chosen is not there.
    #[error(
        "package `{name}` has no binary target `{binary}`; it has {}",
        list(binaries)
    )]
    UnknownBinary {
        /// The package.
        name: String,
        /// The binary that is wanted.
        binary: String,
        /// Its binaries.
        binaries: Vec<String>,
    },
}

impl Package {
    /// The files that crates start from, as sources are named.
    pub(crate) fn root_paths(&self) -> Vec<String> {
        let roots = self.crate_roots.iter();
        roots
            .map(|root| root.to_string_lossy().replace('\\', "/"))
            .collect()
    }

    /// Finds the package in a folder with a `Cargo.toml`, and its only program.
    pub fn find(root: &Path) -> Result<Self, PackageError> {
        Self::find_program(root, None)
    }

    /// Finds the package in a folder with a `Cargo.toml`, and its program of this name.
    pub(crate) fn find_program(root: &Path, binary: Option<&str>) -> Result<Self, PackageError> {
        let mut package = Self::read(root)?;
        let (binary, binary_root) = choose_binary(&package, binary)?;
        package.binary = binary;
        package.crate_roots.extend(library_root(&package));
        if root.join(&binary_root).is_file() {
            package.crate_roots.push(binary_root);
        }
        Ok(package)
    }

    /// Finds the library in a folder with a `Cargo.toml`; the driver's program calls it.
    pub(crate) fn find_library(root: &Path, driver: Self) -> Result<Self, PackageError> {
        let mut package = Self::read(root)?;
        if package.is_proc_macro() {
            return Err(PackageError::ProcMacro { name: package.name });
        }
        let Some(library) = library_root(&package) else {
            return Err(PackageError::NoLibrary { name: package.name });
        };
        package.crate_roots.push(library);
        package.binary.clone_from(&driver.binary);
        package.driver = Some(Box::new(driver));
        Ok(package)
    }

    /// Reads the manifest, whatever targets it has.
    pub(crate) fn read(root: &Path) -> Result<Self, PackageError> {
        let path = root.join("Cargo.toml");
        let mut manifest = read_manifest(&path)?;
        let name = manifest
            .get("package")
            .and_then(|p| p.get("name")?.as_str());
        let Some(name) = name.map(str::to_owned) else {
            return Err(PackageError::NoName { path });
        };
        let lock = inherit(&mut manifest, root)?;
        Ok(Self {
            root: root.to_owned(),
            name,
            binary: String::new(),
            crate_roots: Vec::new(),
            manifest,
            lock,
            features: Vec::new(),
            files: Vec::new(),
            runtime_features: Vec::new(),
            driver: None,
        })
    }

    /// What a package in a folder with a `Cargo.toml` offers.
    ///
    /// # Errors
    /// When there is no package, or it can neither be run nor called.
    pub fn offers(root: &Path) -> Result<Offer, PackageError> {
        let package = Self::read(root)?;
        let binaries = binaries(root, &package.manifest, &package.name);
        let has_library = library_root(&package).is_some();
        if binaries.is_empty() && package.is_proc_macro() {
            return Err(PackageError::ProcMacro { name: package.name });
        }
        if binaries.is_empty() && !has_library {
            return Err(PackageError::NoLibrary { name: package.name });
        }
        Ok(Offer {
            name: package.name,
            binaries: binaries.into_iter().map(|(name, _)| name).collect(),
        })
    }

    /// Whether its library runs inside the compiler.
    pub(crate) fn is_proc_macro(&self) -> bool {
        let library = self.manifest.get("lib");
        let flag = library.and_then(|library| {
            library
                .get("proc-macro")
                .or_else(|| library.get("proc_macro"))?
                .as_bool()
        });
        flag == Some(true)
    }

    /// The edition of the package; cargo's default is 2015.
    pub(crate) fn edition(&self) -> &str {
        self.manifest
            .get("package")
            .and_then(|package| package.get("edition")?.as_str())
            .unwrap_or("2015")
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

/// The text of a manifest as a table.
pub(crate) fn read_manifest(path: &Path) -> Result<Table, PackageError> {
    let text = fs::read_to_string(path).map_err(|source| PackageError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    text.parse().map_err(|source| PackageError::Malformed {
        path: path.to_owned(),
        source: Box::new(source),
    })
}

/// The file the library starts from, if there is one.
fn library_root(package: &Package) -> Option<PathBuf> {
    let library = package.manifest.get("lib");
    let declared = library.and_then(|library| library.get("path")?.as_str());
    let path = PathBuf::from(declared.unwrap_or("src/lib.rs"));
    package.root.join(&path).is_file().then_some(path)
}

fn choose_binary(
    package: &Package,
    wanted: Option<&str>,
) -> Result<(String, PathBuf), PackageError> {
    let name = &package.name;
    let mut binaries = binaries(&package.root, &package.manifest, name);
    let names = || binaries.iter().map(|(binary, _)| binary.clone());
    if let Some(wanted) = wanted {
        let is_wanted = |(binary, _): &(String, PathBuf)| binary == wanted;
        return match binaries.iter().position(is_wanted) {
            Some(index) => Ok(binaries.swap_remove(index)),
            None => Err(PackageError::UnknownBinary {
                name: name.clone(),
                binary: wanted.to_owned(),
                binaries: names().collect(),
            }),
        };
    }
    let section = package.manifest.get("package");
    let wanted = section.and_then(|section| section.get("default-run")?.as_str());
    let own = names().find(|binary| binary == name);
    if let Some(wanted) = wanted.map(str::to_owned).or(own) {
        binaries.retain(|(binary, _)| *binary == wanted);
    }
    match binaries.len() {
        0 => Err(PackageError::NoBinary { name: name.clone() }),
        1 => Ok(binaries.remove(0)),
        _ => Err(PackageError::ManyBinaries {
            name: name.clone(),
            binaries: binaries.into_iter().map(|(binary, _)| binary).collect(),
        }),
    }
}

/// Every binary with its crate root, found the way cargo finds them, in the order of names.
fn binaries(root: &Path, manifest: &Table, package: &str) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let declared = manifest.get("bin").and_then(Value::as_array);
    for binary in declared.into_iter().flatten() {
        let text = |key: &str| binary.get(key).and_then(Value::as_str);
        if let Some(name) = text("name") {
            let guesses = [
                format!("src/bin/{name}.rs"),
                format!("src/bin/{name}/main.rs"),
            ];
            let guess = guesses.into_iter().find(|path| root.join(path).is_file());
            let declared = text("path").map(str::to_owned);
            let path = declared
                .or(guess)
                .unwrap_or_else(|| "src/main.rs".to_owned());
            found.push((name.to_owned(), PathBuf::from(path)));
        }
    }
    let section = manifest.get("package");
    let automatic = section.and_then(|section| section.get("autobins")?.as_bool());
    if automatic == Some(false) {
        found.sort();
        return found;
    }
    let mut add = |name: String, path: PathBuf| {
        let is_known =
            |(known, known_path): &(String, PathBuf)| *known == name || *known_path == path;
        if !found.iter().any(is_known) && root.join(&path).is_file() {
            found.push((name, path));
        }
    };
    add(package.to_owned(), PathBuf::from("src/main.rs"));
    let folder = fs::read_dir(root.join("src/bin"));
    for entry in folder.into_iter().flatten().flatten() {
        let path = Path::new("src/bin").join(entry.file_name());
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let stem = stem.to_owned();
        if entry.path().is_dir() {
            add(stem, path.join("main.rs"));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            add(stem, path);
        }
    }
    found.sort();
    found
}
