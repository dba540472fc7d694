//! The files of a crate, found by following its `mod` declarations.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use syn::{Item, ItemMod};

use crate::package::Package;
use crate::scan::{path_attribute, requires_test};
use crate::source::{ParseError, Source};

/// Why the files of a crate cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// A file could not be read.
    #[error("cannot read `{}`; make the package compile before mutating it", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file could not be parsed.
    #[error(transparent)]
    Unparsable(#[from] ParseError),
}

/// Every file that the crates of a package are made of, parsed, in the order of their paths.
pub(crate) fn reachable_files(package: &Package) -> Result<Vec<(Source, syn::File)>, ModuleError> {
    let mut files = BTreeMap::new();
    for root in &package.crate_roots {
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        follow(&package.root, root, &folder, &mut files)?;
    }
    Ok(files.into_values().collect())
}

/// Adds a file and the files of the modules it declares; they live in `folder`.
fn follow(
    package: &Path,
    path: &Path,
    folder: &Path,
    files: &mut BTreeMap<String, (Source, syn::File)>,
) -> Result<(), ModuleError> {
    let name = with_slashes(path);
    if files.contains_key(&name) {
        return Ok(());
    }
    let full = package.join(path);
    let text = fs::read_to_string(&full).map_err(|source| ModuleError::Unreadable {
        path: full.clone(),
        source,
    })?;
    let source = Source::new(name.clone(), text);
    let tree = source.parse()?;
    let mut declared = Vec::new();
    let beside = path.parent().unwrap_or(Path::new(""));
    collect(&tree.items, beside, folder, &mut declared);
    files.insert(name, (source, tree));
    for module in declared {
        // A file that does not exist belongs to a configuration that is off; the compiler says so
        // if it does not.
        let mut candidates = module.candidates.into_iter();
        if let Some((path, folder)) = candidates.find(|(path, _)| package.join(path).is_file()) {
            follow(package, &path, &folder, files)?;
        }
    }
    Ok(())
}

struct Declared {
    /// Where the file may be, each with the folder of its own modules.
    candidates: Vec<(PathBuf, PathBuf)>,
}

/// Collects `mod name;` declarations, also those inside inline modules.
fn collect(items: &[Item], beside: &Path, folder: &Path, declared: &mut Vec<Declared>) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        if module.attrs.iter().any(requires_test) {
            continue;
        }
        let name = raw_name(module);
        let path = path_attribute(&module.attrs);
        match &module.content {
            Some((_, items)) => {
                let inner = folder.join(path.unwrap_or(name));
                // Inside an inline module, `#[path]` is relative to the module's own folder.
                collect(items, &inner, &inner, declared);
            }
            None => {
                let candidates = match path {
                    Some(path) => {
                        let file = normal(&beside.join(path));
                        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
                        vec![(file, folder)]
                    }
                    None => {
                        let inner = folder.join(&name);
                        vec![
                            (folder.join(format!("{name}.rs")), inner.clone()),
                            (inner.join("mod.rs"), inner),
                        ]
                    }
                };
                declared.push(Declared { candidates });
            }
        }
    }
}

fn raw_name(module: &ItemMod) -> String {
    let name = module.ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

fn with_slashes(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copy::write;

    #[track_caller]
    fn check_files(files: &[(&str, &str)], expected: &[&str]) {
        let folder = tempfile::TempDir::new().unwrap();
        write(
            &folder.path().join("Cargo.toml"),
            "[package]\nname = \"sample\"\n",
        )
        .unwrap();
        for (path, text) in files {
            write(&folder.path().join(path), text).unwrap();
        }
        let package = Package::find(folder.path()).unwrap();
        let found = reachable_files(&package).unwrap();
        let paths: Vec<&str> = found.iter().map(|(file, _)| file.path.as_str()).collect();
        assert_eq!(paths, expected);
    }

    #[test]
    fn modules_are_found_beside_and_below_the_file_that_declares_them() {
        check_files(
            &[
                ("src/main.rs", "mod a; mod b; fn main() {}"),
                ("src/a.rs", "mod c;"),
                ("src/a/c.rs", "mod d;"),
                ("src/a/c/d.rs", ""),
                ("src/b/mod.rs", "mod e;"),
                ("src/b/e.rs", ""),
                ("src/stray.rs", "not rust"),
            ],
            &[
                "src/a.rs",
                "src/a/c.rs",
                "src/a/c/d.rs",
                "src/b/e.rs",
                "src/b/mod.rs",
                "src/main.rs",
            ],
        );
    }

    #[test]
    fn inline_modules_and_path_attributes_are_followed() {
        check_files(
            &[
                (
                    "src/main.rs",
                    "mod a { mod b; } #[path = \"x/y.rs\"] mod z; fn main() {}",
                ),
                ("src/a/b.rs", ""),
                ("src/x/y.rs", "mod w;"),
                ("src/x/w.rs", ""),
            ],
            &["src/a/b.rs", "src/main.rs", "src/x/w.rs", "src/x/y.rs"],
        );
    }

    #[test]
    fn the_library_is_mutated_with_the_program() {
        check_files(
            &[
                ("src/main.rs", "fn main() {}"),
                ("src/lib.rs", "mod r#in;"),
                ("src/in.rs", ""),
            ],
            &["src/in.rs", "src/lib.rs", "src/main.rs"],
        );
    }

    #[test]
    fn tests_and_files_of_other_configurations_are_left_out() {
        check_files(
            &[
                (
                    "src/main.rs",
                    "#[cfg(test)] mod tests; #[cfg(windows)] mod windows; fn main() {}",
                ),
                ("src/tests.rs", "not rust"),
            ],
            &["src/main.rs"],
        );
    }
}
