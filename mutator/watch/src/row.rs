//! The values of one call.

use crate::{Scalar, Width};

/// The values that fill the columns of a shape.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// One scalar per column.
    pub scalars: Vec<Scalar>,
    /// The elements of every sequence that is short enough to be kept.
    pub sequences: Vec<Option<Vec<Scalar>>>,
    /// How many numbers were looked at, which is what seeing costs.
    pub n_seen: u64,
}

impl Row {
    /// Adds the value of the next column.
    #[inline]
    pub fn push(&mut self, scalar: Scalar) {
        self.scalars.push(scalar);
        self.n_seen += 1;
    }

    /// Fills so much room with nothing; there is no number in it to look at.
    pub fn leave_out(&mut self, width: Width) {
        let absent = std::iter::repeat(Scalar::Absent);
        self.scalars.extend(absent.take(width.n_columns));
        let none = std::iter::repeat(None);
        self.sequences.extend(none.take(width.n_sequences));
    }

    /// Adds the values of another row.
    pub fn append(&mut self, other: &Self) {
        self.scalars.extend_from_slice(&other.scalars);
        self.sequences.extend_from_slice(&other.sequences);
        self.n_seen += other.n_seen;
    }

    /// Adds the values of another row, which keeps none of its sequences.
    pub fn join(&mut self, other: &mut Self) {
        self.scalars.extend_from_slice(&other.scalars);
        self.sequences.append(&mut other.sequences);
        self.n_seen += other.n_seen;
    }

    /// Empties the row.
    pub fn clear(&mut self) {
        self.scalars.clear();
        self.sequences.clear();
        self.n_seen = 0;
    }
}
