//! Runs of the original on which nothing that was kept may give an alarm.

use std::sync::Arc;

use killrate_model::{Observation, Request};
use killrate_watch::OnAlarm;

use super::alarms::{alarms, checked, set_of};
use super::held_out::permutations;
use super::teaching::Teaching;
use super::tracing::sources;
use crate::Setting;

/// The runs that show whether what was kept holds of the original.
pub struct VerifyingRuns {
    /// On the data sets as they are.
    pub as_they_are: Vec<Arc<Request>>,
    /// On twenty permutations of each.
    pub permuted: Vec<Arc<Request>>,
}

impl VerifyingRuns {
    /// The runs for what was learned; a program that takes a seed is run so many times on each data
    /// set as it is.
    pub fn new(setting: &Setting<'_>, teaching: &Teaching, n_runs: u64) -> Self {
        // Runs with an alarm are counted, so a run need not go on after its first.
        let set = set_of(&teaching.kept, OnAlarm::Stop);
        let check = |request: Request| checked(request, &set);
        let data_sets = setting.data_sets.iter();
        let as_they_are =
            data_sets.flat_map(|data_set| sources(setting.interface, data_set, n_runs));
        Self {
            as_they_are: as_they_are.map(check).collect(),
            permuted: permutations(setting).into_iter().map(check).collect(),
        }
    }
}

/// Whether a run gave an alarm.
pub fn is_alarmed(observation: &Observation) -> bool {
    !alarms(observation).is_empty()
}
