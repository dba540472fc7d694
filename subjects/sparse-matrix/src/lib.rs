//! The product of two sparse matrices in compressed rows.

pub mod compressed;
pub mod error;
pub mod multiply;
pub mod options;
pub mod read;
pub mod write;
