//! How a subject is called: what goes in, what comes out.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ArgumentNumber, InputName, OutputName};

/// A subject's command line, seen from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Interface {
    /// The arguments; `{name}` stands for the path of the input or output of that name, `{seed}`
    /// for the seed or a number.
    pub arguments: Vec<String>,
    /// The input files.
    pub inputs: BTreeMap<InputName, InputSpec>,
    /// Numbers among the arguments, each with its value where a data set gives no other; `{name}`
    /// stands for it there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<InputName, ArgumentNumber>,
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

    /// What is wrong with its numbers, if anything is: one has the name of something else, or no
    /// argument holds it, so that to change it would change nothing.
    pub fn problem_of_numbers(&self) -> Option<String> {
        let is_taken = |name: &InputName| {
            let mut outputs = self.outputs.keys().map(OutputName::as_str);
            self.inputs.contains_key(name)
                || outputs.any(|output| output == name.as_str())
                || name.as_str() == "seed"
        };
        let is_used = |name: &InputName| {
            let placeholder = format!("{{{name}}}");
            let mut arguments = self.arguments.iter();
            arguments.any(|argument| argument.contains(&placeholder))
        };
        self.numbers.keys().find_map(|name| {
            if is_taken(name) {
                Some(format!(
                    "`{name}` is the name of an input, an output or the seed too; choose another for the number"
                ))
            } else if is_used(name) {
                None
            } else {
                Some(format!(
                    "no argument has the number `{name}`; write `{{{name}}}` where it belongs"
                ))
            }
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_problem(argument: &str, number: &str, problem: Option<&str>) {
        let number = InputName::new(number).unwrap();
        let rows = InputSpec {
            format: FormatName("csv".to_owned()),
            label: None,
        };
        let interface = Interface {
            arguments: vec!["{rows}".to_owned(), argument.to_owned()],
            inputs: [(InputName::new("rows").unwrap(), rows)].into(),
            numbers: [(number, ArgumentNumber::new("5").unwrap())].into(),
            outputs: [].into(),
        };
        assert_eq!(interface.problem_of_numbers().as_deref(), problem);
    }

    #[test]
    fn a_number_needs_a_place_and_a_name_of_its_own() {
        check_problem("--top={top}", "top", None);
        check_problem(
            "--top=5",
            "top",
            Some("no argument has the number `top`; write `{top}` where it belongs"),
        );
        for name in ["rows", "seed"] {
            let problem = format!(
                "`{name}` is the name of an input, an output or the seed too; choose another for the number"
            );
            check_problem("{seed}", name, Some(&problem));
        }
    }
}
