//! Manifests and descriptors, read.

use std::path::Path;

use killrate_catalogue::manifest::ProgramManifest;

use crate::error::read_error;
use crate::{MtError, from_xml};

/// Reads a manifest, or a descriptor when the name of the file ends in `.xml`.
///
/// # Errors
/// When the file cannot be read, and as [`manifest_from_toml`] and [`from_xml`].
pub fn read_manifest(path: &Path) -> Result<ProgramManifest, MtError> {
    let text = read(path)?;
    if is_descriptor(path) {
        from_xml(&text, path)
    } else {
        manifest_from_toml(&text, path)
    }
}

/// The command of a manifest, whatever else may be wrong with it.
///
/// # Errors
/// When the file cannot be read, is not TOML, or names no command; of a descriptor, when anything
/// is wrong with it.
pub fn read_command(path: &Path) -> Result<String, MtError> {
    let text = read(path)?;
    if is_descriptor(path) {
        return Ok(from_xml(&text, path)?.command);
    }
    // The manifest as a whole is not read, because only its command must be right here.
    let mut table: toml::Table = toml::from_str(&text).map_err(toml_error(path))?;
    match table.remove("command") {
        Some(toml::Value::String(command)) => Ok(command),
        _ => Err(MtError::Value {
            path: path.to_owned(),
            key: "command".to_owned(),
            problem: "it is missing or not a text; name the program and its arguments".to_owned(),
        }),
    }
}

/// Reads a manifest from TOML.
///
/// # Errors
/// When the text is not TOML, or a key is unknown, missing or of the wrong kind.
pub fn manifest_from_toml(text: &str, path: &Path) -> Result<ProgramManifest, MtError> {
    let manifest: ProgramManifest = toml::from_str(text).map_err(toml_error(path))?;
    if manifest.format != ProgramManifest::FORMAT {
        return Err(MtError::Value {
            path: path.to_owned(),
            key: "format".to_owned(),
            problem: format!(
                "it is {}; this version of killrate reads format {}",
                manifest.format,
                ProgramManifest::FORMAT
            ),
        });
    }
    Ok(manifest)
}

/// The folder that relative paths in a file are meant from.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn read(path: &Path) -> Result<String, MtError> {
    killrate_files::read_to_string(path).map_err(read_error(path))
}

fn is_descriptor(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "xml")
}

fn toml_error(path: &Path) -> impl FnOnce(toml::de::Error) -> MtError {
    |source| MtError::Toml {
        path: path.to_owned(),
        source: Box::new(source),
    }
}
