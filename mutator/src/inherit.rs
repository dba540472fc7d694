//! What a package takes from its workspace, written out, because the copy stands alone.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::package::{PackageError, read_manifest};

/// The sections that hold dependencies, also under `target.'cfg(…)'`.
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Writes out everything a manifest takes from its workspace; gives the workspace's lock file.
pub(crate) fn inherit(manifest: &mut Table, root: &Path) -> Result<Option<PathBuf>, PackageError> {
    let path = root.join("Cargo.toml");
    let workspace_root = workspace_of(manifest, root)?;
    let mut workspace = match &workspace_root {
        Some(folder) => read_manifest(&folder.join("Cargo.toml"))?,
        None => manifest.clone(),
    };
    let section = workspace.remove("workspace");
    let shared = section.as_ref().and_then(Value::as_table);
    let folder = workspace_root.as_deref().unwrap_or(root);
    let missing = |key: String| PackageError::Inherits {
        path: path.clone(),
        key,
    };
    if let Some(package) = manifest.get_mut("package").and_then(Value::as_table_mut) {
        // The copy is a workspace of its own.
        package.remove("workspace");
        for (key, value) in package.iter_mut().filter(|(_, value)| is_inherited(value)) {
            let found = shared.and_then(|shared| shared.get("package")?.get(key));
            *value = found
                .cloned()
                .ok_or_else(|| missing(format!("package.{key}")))?;
        }
    }
    // Lints are capped in every build.
    if manifest.get("lints").is_some_and(is_inherited) {
        manifest.remove("lints");
    }
    let known = shared.and_then(|shared| shared.get("dependencies")?.as_table());
    inherit_dependencies(manifest, known, folder).map_err(missing)?;
    let Some(folder) = workspace_root else {
        return Ok(None);
    };
    for key in ["profile", "patch"] {
        if let Some(section) = workspace.remove(key) {
            manifest.insert(key.to_owned(), section);
        }
    }
    if let Some(Value::Table(patches)) = manifest.get_mut("patch") {
        let patched = patches.iter_mut().filter_map(|(_, p)| p.as_table_mut());
        patched.for_each(|section| make_absolute(section, &folder));
    }
    let lock = folder.join("Cargo.lock");
    Ok(lock.is_file().then_some(lock))
}

/// Makes the paths in a section of dependencies absolute.
pub(crate) fn make_absolute(section: &mut Table, root: &Path) {
    for dependency in section.iter_mut().filter_map(|(_, d)| d.as_table_mut()) {
        if let Some(Value::String(path)) = dependency.get_mut("path") {
            *path = root.join(&*path).to_string_lossy().into_owned();
        }
    }
}

/// The folder of the workspace a package belongs to; `None` when the package is its own.
fn workspace_of(manifest: &Table, root: &Path) -> Result<Option<PathBuf>, PackageError> {
    if manifest.contains_key("workspace") {
        return Ok(None);
    }
    let declared = manifest.get("package");
    if let Some(path) = declared.and_then(|package| package.get("workspace")?.as_str()) {
        return Ok(Some(root.join(path)));
    }
    let Ok(root) = std::path::absolute(root) else {
        return Ok(None);
    };
    for folder in root.ancestors().skip(1) {
        let path = folder.join("Cargo.toml");
        if path.is_file()
            && let Some(workspace) = read_manifest(&path)?.get("workspace")
        {
            let excluded = workspace.get("exclude").and_then(Value::as_array);
            let mut paths = excluded.into_iter().flatten().filter_map(Value::as_str);
            let is_excluded = paths.any(|path| root.starts_with(folder.join(path)));
            return Ok((!is_excluded).then(|| folder.to_owned()));
        }
    }
    Ok(None)
}

/// Whether this is `{ workspace = true }`.
fn is_inherited(value: &Value) -> bool {
    value.get("workspace").and_then(Value::as_bool) == Some(true)
}

