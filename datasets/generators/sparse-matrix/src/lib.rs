//! Pairs of sparse matrices, made from a seed.

pub mod manifest;
pub mod matrix;
pub mod sets;
