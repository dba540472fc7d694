//! Small dense linear algebra: matrices of about ten columns and some dozens of rows.
//!
//! Whether a relation exists is read from the smallest singular values, which must be correct relative
//! to the scaled columns. One-sided Jacobi gives that and is forty lines; the bidiagonal decompositions
//! of large libraries are correct relative to the greatest singular value only.

mod echelon;
mod singular;
mod span;

pub(crate) use echelon::reduced_echelon;
pub(crate) use singular::singular;
pub(crate) use span::Span;
