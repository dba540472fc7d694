//! What a person sees of an output at once.

use std::fmt;

/// What a person sees of an output at once, without knowing the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Looks {
    /// Nothing is wrong with it at first sight.
    Plausible,
    /// It says the same of every row.
    Constant,
    /// It ranks the rows as they stand in the file.
    FileOrder,
    /// It does not say one thing of each row: rows are missing, twice there or made up.
    NotAPermutation,
    /// There is nothing in it.
    Empty,
    /// The program did not write it.
    Missing,
}

impl Looks {
    /// Everything that an output may look like.
    pub const ALL: [Self; 6] = [
        Self::Plausible,
        Self::Constant,
        Self::FileOrder,
        Self::NotAPermutation,
        Self::Empty,
        Self::Missing,
    ];

    /// The name in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plausible => "plausible",
            Self::Constant => "constant",
            Self::FileOrder => "file-order",
            Self::NotAPermutation => "not-a-permutation",
            Self::Empty => "empty",
            Self::Missing => "missing",
        }
    }
}

impl fmt::Display for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
