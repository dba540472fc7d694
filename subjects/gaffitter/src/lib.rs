//! A genetic algorithm that chooses files for a volume, so that little of it is wasted.

pub mod crossover;
pub mod error;
pub mod evolve;
pub mod first_generation;
pub mod fitness;
pub mod generation;
pub mod history;
pub mod items;
pub mod mutation;
pub mod options;
pub mod random;
pub mod selection;
