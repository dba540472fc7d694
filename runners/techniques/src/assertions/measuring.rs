//! The third step: false alarms of what was kept are counted on data that played no part before.

use std::sync::Arc;

use killrate_model::{Request, TechniqueName};
use killrate_watch::OnAlarm;

use super::alarms::{alarms, set_of};
use super::checking::Checking;
use super::held_out::{self, Purpose};
use super::teaching::Teaching;
use crate::{Learner, Lesson, Setting, Taught};

/// Measures how often what was kept is wrong about the original.
pub(super) struct Measuring {
    name: TechniqueName,
    n_runs: u64,
    teaching: Teaching,
}

impl Measuring {
    pub(super) fn new(name: TechniqueName, n_runs: u64, teaching: Teaching) -> Self {
        Self {
            name,
            n_runs,
            teaching,
        }
    }
}

impl Learner for Measuring {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        // One alarm says as much as many: the run counts.
        let set = set_of(&self.teaching.kept, OnAlarm::Stop);
        let requests = held_out::requests(setting, Purpose::Measure, self.n_runs);
        let checked = requests
            .into_iter()
            .map(|request| request.with_invariants(&set));
        checked.map(Arc::new).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let mut teaching = self.teaching.clone();
        for lesson in lessons {
            let mut alarms = alarms(&lesson.observation).into_iter().peekable();
            let is_alarmed = alarms.peek().is_some();
            let details = alarms.map(|alarm| alarm.detail);
            teaching.contradictions.extend(details);
            // A program may well refuse data that somebody made up.
            if is_alarmed || lesson.observation.exit.is_normal() {
                teaching.false_alarms.n_runs += 1;
                teaching.false_alarms.n_alarmed += u32::from(is_alarmed);
            }
        }
        Taught::Ready(Box::new(Checking::new(
            self.name.clone(),
            self.n_runs,
            teaching,
        )))
    }
}
