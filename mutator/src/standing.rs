//! What is left of the candidates while the compiler is being asked.

use std::collections::{BTreeMap, BTreeSet};

/// The index of a file and the index of a site or function in it.
pub(crate) type Place = (usize, usize);

/// Something that is woven for watching, by the index of its file and its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Watched {
    /// A function that is watched.
    Function(usize, usize),
    /// A type whose values are observed.
    Type(usize, usize),
}

/// Which candidates are woven, and how.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standing {
    /// The mutants that were taken out, with the reason.
    pub withdrawn: BTreeMap<u32, String>,
    /// Those among them that compile as programs of their own.
    pub alone: BTreeSet<u32>,
    /// Comparisons that take their operands by value, because borrowing them does not compile.
    pub by_value: BTreeSet<Place>,
    /// Functions that are left as written: not even fuel can be woven into them.
    pub unwoven: BTreeSet<Place>,
    /// What cannot be watched or observed, with the compiler's reason.
    pub unwatched: BTreeMap<Watched, String>,
    /// Functions that are watched without telling their exits apart, because that does not compile.
    pub one_exit: BTreeSet<Place>,
}

impl Standing {
    /// Whether this mutant is still in.
    pub(crate) fn is_live(&self, mutant: u32) -> bool {
        !self.withdrawn.contains_key(&mutant)
    }
}
