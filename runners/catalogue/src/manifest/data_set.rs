//! `datasets/**/NAME.toml`.

use std::collections::BTreeMap;

use killrate_model::{ArgumentNumber, DataSetName, Digest, InputName};
use serde::Deserialize;

/// What is known of a data set.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DataSetManifest {
    /// Always 1.
    pub format: u32,
    /// Its name; also the name of its file.
    pub name: DataSetName,
    /// What it is, in a few words.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// The command that makes its files from the project's root, where they are too large to keep.
    #[serde(default)]
    pub made_by: Option<String>,
    /// What to know before trusting a number computed from it.
    #[serde(default)]
    pub known_issues: Option<String>,
    /// How many examples it has.
    pub rows: u64,
    /// How many attributes each example has, without the label.
    pub attributes: u64,
    /// Its files, by the input they are for.
    pub files: BTreeMap<InputName, FileEntry>,
    /// Its numbers among a program's arguments, where they are not those of the subject's interface.
    #[serde(default)]
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
}

/// One file of a data set.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FileEntry {
    /// The path, relative to the manifest.
    pub path: String,
    /// The digest its content must have.
    pub sha256: Digest,
}