/// Writes out the dependencies of a manifest or of one of its targets; the error is a key.
fn inherit_dependencies(
    table: &mut Table,
    known: Option<&Table>,
    folder: &Path,
) -> Result<(), String> {
    for section in DEPENDENCIES {
        let Some(Value::Table(dependencies)) = table.get_mut(section) else {
            continue;
        };
        for (name, value) in dependencies.iter_mut().filter(|(_, v)| is_inherited(v)) {
            let shared = known
                .and_then(|known| known.get(name))
                .ok_or_else(|| format!("{section}.{name}"))?;
            *value = Value::Table(merged(shared, value, folder));
        }
    }
    if let Some(Value::Table(targets)) = table.get_mut("target") {
        for target in targets.iter_mut().filter_map(|(_, t)| t.as_table_mut()) {
            inherit_dependencies(target, known, folder)?;
        }
    }
    Ok(())
}

/// A dependency of the workspace with what the package adds: features add up, the rest is replaced.
fn merged(shared: &Value, own: &Value, folder: &Path) -> Table {
    let mut dependency = match shared {
        Value::Table(table) => table.clone(),
        version => Table::from_iter([("version".to_owned(), version.clone())]),
    };
    if let Some(Value::String(path)) = dependency.get_mut("path") {
        *path = folder.join(&*path).to_string_lossy().into_owned();
    }
    for (key, value) in own.as_table().into_iter().flatten() {
        match (dependency.get_mut(key), value) {
            (Some(Value::Array(features)), Value::Array(more)) => features.extend(more.clone()),
            _ if key == "workspace" => {}
            _ => {
                dependency.insert(key.clone(), value.clone());
            }
        }
    }
    dependency
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copy::write;

    const WORKSPACE: &str = "\
[workspace]
members = [\"member\"]
exclude = [\"apart\"]

[workspace.package]
edition = \"2021\"

[workspace.dependencies]
near = { path = \"near\", features = [\"a\"] }
far = \"1\"

[profile.release]
lto = true
";

    /// The manifest of a package of this workspace, written out, and whether there is a lock file.
    fn inherited(place: &str, manifest: &str) -> (Result<Table, String>, bool, PathBuf) {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path().join(place);
        write(&folder.path().join("Cargo.toml"), WORKSPACE).unwrap();
        write(&folder.path().join("Cargo.lock"), "version = 4").unwrap();
        let mut manifest: Table = manifest.parse().unwrap();
        let lock = inherit(&mut manifest, &root).map_err(|error| error.to_string());
        let has_lock = matches!(&lock, Ok(Some(_)));
        (lock.map(|_| manifest), has_lock, folder.path().to_owned())
    }

    #[test]
    fn a_member_gets_the_values_of_its_workspace() {
        let manifest = "\
[package]
name = \"member\"
edition.workspace = true

[dependencies]
near = { workspace = true, features = [\"b\"], optional = true }

[target.'cfg(unix)'.dependencies]
far.workspace = true

[lints]
workspace = true
";
        let (found, has_lock, folder) = inherited("member", manifest);
        let near = folder.join("near");
        let expected = format!(
            "package = {{ name = 'member', edition = '2021' }}\n\
             dependencies.near = {{ path = '{}', features = ['a', 'b'], optional = true }}\n\
             target.'cfg(unix)'.dependencies.far = {{ version = '1' }}\n\
             profile.release.lto = true\n",
            near.display()
        );
        assert_eq!(found.unwrap(), expected.parse::<Table>().unwrap());
        assert!(has_lock);
    }

    #[test]
    fn a_package_that_stands_alone_is_left_as_it_is() {
        let alone = "package.name = 'alone'\nworkspace = {}\n";
        let (found, has_lock, _) = inherited("member", alone);
        assert_eq!(found.unwrap(), alone.parse::<Table>().unwrap());
        assert!(!has_lock);
        let apart = "package.name = 'apart'\n";
        let (found, has_lock, _) = inherited("apart", apart);
        assert_eq!(found.unwrap(), apart.parse::<Table>().unwrap());
        assert!(!has_lock);
    }

    #[test]
    fn a_key_that_the_workspace_does_not_have_is_named() {
        let manifest = "package.name = 'member'\ndependencies.lost.workspace = true\n";
        let (found, _, folder) = inherited("member", manifest);
        assert_eq!(
            found.unwrap_err(),
            format!(
                "`{}` takes `dependencies.lost` from its workspace, which has no such key; \
                 correct it until `cargo check` accepts it",
                folder.join("member/Cargo.toml").display()
            )
        );
    }
}
