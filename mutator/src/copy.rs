//! Copies of packages, because a user's source tree is never changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml::{Table, Value};
use walkdir::{DirEntry, WalkDir};

use crate::driver::{RUNTIME_PACKAGE, redirect};
use crate::inherit::make_absolute;
use crate::package::Package;

/// Why a package could not be copied.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{}`; check its permissions and the space on the disk", path.display())]
pub struct CopyError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl CopyError {
    /// For use with `map_err`: what was tried, and on what.
    pub(crate) fn on(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self {
            action,
            path,
            source,
        }
    }
}

/// Every file of a package, relative to its root, in a fixed order; build results and version
/// control are left out.
pub(crate) fn files(root: &Path) -> Result<Vec<PathBuf>, CopyError> {
    let is_kept = |entry: &DirEntry| {
        let is_top = entry.depth() == 1;
        let name = entry.file_name();
        !(is_top && name == "target" && entry.file_type().is_dir() || name == ".git")
    };
    let mut files = Vec::new();
    let walk = WalkDir::new(root).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(is_kept) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(root).to_owned();
            CopyError::on("read", &path)(error.into())
        })?;
        if !entry.file_type().is_dir() {
            let path = entry.path();
            files.push(path.strip_prefix(root).unwrap_or(path).to_owned());
        }
    }
    Ok(files)
}

/// Copies a package, with a manifest that stands on its own, and its driver beside it.
pub(crate) fn copy(package: &Package, to: &Path, runtime: Option<&Path>) -> Result<(), CopyError> {
    copy_files(package, to, &manifest_of_copy(package, runtime)?)?;
    if let Some(driver) = &package.driver {
        let mut manifest = manifest_of_copy(driver, None)?;
        redirect(&mut manifest, &package.name, to);
        // A program has one runtime: what is woven and what calls it share the fuel.
        if let Some(runtime) = runtime {
            redirect(&mut manifest, RUNTIME_PACKAGE, runtime);
        }
        copy_files(driver, &built_folder(package, to), &manifest)?;
    }
    Ok(())
}

/// The folder that cargo builds in when a package was copied `to` this folder.
pub(crate) fn built_folder(package: &Package, to: &Path) -> PathBuf {
    match package.driver {
        Some(_) => to.with_file_name("driver"),
        None => to.to_owned(),
    }
}

fn copy_files(package: &Package, to: &Path, manifest: &Table) -> Result<(), CopyError> {
    for file in files(&package.root)? {
        copy_file(&package.root.join(&file), &to.join(&file))?;
    }
    if let Some(lock) = &package.lock {
        copy_file(lock, &to.join("Cargo.lock"))?;
    }
    write(&to.join("Cargo.toml"), &manifest.to_string())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), CopyError> {
    make_folder_of(to)?;
    // A file of the registry may be read-only, and so would its copy be.
    let bytes = fs::read(from).map_err(CopyError::on("copy", from))?;
    fs::write(to, bytes).map_err(CopyError::on("write", to))
}

/// Writes a file and the folders it is in.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CopyError> {
    make_folder_of(path)?;
    fs::write(path, text).map_err(CopyError::on("write", path))
}

fn make_folder_of(path: &Path) -> Result<(), CopyError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(CopyError::on("create", folder))
}

/// The manifest with a workspace of its own, absolute paths, and the runtime if there is one.
fn manifest_of_copy(package: &Package, runtime: Option<&Path>) -> Result<Table, CopyError> {
    let root = std::path::absolute(&package.root)
        .map_err(CopyError::on("find the absolute path of", &package.root))?;
    let mut manifest = package.manifest.clone();
    manifest
        .entry("workspace")
        .or_insert_with(|| Value::Table(Table::new()));
    make_paths_absolute(&mut manifest, &root);
    if let Some(runtime) = runtime {
        let path = Value::String(runtime.to_string_lossy().into_owned());
        let mut dependency = Table::from_iter([("path".to_owned(), path)]);
        let names = package.runtime_features.iter();
        let features = names.map(|name| Value::String((*name).to_owned()));
        dependency.insert("features".to_owned(), Value::Array(features.collect()));
        let dependencies = manifest
            .entry("dependencies")
            .or_insert_with(|| Value::Table(Table::new()));
        if let Some(dependencies) = dependencies.as_table_mut() {
            dependencies.insert(RUNTIME_PACKAGE.to_owned(), Value::Table(dependency));
        }
    }
    Ok(manifest)
}

/// Makes the paths of dependencies outside the package absolute.
fn make_paths_absolute(table: &mut Table, root: &Path) {
    for (key, value) in table.iter_mut() {
        let Some(section) = value.as_table_mut() else {
            continue;
        };
        if key.ends_with("dependencies") {
            make_absolute(section, root);
        } else if key == "target" {
            for target in section.iter_mut().filter_map(|(_, t)| t.as_table_mut()) {
                make_paths_absolute(target, root);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_manifest_stands_on_its_own() {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path().join("package");
        let manifest = "\
[package]
name = \"sample\"

[dependencies]
near = { path = \"../near\" }
far = \"1\"
";
        write(&root.join("Cargo.toml"), manifest).unwrap();
        write(&root.join("src/main.rs"), "fn main() {}").unwrap();
        let package = Package::find(&root).unwrap();
        let copied = manifest_of_copy(&package, Some(Path::new("/woven/rt"))).unwrap();
        let near = root.join("../near");
        assert_eq!(copied["workspace"], Value::Table(Table::new()));
        let dependencies = &copied["dependencies"];
        assert_eq!(dependencies["near"]["path"].as_str(), near.to_str());
        assert_eq!(dependencies["far"].as_str(), Some("1"));
        assert_eq!(
            dependencies["killrate-rt"]["path"].as_str(),
            Some("/woven/rt")
        );
    }
}
