//! Reading a manifest, with errors that name the file and the key.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// The only manifest format there is so far.
const FORMAT: i64 = 1;

/// What is wrong with a manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read `{path}`; put the file back, or correct what names it", path = path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file is not TOML, or a key is unknown, missing or of the wrong type.
    #[error("cannot use `{path}`", path = path.display())]
    Parse {
        /// Which file.
        path: PathBuf,
        /// Which line and key, and what is wrong there.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// The file is of another format.
    #[error("cannot use `{path}`: its `format` is {found}; this version of killrate reads format 1", path = path.display())]
    Format {
        /// Which file.
        path: PathBuf,
        /// The format it says it has.
        found: String,
    },
    /// A key has a value that does not fit.
    #[error("cannot use `{path}`: key `{key}`: {problem}", path = path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// Which key.
        key: String,
        /// What is wrong with its value, and what to do.
        problem: String,
    },
}

/// Reads and checks one manifest.
///
/// # Errors
/// When the file is missing, is not TOML of format 1, or has keys that this kind of manifest does
/// not have.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T, ManifestError> {
    let text = killrate_files::read_to_string(path).map_err(|source| ManifestError::Read {
        path: path.to_owned(),
        source,
    })?;
    let in_file = |source: toml::de::Error| ManifestError::Parse {
        path: path.to_owned(),
        source: Box::new(source),
    };
    // A manifest of a later format may have keys we do not know, so its format is looked at first.
    let table: toml::Table = toml::from_str(&text).map_err(in_file)?;
    match table.get("format") {
        Some(toml::Value::Integer(FORMAT)) => {}
        Some(other) => {
            return Err(ManifestError::Format {
                path: path.to_owned(),
                found: other.to_string(),
            });
        }
        None => {
            return Err(ManifestError::Value {
                path: path.to_owned(),
                key: "format".to_owned(),
                problem: "it is missing; write `format = 1` at the top".to_owned(),
            });
        }
    }
    // The text and not the table is read once more, because only then does an error know its line.
    toml::from_str(&text).map_err(in_file)
}
