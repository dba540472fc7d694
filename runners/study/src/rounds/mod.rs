//! The third phase: what the dialogues of techniques ask is answered, round by round.
//!
//! [`converse`](killrate_rounds::converse) knows what is asked; here it is known what of that must run.
//! Every verb that judges goes through [`Answers`], whether it runs programs or only foresees what
//! would run.

mod answers;
mod known;
mod ledger;
mod stand_ins;
#[cfg(test)]
mod tests;

pub(crate) use answers::{Answers, Unknown};
pub(crate) use known::{Known, Origin};
pub(crate) use ledger::{Digests, Ledger, executions};
