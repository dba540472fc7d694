//! Why there are no findings.

use std::io;
use std::path::{Path, PathBuf};

use killrate_executor::{ArgumentError, BlackBoxError, Fault, RunError};
use killrate_model::{DataSetName, Exit, InputName, OutputName, PlaceboName, PropertyName};
use killrate_properties::{ExtractionError, ParseError, PropertyError};
use killrate_techniques::{ChainingError, PlanError};

/// Why there are no findings; never a verdict.
#[derive(Debug, thiserror::Error)]
pub enum MtError {
    /// A file cannot be read.
    #[error("cannot read `{}`; check its path and permissions", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`; check the space and the permissions of its folder", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A manifest is not TOML, or a key is unknown, missing or of the wrong kind.
    #[error("cannot use `{}`", path.display())]
    Toml {
        /// Which file.
        path: PathBuf,
        /// Which line and key, and what is wrong there.
        source: Box<toml::de::Error>,
    },
    /// A key has a value that does not fit.
    #[error("cannot use `{}`: key `{key}`: {problem}", path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// Which key.
        key: String,
        /// What is wrong with its value, and what to do.
        problem: String,
    },
    /// A descriptor cannot be used.
    #[error("cannot use `{}`: line {line}: {problem}", path.display())]
    Descriptor {
        /// Which file.
        path: PathBuf,
        /// Where.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A relation between two programs is not one.
    #[error(
        "cannot use the relation `{relation}`: {problem}; write one as in `same: equal(output)`"
    )]
    Relation {
        /// As written.
        relation: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There is nothing that outputs could be compared with.
    #[error(
        "there is a relation `{relation}` and no second program{}; name one with `--other`, or in the key `other`",
        in_file(path)
    )]
    NoOther {
        /// The manifest; empty where there is none.
        path: PathBuf,
        /// The relation.
        relation: String,
    },
    /// Chains of properties cannot be tried.
    #[error(transparent)]
    Chaining(#[from] ChainingError),
    /// A property has no single follow-up run that another property could be applied to.
    #[error(
        "property `{property}` cannot be chained, because it has no follow-up run of its own that other properties could be applied to; name the others with `--only`"
    )]
    NotChained {
        /// Which one.
        property: PropertyName,
    },
    /// A line is not a property.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A property does not fit the program.
    #[error("property `{property}` does not fit")]
    Unfit {
        /// Which one.
        property: PropertyName,
        /// Why.
        source: PropertyError,
    },
    /// A property cannot be used on the data.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A function fails on an input, or an output of the source run makes no follow-up run.
    #[error("cannot use property `{property}` on data set `{data_set}`")]
    NoFollowUp {
        /// Which property.
        property: PropertyName,
        /// Which data set.
        data_set: DataSetName,
        /// Why, as the technique says it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A data set brings too little.
    #[error("data set `{data_set}` has no file for input `{input}`; name one")]
    NoFile {
        /// Which data set.
        data_set: DataSetName,
        /// Which input.
        input: InputName,
    },
    /// There is nothing to run on.
    #[error(
        "there is no data to run on; give files with `--input NAME=FILE`, or a data set with `--data` or in the table `[data]`"
    )]
    NoData,
    /// There is nothing to test.
    #[error(
        "there is no property to test; give one with `--property`, or in the key `properties`, or a program to compare with by `--other`"
    )]
    NoProperty,
    /// A name that nothing has.
    #[error("there is no {kind} `{name}`; {hint}")]
    Unknown {
        /// What it should be the name of.
        kind: &'static str,
        /// The name that was written.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// An extractor is not one.
    #[error("cannot have output `{output}`")]
    Extractor {
        /// For which output.
        output: OutputName,
        /// What is wrong with it.
        source: ExtractionError,
    },
    /// A command cannot be used.
    #[error(transparent)]
    Command(#[from] BlackBoxError),
    /// A command's placeholders cannot be filled in.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// The program fails on the data as they are.
    #[error(
        "`{command}` does not end normally on data set `{data_set}` as it is: {exit}{complaint}; nothing can be concluded, so mend the command or the data{}", lacks(left_behind.as_deref())
    )]
    SourceFails {
        /// The first word of the command.
        command: String,
        /// On which data set.
        data_set: DataSetName,
        /// How it ended.
        exit: Exit,
        /// What it says of it, if it says anything.
        complaint: String,
        /// A file that the command names and that is not in the folder of a run.
        left_behind: Option<String>,
    },
    /// An output is not there.
    #[error(
        "there is no output `{output}` of `{command}` on data set `{data_set}`: {problem}; check the command and the table `[outputs]`"
    )]
    NoOutput {
        /// The first word of the command.
        command: String,
        /// On which data set.
        data_set: DataSetName,
        /// Which output.
        output: OutputName,
        /// Why.
        problem: String,
    },
    /// Two runs on the same data differ.
    #[error(
        "`{command}` is not deterministic: two runs on data set `{data_set}` differ in `{output}`; give it a fixed seed, look at another output, or write `is-deterministic = false`"
    )]
    NotDeterministic {
        /// The first word of the command.
        command: String,
        /// On which data set.
        data_set: DataSetName,
        /// In which output.
        output: OutputName,
    },
    /// A placebo cannot be tested.
    #[error("cannot test placebo `{name}`; correct its command or leave it out")]
    Placebo {
        /// Which one.
        name: PlaceboName,
        /// Why not.
        source: Box<MtError>,
    },
    /// The program cannot be started in daily use.
    #[error("cannot start `{}`; check that it is there and may be executed", binary.display())]
    Start {
        /// The file to start.
        binary: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// Findings cannot be sent.
    #[error(
        "the command `{command}`, which sends findings, failed: {problem}; what it was to send is sent with the next report"
    )]
    Report {
        /// The command.
        command: String,
        /// How it failed.
        problem: String,
    },
    /// Not all executions were run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The harness failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Where something is missing, unless that was typed.
fn in_file(path: &Path) -> String {
    if path.as_os_str().is_empty() {
        String::new()
    } else {
        format!(" in `{}`", path.display())
    }
}

/// What a program may have missed in the folder that it runs in.
fn lacks(left_behind: Option<&str>) -> String {
    left_behind.map_or_else(String::new, |path| {
        format!(
            "; it runs in a folder of its own, which lacks `{path}`: put what it needs of that beside the manifest and name each file in the key `files`, or with `--file`"
        )
    })
}

pub(crate) fn read_error(path: &Path) -> impl FnOnce(io::Error) -> MtError {
    |source| MtError::Read {
        path: path.to_owned(),
        source,
    }
}

pub(crate) fn write_error(path: &Path) -> impl FnOnce(io::Error) -> MtError {
    |source| MtError::Write {
        path: path.to_owned(),
        source,
    }
}
