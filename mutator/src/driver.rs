//! A library that another package drives: a dependency is mutated in place of the package itself.

use std::path::{Path, PathBuf};

use killrate_model::hint;
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::cargo;
use crate::error::MutatorError;
use crate::instruments;
use crate::package::{Package, PackageError};
use crate::weave::WeaveOptions;

impl Package {
    /// The package that is mutated: the one of these options, or a dependency of it.
    pub(crate) fn of(options: &WeaveOptions) -> Result<Self, MutatorError> {
        let mut package = Self::find_program(&options.package, options.binary.as_deref())?;
        package.features.clone_from(&options.features);
        if let Some(dependency) = &options.mutates {
            let root = dependency_root(&package, dependency)?;
            package = Self::find_library(&root, package)?;
        }
        package.files.clone_from(&options.files);
        let instruments = instruments::ALL.iter();
        package.runtime_features = instruments
            .filter_map(|instrument| instrument.runtime_feature(options))
            .collect();
        Ok(package)
    }

    /// The package that cargo is asked to build: the driver if there is one.
    pub(crate) fn built(&self) -> &Self {
        self.driver.as_deref().unwrap_or(self)
    }
}

/// Pins everything that a new driver depends on; cargo fetches it if it must.
///
/// # Errors
/// When cargo cannot be started, or does not find what the driver depends on.
pub fn lock_driver(folder: &Path) -> Result<(), MutatorError> {
    let package = Package::read(folder)?;
    match cargo::lock(folder)? {
        Ok(_) => Ok(()),
        Err(complaint) => Err(MutatorError::Cargo {
            package: package.name,
            complaint,
        }),
    }
}

/// The name of the runtime's package, on which a generated driver depends as woven code does.
pub(crate) const RUNTIME_PACKAGE: &str = "killrate-rt";

/// The manifest of a driver with another package in place of the dependency.
pub(crate) fn redirect(manifest: &mut Table, package: &str, copy: &Path) {
    let Some(Value::Table(dependencies)) = manifest.get_mut("dependencies") else {
        return;
    };
    for (key, dependency) in dependencies.iter_mut() {
        if package_of(key, dependency) != package {
            continue;
        }
        let mut redirected = match dependency {
            Value::Table(table) => table.clone(),
            _ => Table::new(),
        };
        for source in ["version", "registry", "git", "branch", "tag", "rev"] {
            redirected.remove(source);
        }
        let path = copy.to_string_lossy().into_owned();
        redirected.insert("path".to_owned(), Value::String(path));
        *dependency = Value::Table(redirected);
    }
}

/// Where the source of a direct dependency is; cargo fetches it if it must.
pub(crate) fn dependency_root(driver: &Package, wanted: &str) -> Result<PathBuf, MutatorError> {
    let section = driver.manifest.get("dependencies");
    let dependencies = || section.and_then(Value::as_table).into_iter().flatten();
    let is_wanted = |(key, value): &(&String, &Value)| package_of(key, value) == wanted;
    let Some((_, dependency)) = dependencies().find(is_wanted) else {
        let known: Vec<&str> = dependencies()
            .map(|(key, value)| package_of(key, value))
            .collect();
        return Err(PackageError::NoDependency {
            path: driver.root.join("Cargo.toml"),
            dependency: wanted.to_owned(),
            hint: hint(wanted, known),
        }
        .into());
    };
    if let Some(path) = dependency.get("path").and_then(Value::as_str) {
        return Ok(driver.root.join(path));
    }
    let answer = cargo::metadata(&driver.root)?;
    let metadata = answer.map_err(|complaint| MutatorError::Cargo {
        package: driver.name.clone(),
        complaint,
    })?;
    find_source(&metadata, wanted).ok_or_else(|| MutatorError::Cargo {
        package: driver.name.clone(),
        complaint: format!("`cargo metadata` does not say where the source of `{wanted}` is"),
    })
}

/// The name of the package behind a dependency, which may have been renamed.
fn package_of<'a>(key: &'a str, dependency: &'a Value) -> &'a str {
    let renamed = dependency.get("package").and_then(Value::as_str);
    renamed.unwrap_or(key)
}

/// The folder of a direct dependency of the root package, in the answer of `cargo metadata`.
fn find_source(metadata: &str, wanted: &str) -> Option<PathBuf> {
    let metadata: Json = serde_json::from_str(metadata).ok()?;
    let resolve = metadata.get("resolve")?;
    let root = resolve.get("root")?;
    let mut nodes = resolve.get("nodes")?.as_array()?.iter();
    let node = nodes.find(|node| node.get("id") == Some(root))?;
    let direct = node.get("dependencies")?.as_array()?;
    let mut packages = metadata.get("packages")?.as_array()?.iter();
    let package = packages.find(|package| {
        let is_direct = package.get("id").is_some_and(|id| direct.contains(id));
        is_direct && package.get("name").and_then(Json::as_str) == Some(wanted)
    })?;
    let manifest = Path::new(package.get("manifest_path")?.as_str()?);
    manifest.parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirected_dependency_keeps_its_features_and_loses_its_origin() {
        let mut manifest: Table = "\
dependencies.plain = '1'
dependencies.short = { package = 'long', version = '=2.0.0', features = ['f'] }
"
        .parse()
        .unwrap();
        redirect(&mut manifest, "long", Path::new("/copy"));
        redirect(&mut manifest, "plain", Path::new("/other"));
        let expected: Table = "\
dependencies.plain = { path = '/other' }
dependencies.short = { package = 'long', path = '/copy', features = ['f'] }
"
        .parse()
        .unwrap();
        assert_eq!(manifest, expected);
    }

    #[test]
    fn the_source_is_that_of_the_direct_dependency() {
        let metadata = r#"{
            "packages": [
                { "name": "libm", "id": "libm 0.1.0", "manifest_path": "/old/Cargo.toml" },
                { "name": "libm", "id": "libm 0.2.0", "manifest_path": "/new/Cargo.toml" }
            ],
            "resolve": { "root": "driver", "nodes": [
                { "id": "other", "dependencies": ["libm 0.1.0"] },
                { "id": "driver", "dependencies": ["other", "libm 0.2.0"] }
            ] }
        }"#;
        assert_eq!(find_source(metadata, "libm"), Some(PathBuf::from("/new")));
        assert_eq!(find_source(metadata, "libx"), None);
    }
}
