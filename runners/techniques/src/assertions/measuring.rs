//! The third step: false alarms of what was kept are counted on data that played no part before.

use std::sync::Arc;

use killrate_model::Request;
use killrate_watch::OnAlarm;

use super::alarms::{alarms, checked, set_of};
use super::held_out::{self, Purpose};
use super::teaching::Teaching;
use crate::{Exchange, Setting};

/// The runs to count on.
pub(super) fn requests(setting: &Setting<'_>, kept: &Teaching, n_runs: u64) -> Vec<Arc<Request>> {
    // One alarm says as much as many: the run counts.
    let set = set_of(&kept.kept, OnAlarm::Stop);
    let requests = held_out::requests(setting, Purpose::Measure, n_runs).into_iter();
    requests.map(|request| checked(request, &set)).collect()
}

/// What was kept, with the false alarms that these runs show.
pub(super) fn count(kept: &Teaching, lessons: &[Exchange]) -> Teaching {
    let mut teaching = kept.clone();
    for lesson in lessons {
        let alarms = alarms(&lesson.observation);
        let is_alarmed = !alarms.is_empty();
        let details = alarms.into_iter().map(|alarm| alarm.detail);
        teaching.contradictions.extend(details);
        // A program may well refuse data that somebody made up.
        if is_alarmed || lesson.observation.exit.is_normal() {
            teaching.false_alarms.n_runs += 1;
            teaching.false_alarms.n_alarmed += u32::from(is_alarmed);
        }
    }
    teaching
}
