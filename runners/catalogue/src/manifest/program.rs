//! `NAME.mt.toml`: a command and the properties that its outputs must have.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;

use killrate_model::{ArgumentNumber, DataSetName, InputName, OutputName, PlaceboName};
use killrate_properties::FunctionNames;
use killrate_techniques::DependentProperty;
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// What a user writes about a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ProgramManifest {
    /// Always 1.
    #[serde(default = "format")]
    pub format: u32,
    /// What is tested, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The program and its arguments; `{name}` stands for an input or output file.
    pub command: String,
    /// A second program for the same inputs and outputs, with its arguments; what it gives is
    /// compared with what the first gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// How the outputs of the two programs must relate, one relation with an optional name per
    /// line; all outputs must be equal when left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<String>,
    /// Files that every run finds in its folder, relative to the manifest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PathBuf>,
    /// Files and folders that every run can read where they are, relative to the manifest; besides
    /// these it can read the system's programs and libraries and nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readable: Vec<PathBuf>,
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
    /// Numbers among the arguments of commands, each with its value where a data set gives no other.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
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
    /// Data sets: for each, the file of every input, relative to the manifest, and its numbers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<DataSetName, BTreeMap<InputName, DataEntry>>,
    /// Programs that run after the first, on what it wrote.
    #[serde(default, rename = "phase", skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseEntry>,
    /// Properties whose follow-up runs are built from outputs, or that have several.
    #[serde(default, rename = "dependent", skip_serializing_if = "Vec::is_empty")]
    pub dependents: Vec<DependentProperty>,
    /// The program in other words: what a property holds for should hold for these too.
    #[serde(default, rename = "placebo", skip_serializing_if = "Vec::is_empty")]
    pub placebos: Vec<CommandPlacebo>,
}

/// A variant of the program without a fault: another seed, another option that should not matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandPlacebo {
    /// Its name in findings.
    pub name: PlaceboName,
    /// Why the difference should not matter.
    pub about: String,
    /// The program and its arguments, in place of the first command.
    pub command: String,
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

/// What a data set gives for an input or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataEntry {
    /// The file of an input.
    File(PathBuf),
    /// Another value of a number.
    Number(ArgumentNumber),
}

impl Serialize for DataEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::File(path) => path.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DataEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadEntry)
    }
}

struct ReadEntry;

impl Visitor<'_> for ReadEntry {
    type Value = DataEntry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a file in quotes, or a number")
    }

    fn visit_str<E: Error>(self, path: &str) -> Result<DataEntry, E> {
        Ok(DataEntry::File(path.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<DataEntry, E> {
        let number = ArgumentNumber::new(number.to_string()).map_err(E::custom)?;
        Ok(DataEntry::Number(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<DataEntry, E> {
        let number = ArgumentNumber::new(number.to_string()).map_err(E::custom)?;
        Ok(DataEntry::Number(number))
    }
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

impl ProgramManifest {
    /// The only format that there is so far.
    pub const FORMAT: u32 = 1;

    /// A manifest that holds nothing but a command.
    pub fn of_command(command: String) -> Self {
        Self {
            format: Self::FORMAT,
            title: None,
            command,
            other: None,
            relations: Vec::new(),
            files: Vec::new(),
            readable: Vec::new(),
            build_up: Vec::new(),
            tear_down: Vec::new(),
            is_deterministic: true,
            execution: Order::default(),
            sandbox: true,
            seed: None,
            transform_seeds: seeds(),
            properties: Vec::new(),
            inputs: BTreeMap::new(),
            numbers: BTreeMap::new(),
            outputs: BTreeMap::new(),
            limits: LimitsEntry::default(),
            deploy: DeployEntry::default(),
            environment: BTreeMap::new(),
            functions: BTreeMap::new(),
            data: BTreeMap::new(),
            phases: Vec::new(),
            dependents: Vec::new(),
            placebos: Vec::new(),
        }
    }

    /// The names that properties may call besides those of the language.
    pub fn function_names(&self) -> FunctionNames {
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

fn format() -> u32 {
    ProgramManifest::FORMAT
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
