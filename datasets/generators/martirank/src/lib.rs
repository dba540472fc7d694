//! Makes labelled tables of numbers for MartiRank from a seed.
//!
//! `datasets/martirank/README.md` tells what the parameters mean and lists the sets made with them.

pub mod manifest;
pub mod options;
pub mod parameters;
pub mod sets;
pub mod table;
