//! The learner: three steps, one after the other.

use std::sync::Arc;

use killrate_model::{Request, TechniqueName};

use super::checking::TaughtAssertions;
use super::keeping::{AfterRound, Keeping};
use super::teaching::Teaching;
use super::{measuring, tracing};
use crate::{Learner, Setting, Step, Technique, TechniqueKind, Transcript};

/// Learns invariants of a subject's functions in three steps, and checks them inside the program.
///
/// First the original is traced on all data sets of the study, and candidates are inferred. Then it
/// checks them on the same data sets and on held-out ones, and what does not hold is dropped, with
/// those of its kin, until fresh data contradict nothing any more. At last what was kept is checked on
/// further held-out data, which measures false alarms and drops nothing.
#[derive(Debug)]
pub struct Assertions {
    name: TechniqueName,
    n_runs: u64,
    stage: Stage,
}

/// What the runs that were asked for last are for.
#[derive(Debug)]
enum Stage {
    /// To be traced.
    Tracing,
    /// To contradict candidates.
    Keeping(Keeping),
    /// To count false alarms of what was kept.
    Measuring(Teaching),
}

impl Assertions {
    /// The learner; programs that take a seed are run so many times on each data set.
    pub fn new(n_runs: u64) -> Self {
        Self {
            name: TechniqueKind::Assertions.technique_name(),
            n_runs,
            stage: Stage::Tracing,
        }
    }

    /// The runs whose traces it learns from.
    pub fn traced(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        tracing::requests(setting, self.n_runs)
    }
}

impl Learner for Assertions {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn step(&mut self, setting: &Setting<'_>, transcript: &Transcript) -> Step<Box<dyn Technique>> {
        if transcript.is_empty() {
            return Step::Ask(self.traced(setting));
        }
        let lessons = transcript.last_round();
        self.stage = match &self.stage {
            Stage::Tracing => Stage::Keeping(Keeping::new(&tracing::infer(lessons))),
            Stage::Keeping(keeping) => match keeping.after(lessons) {
                AfterRound::GoesOn(keeping) => Stage::Keeping(keeping),
                AfterRound::Ends(teaching) => Stage::Measuring(teaching),
            },
            Stage::Measuring(kept) => {
                let teaching = measuring::count(kept, lessons);
                let technique = TaughtAssertions::new(self.name.clone(), self.n_runs, teaching);
                return Step::Conclude(Box::new(technique));
            }
        };
        Step::Ask(match &self.stage {
            Stage::Tracing => unreachable!("tracing is over when its runs were seen"),
            Stage::Keeping(keeping) => keeping.requests(setting, self.n_runs),
            Stage::Measuring(kept) => measuring::requests(setting, kept, self.n_runs),
        })
    }
}
