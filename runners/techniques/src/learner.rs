//! Techniques that learn from the original before they judge.

use killrate_model::TechniqueName;

use crate::{Setting, Step, Technique, Transcript};

/// A technique that looks at the original first, as a separate and declared dialogue with it.
pub trait Learner: Send {
    /// Its name in studies, records and tables.
    fn name(&self) -> &TechniqueName;

    /// What it wants to see of the original next, or the technique that results from what it saw.
    ///
    /// It is called once for every round, so it may keep what it learned between rounds.
    fn step(&mut self, setting: &Setting<'_>, transcript: &Transcript) -> Step<Box<dyn Technique>>;
}
