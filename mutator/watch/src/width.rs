//! How much room the values of a type take in a row.

/// How many columns and sequences the values of a type fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Width {
    /// The columns.
    pub n_columns: usize,
    /// The sequences.
    pub n_sequences: usize,
}

impl Width {
    /// Nothing at all.
    pub const NOTHING: Self = Self {
        n_columns: 0,
        n_sequences: 0,
    };

    /// A single number.
    pub const SCALAR: Self = Self {
        n_columns: 1,
        n_sequences: 0,
    };

    /// That of both together.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self {
            n_columns: self.n_columns + other.n_columns,
            n_sequences: self.n_sequences + other.n_sequences,
        }
    }

    /// That of so many side by side.
    #[inline]
    pub(crate) const fn times(self, n: usize) -> Self {
        Self {
            n_columns: self.n_columns * n,
            n_sequences: self.n_sequences * n,
        }
    }
}
