//! How sure a number is and how large a difference; each with its source and an example.

mod a12;
mod bootstrap;
mod brackets;
mod cochran;
mod covers;
mod dominators;
mod fisher;
mod holm;
mod imitation;
mod linear_combination;
mod mcnemar;
mod shapley;
mod subsets;
mod wilson;

pub use a12::a12;
pub use bootstrap::{N_REPLICATES, cluster_bootstrap};
pub use brackets::brackets;
pub use cochran::{CochranQ, cochran_q};
pub use covers::{Covers, covers};
pub use dominators::dominators;
pub use fisher::fisher_exact;
pub use fixedbitset::FixedBitSet;
pub use holm::holm;
pub use imitation::imitation;
pub use linear_combination::{Term, linear_combination};
pub use mcnemar::mcnemar_exact;
pub use shapley::shapley;
pub use subsets::expected_kills;
pub use wilson::wilson;
