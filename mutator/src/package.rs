//! A Cargo package: its name, its binary and its crate roots.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// A Cargo package with a program to mutate.
#[derive(Debug, Clone)]
pub struct Package {
    /// The folder that holds `Cargo.toml`.
    pub root: PathBuf,
    /// The name in the manifest.
    pub name: String,
    /// The name of the binary target that is the program.
    pub binary: String,
    /// The files crates start from, relative to the root: the library, then the binary.
    pub(crate) crate_roots: Vec<PathBuf>,
    pub(crate) manifest: Table,
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
    /// The package takes settings from a workspace, which is not copied along.
    #[error("`{}` takes `{key}` from its workspace; write the value itself, because the package is woven from a copy", path.display())]
    Inherits {
        /// The manifest.
        path: PathBuf,
        /// The inherited key.
        key: String,
    },
    /// There is nothing to run.
    #[error("package `{name}` has no binary target; add `src/main.rs` or a `[[bin]]` section")]
    NoBinary {
        /// The package.
        name: String,
    },
    /// There is more than one program and no way to choose.
    #[error("package `{name}` has the binary targets {}; set `default-run` to one of them", binaries.join(", "))]
    ManyBinaries {
        /// The package.
        name: String,
        /// Its binaries.
        binaries: Vec<String>,
    },
}

impl Package {
    /// Finds the package in a folder with a `Cargo.toml`.
    pub fn find(root: &Path) -> Result<Self, PackageError> {
        let path = root.join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(|source| PackageError::Unreadable {
            path: path.clone(),
            source,
        })?;
        let manifest: Table = text.parse().map_err(|source| PackageError::Malformed {
            path: path.clone(),
            source: Box::new(source),
        })?;
        let section = manifest.get("package").and_then(Value::as_table);
        let (Some(section), Some(name)) = (
            section,
            section.and_then(|section| section.get("name")?.as_str()),
        ) else {
            return Err(PackageError::NoName { path });
        };
        if let Some(key) = inherited_key(&manifest) {
            return Err(PackageError::Inherits { path, key });
        }
        let (binary, binary_root) = choose_binary(root, &manifest, section, name)?;
        let library_root = manifest
            .get("lib")
            .and_then(|library| library.get("path")?.as_str())
            .unwrap_or("src/lib.rs");
        let crate_roots = [PathBuf::from(library_root), binary_root]
            .into_iter()
            .filter(|path| root.join(path).is_file())
            .collect();
        Ok(Self {
            root: root.to_owned(),
            name: name.to_owned(),
            binary,
            crate_roots,
            manifest,
        })
    }

    /// The edition of the package; cargo's default is 2015.
    pub(crate) fn edition(&self) -> &str {
        self.manifest
            .get("package")
            .and_then(|package| package.get("edition")?.as_str())
            .unwrap_or("2015")
    }
}

/// The first key of the form `key.workspace = true`.
fn inherited_key(manifest: &Table) -> Option<String> {
    let is_inherited =
        |value: &Value| value.get("workspace").and_then(Value::as_bool) == Some(true);
    let sections = ["package", "dependencies", "build-dependencies"];
    let in_section = |section: &&str| {
        let table = manifest.get(*section)?.as_table()?;
        let (key, _) = table.iter().find(|(_, value)| is_inherited(value))?;
        Some(format!("{section}.{key}"))
    };
    let lints = manifest.get("lints").filter(|lints| is_inherited(lints));
    sections
        .iter()
        .find_map(in_section)
        .or_else(|| lints.map(|_| "lints".to_owned()))
}

fn choose_binary(
    root: &Path,
    manifest: &Table,
    section: &Table,
    name: &str,
) -> Result<(String, PathBuf), PackageError> {
    let mut binaries = binaries(root, manifest, name);
    let wanted = section.get("default-run").and_then(Value::as_str);
    let wanted = wanted.or_else(|| {
        let is_same = |binary: &(String, PathBuf)| binary.0 == name;
        binaries.iter().any(is_same).then_some(name)
    });
    if let Some(wanted) = wanted {
        binaries.retain(|(binary, _)| binary == wanted);
    }
    match binaries.len() {
        0 => Err(PackageError::NoBinary {
            name: name.to_owned(),
        }),
        1 => Ok(binaries.remove(0)),
        _ => Err(PackageError::ManyBinaries {
            name: name.to_owned(),
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
            let path = text("path").map(str::to_owned).or(guess);
            let path = path.unwrap_or_else(|| "src/main.rs".to_owned());
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
