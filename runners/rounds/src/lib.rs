//! The one driver of techniques.
//!
//! Every case is a dialogue between a technique, which asks, and a variant, which shows something.
//! [`converse`] leads all dialogues of a plan at once, round by round: it collects what all of them ask,
//! has it answered, each distinct question once, and goes on until every case has its verdict.
//! [`teach`] does the same for a learner and the original. Who answers is up to the caller: a study
//! runs programs, a preview only counts, a merge only looks things up. So nobody else knows what must
//! run.

mod converse;
mod intern;
mod planned;
mod teach;

pub use converse::{Answer, Dialogue, Question, Shown, converse};
pub use planned::{Planned, PlannedCase};
pub use teach::teach;
