//! How a subject is called: what goes in, what comes out.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{InputName, OutputName};

/// A subject's command line, seen from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Interface {
    /// The arguments; `{name}` stands for the path of the input or output of that name, `{seed}`
    /// for the seed.
    pub arguments: Vec<String>,
    /// The input files.
    pub inputs: BTreeMap<InputName, InputSpec>,
    /// The outputs; `stdout` is always captured too.
    pub outputs: BTreeMap<OutputName, OutputSpec>,
}

impl Interface {
    /// Whether a run needs a seed.
    pub fn takes_seed(&self) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.contains("{seed}"))
    }
}

/// An input file of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InputSpec {
    /// How the file is written.
    pub format: FormatName,
    /// The column that holds the label, which transforms leave alone; `last` is the last column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// An output of a subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OutputSpec {
    /// How the output is written.
    pub format: FormatName,
    /// What it shows of the rows of an input; nothing is known of an output that does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
    /// The input whose rows it shows something of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<InputName>,
}

impl OutputSpec {
    /// An output of this format that does not say what it shows.
    pub fn of_format(format: FormatName) -> Self {
        Self {
            format,
            shows: None,
            of: None,
        }
    }
}

/// What an output shows of the rows of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// The class of every row, one per line.
    Classes,
    /// The numbers of the rows, counted from 0, the best first; rows at one place share a line.
    Ranks,
    /// What is to be said of every row, one per line, the first word being what it comes to.
    Alerts,
}

/// The name of a data format, such as `csv`; the properties crate knows the formats.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormatName(pub String);

impl fmt::Display for FormatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
