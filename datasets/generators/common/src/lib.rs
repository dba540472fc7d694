//! What the generators of data share: random numbers from a seed, and digests of what was made.

pub mod digest;
pub mod random;
