//! `NAME.mt.toml`: a command and the properties that its outputs must have.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use killrate_model::{DataSetName, InputName, OutputName};
use killrate_properties::FunctionNames;
use killrate_techniques::DependentProperty;
use serde::{Deserialize, Serialize};

use crate::error::read_error;
use crate::{MtError, from_xml};

/// The only format of manifest that there is so far.
const FORMAT: u32 = 1;

/// What a user writes about a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Manifest {
    /// Always 1.
    #[serde(default = "format")]
    pub format: u32,
    /// What is tested, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The program and its arguments; `{name}` stands for an input or output file.
    pub command: String,
    /// Files that every run finds in its folder, relative to the manifest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PathBuf>,
    /// Commands to run before each run of the program, in its folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub build_up: Vec<String>,
    /// Commands to run after each run of the program, in its folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tear_down: Vec<String>,
    /// Whether the same inputs always give the same outputs.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub is_deterministic: bool,
    /// How runs are ordered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub execution: Order,
    /// Whether programs are confined as well as the system allows.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub sandbox: bool,
    /// The seed that `{seed}` in a command stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The seeds of transforms that make random choices: each gives one follow-up.
    #[serde(default = "seeds", skip_serializing_if = "is_seeds")]
    pub transform_seeds: Vec<u64>,
    /// The properties, one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// The input files.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<InputName, InputEntry>,
    /// The outputs that properties name, besides `stdout`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<OutputName, OutputEntry>,
    /// What a run may use.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limits: LimitsEntry,
    /// What happens with findings where the program is in daily use.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deploy: DeployEntry,
    /// Variables that programs get.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Transforms and comparisons that are external commands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub functions: BTreeMap<String, FunctionEntry>,
    /// Data sets: for each, the file of every input, relative to the manifest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<DataSetName, BTreeMap<InputName, PathBuf>>,
    /// Programs that run after the first, on what it wrote.
    #[serde(default, rename = "phase", skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseEntry>,
    /// Properties whose follow-up runs are built from outputs, or that have several.
    #[serde(default, rename = "dependent", skip_serializing_if = "Vec::is_empty")]
    pub dependents: Vec<DependentProperty>,
}

/// How runs are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As many at a time as there are cores.
    #[default]
    Parallel,
    /// One after the other, for programs that must not meet and for measuring.
    Sequential,
}

/// An input file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InputEntry {
    /// How the file is written.
    pub format: String,
    /// The column that holds the label, which transforms leave alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The name of the file in the run folder; the name of the input and what files of its format
    /// end in when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// An output.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OutputEntry {
    /// How the output is written; that of the extractor, or `lines`, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The output that it is part of: `stdout`, or the name of another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<OutputName>,
    /// What picks it out of there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parse: Option<String>,
}

/// A transform or comparison that is an external command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FunctionEntry {
    /// What it does.
    pub kind: FunctionKind,
    /// The command; the arguments of a call come after it.
    pub command: String,
}

/// What an external command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FunctionKind {
    /// Reads content from standard input and writes what it becomes to standard output.
    Transform,
    /// Gets the files `source` and `follow-up`; ends with 0 when they relate as they must, and with 1
    /// and the smallest telling difference on standard output when they do not.
    Compare,
}

/// A program that runs after another, on what that wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PhaseEntry {
    /// The program and its arguments.
    pub command: String,
}

/// What a run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LimitsEntry {
    /// Seconds of processor time; three times that on the clock.
    pub seconds: u64,
    /// Megabytes of memory.
    pub megabytes: u64,
}

impl Default for LimitsEntry {
    /// What the original of a study may use too.
    fn default() -> Self {
        Self {
            seconds: 600,
            megabytes: 2048,
        }
    }
}

/// What happens with findings where the program is in daily use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DeployEntry {
    /// The folder that findings are kept in, relative to the manifest; one beside the manifest when
    /// left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spool: Option<PathBuf>,
    /// Which findings are sent.
    pub send: Sent,
    /// After how many tests.
    pub every: NonZeroU32,
    /// Whether the files go with them.
    pub attach: Attached,
    /// The command that sends them, which finds them on its standard input; nothing is sent without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

