//! Mutants: which body a function takes, what a site evaluates, and those that become programs of
//! their own.

pub(crate) mod alone;
mod blame;
mod choices;
mod fall_back;
mod number;
mod render;
mod scan;
mod shapes;

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{MutantClass, SiteKind};

pub(crate) use choices::{Choice, Numbers};

use crate::site::Site;

/// Mutants.
pub(crate) struct Mutants;

/// The sites of one file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub sites: Vec<FoundSite>,
    /// For every site, the numbers of its changes.
    pub numbers: Vec<Vec<u32>>,
    /// For every function, the numbers of its own mutants.
    pub of_function: Vec<Vec<u32>>,
    /// For every function, how it chooses its body if it has mutants.
    pub choices: Vec<Option<Choice>>,
}

/// A site, its class and its function.
#[derive(Debug)]
pub(crate) struct FoundSite {
    pub site: Site,
    pub class: MutantClass,
    /// What the integer is for, where it is one off.
    pub site_kind: Option<SiteKind>,
    /// An index into the functions of the file.
    pub function: usize,
}

/// The index of a file and the index of a site in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SiteId {
    pub file: usize,
    pub site: usize,
}

/// Which mutants are woven, and how.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standing {
    /// The mutants that were taken out, with the reason.
    pub withdrawn: BTreeMap<u32, String>,
    /// Those among them that compile as programs of their own.
    pub alone: BTreeSet<u32>,
    /// Comparisons that take their operands by value, because borrowing them does not compile.
    pub by_value: BTreeSet<SiteId>,
}

/// What is woven for mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// What a mutant evaluates in place of the original.
    Arm(u32),
    /// The evaluation of the site of this index, apart from arms of mutants.
    Site(usize),
    /// The mutated body of the function of this index.
    MutatedBody(usize),
}

impl Standing {
    /// Whether this mutant is still in.
    pub(crate) fn is_live(&self, mutant: u32) -> bool {
        !self.withdrawn.contains_key(&mutant)
    }
}
