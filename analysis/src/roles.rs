//! What techniques and properties stand for in the comparison.

use std::collections::BTreeSet;

use polars::prelude::*;

use crate::columns::{PROPERTY, TECHNIQUE};

/// Crashes and the like, seen without any testing.
pub(crate) const IMPLICIT: &str = "implicit";
/// The original as an oracle.
pub(crate) const REFERENCE: &str = "reference";
/// A second implementation as an oracle.
pub(crate) const PSEUDO_ORACLE: &str = "pseudo-oracle";
/// The tests that the program's authors wrote.
pub(crate) const TESTS: &str = "tests";
/// Invariants learned from the original.
pub(crate) const ASSERTIONS: &str = "assertions";
/// Known outputs of small inputs.
pub(crate) const PARTIAL_ORACLE: &str = "partial-oracle";
/// System-level metamorphic testing.
pub(crate) const METAMORPHIC: &str = "metamorphic";
/// Metamorphic testing of a random program by the statistics of its outputs.
pub(crate) const STATISTICAL: &str = "statistical";
/// Metamorphic testing of a random program by a metric of its outputs.
pub(crate) const HEURISTIC: &str = "heuristic";

/// Properties of functions, tested while the program runs.
pub(crate) const RUNTIME_CHECKING: &str = "mrc";

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
    // Techniques as the thesis has them look at the same as ours.
    Some(
        match technique.strip_suffix("-thesis").unwrap_or(technique) {
            IMPLICIT => "sees crashes and hangs, as anybody would",
            REFERENCE => {
                "compares with the original's own output, which nobody has outside a study"
            }
            PSEUDO_ORACLE => "compares with another program for the same task",
            TESTS => "runs the tests of the program's authors",
            METAMORPHIC => {
                "changes an input, say the order of its rows, so that the output must change in a known way, say \
                 not at all"
            }
            ASSERTIONS => "checks invariants that were learned from runs of the original",
            RUNTIME_CHECKING => "tests properties of single functions inside the running program",
            PARTIAL_ORACLE => {
                "runs small inputs whose right output was worked out without the program"
            }
            STATISTICAL => "compares many runs of a random program by the numbers in their outputs",
            HEURISTIC => "compares many runs of a random program by a metric of their outputs",
            _ => return None,
        },
    )
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
pub(crate) fn is_ranked() -> Expr {
    col(TECHNIQUE)
        .neq(lit(IMPLICIT))
        .and(col(TECHNIQUE).neq(lit(REFERENCE)))
        .and(col(TECHNIQUE).neq(lit(PSEUDO_ORACLE)))
        .and(col(TECHNIQUE).neq(lit(TESTS)))
}

/// Properties that a paper counts together.
pub(crate) struct PropertySet {
    /// Its value in the column `property_set`.
    pub(crate) name: &'static str,
    /// How titles of tables call it.
    pub(crate) title: &'static str,
    /// How rows of tables call it.
    pub(crate) short_title: &'static str,
    /// The properties of the technique `metamorphic`, in the order of the paper's tables, each with
    /// its name there.
    pub(crate) properties: [(&'static str, &'static str); 4],
    /// Those that the paper has for a single program, and none of its tables per property.
    pub(crate) elsewhere: &'static [&'static str],
}

/// The sets of the papers.
pub(crate) const PROPERTY_SETS: [PropertySet; 2] = [
    PropertySet {
        name: "thesis",
        title: "the thesis's properties",
        short_title: "the thesis's",
        properties: [
            ("permute", "permute"),
            ("multiply", "multiply"),
            ("add", "add"),
            ("negate", "negate"),
        ],
        // PAYL's inputs allow no change of numbers: it has permuting packets, and this.
        elsewhere: &["permute-bytes"],
    },
    PropertySet {
        name: "model",
        title: "ISSTA'09's properties",
        short_title: "ISSTA'09's",
        properties: [
            ("permute-model", "permute"),
            ("multiply-model", "multiply"),
            ("add-model", "add"),
            ("negate-model", "negate"),
        ],
        elsewhere: &[],
    },
];

/// The set of metamorphic properties that no paper counts together.
pub(crate) const OTHER_PROPERTIES: &str = "other";

/// The set a row's property belongs to; a technique other than `metamorphic` is a set of its own.
pub(crate) fn property_set() -> Expr {
    let other = when(col(TECHNIQUE).eq(lit(METAMORPHIC)))
        .then(lit(OTHER_PROPERTIES))
        .otherwise(col(TECHNIQUE));
    PROPERTY_SETS.iter().fold(other, |other, set| {
        let in_tables = set.properties.iter().map(|(property, _)| property);
        let is_member = in_tables
            .chain(set.elsewhere)
            .map(|property| col(PROPERTY).eq(lit(*property)))
            .reduce(Expr::or)
            .expect("a set has properties");
        when(col(TECHNIQUE).eq(lit(METAMORPHIC)).and(is_member))
            .then(lit(set.name))
            .otherwise(other)
    })
}

/// How titles of tables call a set.
pub(crate) fn set_title(set: &str) -> &str {
    match PROPERTY_SETS.iter().find(|known| known.name == set) {
        Some(known) => known.title,
        None if set == OTHER_PROPERTIES => "further metamorphic properties",
        None => set,
    }
}

/// How rows of tables call a set.
pub(crate) fn short_set_title(set: &str) -> &str {
    match PROPERTY_SETS.iter().find(|known| known.name == set) {
        Some(known) => known.short_title,
        None => "further ones",
    }
}

/// The properties of a set that a paper has a column for; none for a set of no paper.
pub(crate) fn members(set: &str) -> Vec<&'static str> {
    let known = PROPERTY_SETS.iter().find(|known| known.name == set);
    let properties = known.map_or(&[][..], |known| &known.properties[..]);
    properties.iter().map(|(property, _)| *property).collect()
}

/// Whether some of these properties are those that a paper has for a single program; it has no others
/// of the set for that program.
pub(crate) fn has_own(set: &str, properties: &BTreeSet<String>) -> bool {
    let known = PROPERTY_SETS.iter().find(|known| known.name == set);
    let own = known.map_or(&[][..], |known| known.elsewhere);
    own.iter().any(|property| properties.contains(*property))
}

/// Whether a set is of metamorphic properties, and not all of another technique.
pub(crate) fn is_metamorphic(set: &str) -> bool {
    set == OTHER_PROPERTIES || !members(set).is_empty()
}

/// Where a set stands in tables: those of the papers first.
pub(crate) fn place_of_set(set: &str) -> usize {
    let place = PROPERTY_SETS.iter().position(|known| known.name == set);
    place.unwrap_or(PROPERTY_SETS.len() + usize::from(set != OTHER_PROPERTIES))
}

/// Where a property stands in tables: in the order of the papers, then by name.
pub(crate) fn place_of(property: &str) -> usize {
    let known = PROPERTY_SETS.iter().flat_map(|set| &set.properties);
    known
        .map(|(name, _)| *name)
        .position(|name| name == property)
        .unwrap_or(usize::MAX)
}
