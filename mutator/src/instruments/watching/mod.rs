//! Watching: what is seen of a function's calls, and by which exit they end.

mod blame;
mod calls;
mod exits;
mod fall_back;
mod observed;
mod render;
mod scan;
mod telling;
mod types;
mod unwatched;

use std::collections::{BTreeMap, BTreeSet};

pub use unwatched::Unwatched;

pub(crate) use calls::Watch;
pub(crate) use render::Point;
pub(crate) use types::{Content, ObservedType};
pub(crate) use unwatched::unwatched;

use crate::sites::FunctionId;

/// Watching.
pub(crate) struct Watching;

/// What can be watched of one file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// How every function is watched; the reason when it cannot be.
    pub calls: Vec<Result<Watch, &'static str>>,
    /// Structs and enums whose values can be observed.
    pub types: Vec<ObservedType>,
    /// For every function, the number by which it is watched, 0 when it is not; `None` when the
    /// program cannot watch.
    pub points: Option<Vec<usize>>,
}

/// What is not watched although the program watches.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standing {
    /// Watchers and types that do not compile, by the index of their file, with the compiler's reason.
    pub unwatched: BTreeMap<(usize, Part), String>,
    /// Functions that are watched without telling their exits apart, because that does not compile.
    pub one_exit: BTreeSet<FunctionId>,
}

/// What is woven for watching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// What observes the type of this index, behind it.
    Type(usize),
    /// The value of a `return` that leaves a function by this exit; nothing where there is none.
    Return {
        /// The index of the function.
        function: usize,
        exit: u32,
    },
    /// A `?` by which a function may be left, with what it looks at.
    Try {
        /// The index of the function.
        function: usize,
        exit: u32,
        /// The exit of the `return` around it; 0 when there is none.
        within: u32,
        /// Where what it looks at ends.
        operand_end: usize,
    },
    /// What watches the function of this index.
    Watcher(usize),
    /// The clean body of the function of this index that tells its exits apart.
    Exits(usize),
}
