//! A support vector machine with a linear kernel, trained by sequential minimal optimisation.
//!
//! It does what the subject `svm` does, and keeps its state side by side instead of deriving it.
//! `README.md` tells the difference in words.

pub mod binary;
pub mod data;
pub mod error;
pub mod index_sets;
pub mod kernel;
pub mod member_set;
pub mod nominal;
pub mod normalize;
pub mod options;
pub mod prepare;
pub mod products;
pub mod render;
pub mod replace_missing;
pub mod sheet;
pub mod smo;
pub mod trainer;
