//! What techniques and properties stand for in the comparison.

use polars::prelude::*;

use crate::columns::TECHNIQUE;

/// Crashes and the like, seen without any testing.
pub const IMPLICIT: &str = "implicit";
/// The original as an oracle.
pub const REFERENCE: &str = "reference";
/// A second implementation as an oracle.
pub const PSEUDO_ORACLE: &str = "pseudo-oracle";
/// The tests that the program's authors wrote.
pub const TESTS: &str = "tests";
/// Invariants learned from the original.
pub const ASSERTIONS: &str = "assertions";
/// Known outputs of small inputs.
pub const PARTIAL_ORACLE: &str = "partial-oracle";
/// System-level metamorphic testing.
pub const METAMORPHIC: &str = "metamorphic";
/// Chains of metamorphic properties, each applied to what the one before made.
pub const ITERATIVE: &str = "iterative";
/// Metamorphic testing of a random program by the statistics of its outputs.
pub const STATISTICAL: &str = "statistical";
/// Metamorphic testing of a random program by a metric of its outputs.
pub const HEURISTIC: &str = "heuristic";

/// Properties of functions, tested while the program runs.
pub const RUNTIME_CHECKING: &str = "mrc";

/// The part a technique plays in the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// It is compared with the others.
    Ranked,
    /// It has an oracle, which nobody has outside a study: more than it cannot be found.
    Ceiling,
    /// It needs no technique: less than it is nothing.
    Floor,
    /// It has an oracle of another kind, such as a second program or somebody's tests: its kills
    /// stand apart.
    Apart,
}

impl Role {
    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ranked => "ranked",
            Self::Ceiling => "ceiling",
            Self::Floor => "floor",
            Self::Apart => "apart",
        }
    }

    /// Where it stands in tables: the floor below, the ceiling above, what is ranked between them.
    pub(crate) fn place(self) -> u8 {
        match self {
            Self::Ceiling => 0,
            Self::Ranked => 1,
            Self::Apart => 2,
            Self::Floor => 3,
        }
    }
}

/// The part a technique plays.
pub(crate) fn role(technique: &str) -> Role {
    match technique {
        IMPLICIT => Role::Floor,
        REFERENCE => Role::Ceiling,
        PSEUDO_ORACLE | TESTS => Role::Apart,
        _ => Role::Ranked,
    }
}

/// What a technique does, for who has never heard of it; `None` for one that is not known here.
pub(crate) fn about(technique: &str) -> Option<&'static str> {
    Some(match without_setting(technique) {
        IMPLICIT => "sees crashes and hangs, as anybody would",
        REFERENCE => "compares with the original's own output, which nobody has outside a study",
        PSEUDO_ORACLE => "compares with another program for the same task",
        TESTS => "runs the tests of the program's authors",
        METAMORPHIC => {
            "changes an input, say the order of its rows, so that the output must change in a known way, say \
                 not at all"
        }
        ASSERTIONS => "checks invariants that were learned from runs of the original",
        RUNTIME_CHECKING => "tests properties of single functions inside the running program",
        PARTIAL_ORACLE => "runs small inputs whose right output was worked out without the program",
        STATISTICAL => "compares many runs of a random program by the numbers in their outputs",
        HEURISTIC => "compares many runs of a random program by a metric of their outputs",
        _ => return None,
    })
}

/// The technique that another is with other settings: these are named after it, with a dash.
fn without_setting(technique: &str) -> &str {
    let is_of = |known: &&str| {
        let rest = technique.strip_prefix(*known);
        rest.is_some_and(|rest| rest.starts_with('-'))
    };
    let mut with_settings = [STATISTICAL, HEURISTIC].into_iter();
    with_settings.find(is_of).unwrap_or(technique)
}

/// Whether a technique, whatever its settings, compares samples of a random program.
pub fn takes_samples(technique: &str) -> bool {
    [STATISTICAL, HEURISTIC].contains(&without_setting(technique))
}

/// Why a technique is not ranked; `None` for one that is.
pub(crate) fn why_apart(technique: &str) -> Option<&'static str> {
    Some(match technique {
        PSEUDO_ORACLE => "it needs another program for the same task",
        TESTS => "it needs somebody's tests",
        _ => return None,
    })
}

/// Whether a row is of a technique that is compared with others.
pub fn is_ranked() -> Expr {
    col(TECHNIQUE)
        .neq(lit(IMPLICIT))
        .and(col(TECHNIQUE).neq(lit(REFERENCE)))
        .and(col(TECHNIQUE).neq(lit(PSEUDO_ORACLE)))
        .and(col(TECHNIQUE).neq(lit(TESTS)))
}
