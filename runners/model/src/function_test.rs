//! How a property of a function is tested: where, and on which state.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where the tests of a property of a function run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sandbox {
    /// In the program itself, on copies of what they may change.
    Clone,
    /// In a copy of the process.
    Fork,
    /// In a copy of the process that leaves files, the network and other processes alone.
    Pod,
}

/// Which state the tests of a property of a function see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallOrder {
    /// What the call was given.
    Before,
    /// What the call left behind, as in the thesis.
    After,
}

impl Sandbox {
    /// All of them, from the cheapest to the one that keeps most away.
    pub const ALL: [Self; 3] = [Self::Clone, Self::Fork, Self::Pod];

    /// The word in the notation and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clone => "clone",
            Self::Fork => "fork",
            Self::Pod => "pod",
        }
    }
}

impl CallOrder {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Before, Self::After];

    /// The word in the notation and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

impl fmt::Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for CallOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_written(value: impl Serialize, name: &str) {
        assert_eq!(
            serde_json::to_string(&value).unwrap(),
            format!("\"{name}\"")
        );
    }

    #[test]
    fn the_words_of_records_are_those_of_the_notation() {
        for sandbox in Sandbox::ALL {
            check_written(sandbox, sandbox.name());
        }
        for order in CallOrder::ALL {
            check_written(order, order.name());
        }
        let words = Sandbox::ALL.map(Sandbox::name);
        assert_eq!(words, ["clone", "fork", "pod"]);
        assert_eq!(CallOrder::ALL.map(CallOrder::name), ["before", "after"]);
    }
}
