//! A support vector machine with a linear kernel, trained by sequential minimal optimisation.
//!
//! `README.md` tells the algorithm in words and maps the functions of the original to ours.

pub mod binary;
pub mod data;
pub mod error;
pub mod index_set;
pub mod kernel;
pub mod nominal;
pub mod normalize;
pub mod options;
pub mod prepare;
pub mod render;
pub mod replace_missing;
pub mod sheet;
pub mod smo;
pub mod trainer;
