//! Claims of papers, decided on a record.

mod claim;
mod duels;
mod evidence;
mod tables;

pub(crate) use claim::{Claim, Decided, Decision, Figure, Missing, lacking, most_telling};
pub(crate) use duels::{ABOUT_TEST, Duel, decide, decide_among};
pub(crate) use evidence::{Evidence, Group, rate};
pub(crate) use tables::claim_tables;
