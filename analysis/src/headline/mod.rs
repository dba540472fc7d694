//! The answer in words, from the numbers.

mod answer;
mod over_all;
mod sentences;

pub(crate) use answer::headline;