impl Default for DeployEntry {
    fn default() -> Self {
        Self {
            spool: None,
            send: Sent::Failed,
            every: NonZeroU32::MIN,
            attach: Attached::Names,
            command: None,
        }
    }
}

/// Which findings are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sent {
    /// Properties that were violated, and follow-up runs that failed.
    Failed,
    /// Everything.
    All,
}

/// What of the inputs and outputs findings come with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attached {
    /// The names of the files; nothing out of them.
    Names,
    /// Inputs and outputs of both runs, and the evidence.
    Files,
}

impl Manifest {
    /// A manifest that holds nothing but a command.
    pub fn of_command(command: String) -> Self {
        Self {
            format: FORMAT,
            title: None,
            command,
            files: Vec::new(),
            build_up: Vec::new(),
            tear_down: Vec::new(),
            is_deterministic: true,
            execution: Order::default(),
            sandbox: true,
            seed: None,
            transform_seeds: seeds(),
            properties: Vec::new(),
            inputs: BTreeMap::new(),
            outputs: BTreeMap::new(),
            limits: LimitsEntry::default(),
            deploy: DeployEntry::default(),
            environment: BTreeMap::new(),
            functions: BTreeMap::new(),
            data: BTreeMap::new(),
            phases: Vec::new(),
            dependents: Vec::new(),
        }
    }

    /// Reads a manifest, or a descriptor when the name of the file ends in `.xml`.
    ///
    /// # Errors
    /// When the file cannot be read, and as [`Self::from_toml`] and [`from_xml`].
    pub fn read(path: &Path) -> Result<Self, MtError> {
        let text = read(path)?;
        if is_descriptor(path) {
            from_xml(&text, path)
        } else {
            Self::from_toml(&text, path)
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
        let mut table: toml::Table = toml::from_str(&text).map_err(toml_error(path))?;
        match table.remove("command") {
            Some(toml::Value::String(command)) => Ok(command),
            _ => Err(MtError::Value {
                path: path.to_owned(),
                key: "command".to_owned(),
                problem: "it is missing or not a text; name the program and its arguments"
                    .to_owned(),
            }),
        }
    }

    /// Reads a manifest from TOML.
    ///
    /// # Errors
    /// When the text is not TOML, or a key is unknown, missing or of the wrong kind.
    pub fn from_toml(text: &str, path: &Path) -> Result<Self, MtError> {
        let manifest: Self = toml::from_str(text).map_err(toml_error(path))?;
        if manifest.format != FORMAT {
            return Err(MtError::Value {
                path: path.to_owned(),
                key: "format".to_owned(),
                problem: format!(
                    "it is {}; this version of killrate reads format {FORMAT}",
                    manifest.format
                ),
            });
        }
        Ok(manifest)
    }

    /// The names that properties may call besides those of the language.
    pub(crate) fn function_names(&self) -> FunctionNames {
        let of_kind = |kind: FunctionKind| {
            let functions = self.functions.iter();
            let of_kind = functions.filter(|(_, entry)| entry.kind == kind);
            of_kind.map(|(name, _)| name.clone()).collect()
        };
        FunctionNames {
            transforms: of_kind(FunctionKind::Transform),
            comparisons: of_kind(FunctionKind::Compare),
        }
    }

    /// The manifest as TOML, which reads back as the same manifest.
    ///
    /// # Panics
    /// Never: every manifest can be written.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("a manifest holds nothing that TOML does not")
    }
}

/// The folder that relative paths in a file are meant from.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The properties of a text file: one per line, without blank lines and comments after `#`.
pub fn property_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

fn read(path: &Path) -> Result<String, MtError> {
    std::fs::read_to_string(path).map_err(read_error(path))
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

fn format() -> u32 {
    FORMAT
}

fn yes() -> bool {
    true
}

fn seeds() -> Vec<u64> {
    vec![1]
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_yes(value: &bool) -> bool {
    *value
}

fn is_seeds(value: &[u64]) -> bool {
    value == seeds()
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
