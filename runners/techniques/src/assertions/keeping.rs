//! The second step: candidates that do not hold on held-out data are dropped.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_invariants::{Engine, FalseAlarms, Invariant};
use killrate_model::{Request, TechniqueName};
use killrate_watch::{At, OnAlarm};

use super::alarms::{alarms, set_of};
use super::held_out::{self, Purpose};
use super::measuring::Measuring;
use super::teaching::Teaching;
use crate::{Learner, Lesson, Setting, Taught};

/// After so many rounds there is no further one, quiet or not: what is left may be wrong now and then,
/// and the next step measures how often.
const MOST_ROUNDS: u64 = 16;

/// So many runs in a row on fresh data contradict nothing before selection ends: a set that is wrong
/// on one run in a hundred passes them with a chance of less than 5 %.
const N_QUIET: usize = 300;

/// Drops candidates that do not hold on held-out data, in rounds of fresh data, until enough runs in a
/// row contradict nothing.
pub(super) struct Keeping {
    name: TechniqueName,
    n_runs: u64,
    round: u64,
    n_quiet: usize,
    teaching: Teaching,
}

impl Keeping {
    /// What is to be tested of what an engine learned.
    pub(super) fn new(name: TechniqueName, n_runs: u64, engine: &Engine) -> Self {
        let candidates = engine.invariants();
        let unseen = engine.unseen().into_iter();
        Self {
            name,
            n_runs,
            round: 0,
            n_quiet: 0,
            teaching: Teaching {
                n_functions: engine.n_functions() as u64,
                n_calls: engine.n_calls(),
                panics: engine.panics(),
                n_candidates: candidates.len() as u64,
                kept: candidates,
                unseen: unseen
                    .map(|(f, v, t)| (f.to_owned(), v.to_owned(), t.to_owned()))
                    .collect(),
                n_keeping_runs: 0,
                false_alarms: FalseAlarms {
                    n_runs: 0,
                    n_alarmed: 0,
                },
                contradictions: Vec::new(),
            },
        }
    }
}

impl Learner for Keeping {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let set = set_of(&self.teaching.kept, OnAlarm::GoOn);
        let purpose = Purpose::Keep { round: self.round };
        let requests = held_out::requests(setting, purpose, self.n_runs);
        let checked = requests
            .into_iter()
            .map(|request| request.with_invariants(&set));
        checked.map(Arc::new).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let ids: BTreeSet<String> = lessons
            .iter()
            .flat_map(|lesson| alarms(&lesson.observation))
            .map(|alarm| alarm.id)
            .collect();
        let mut teaching = self.teaching.clone();
        teaching.n_keeping_runs += u32::try_from(lessons.len()).unwrap_or(u32::MAX);
        teaching.kept = without(&teaching.kept, &ids);
        let round = self.round + 1;
        let n_quiet = match ids.is_empty() {
            // The first round has the data sets themselves too, which are not fresh.
            true if self.round > 0 => self.n_quiet + lessons.len(),
            _ => 0,
        };
        let (name, n_runs) = (self.name.clone(), self.n_runs);
        // Where no data can be made up there is nothing to wait for.
        if n_quiet >= N_QUIET || lessons.is_empty() || round == MOST_ROUNDS {
            return Taught::WantsMore(Box::new(Measuring::new(name, n_runs, teaching)));
        }
        Taught::WantsMore(Box::new(Self {
            name,
            n_runs,
            round,
            n_quiet,
            teaching,
        }))
    }
}

/// What is left when those with these ids broke: neither they nor their kin.
fn without(invariants: &[Invariant], ids: &BTreeSet<String>) -> Vec<Invariant> {
    let is_broken = |invariant: &&Invariant| ids.contains(&invariant.id);
    let broken: Vec<&Invariant> = invariants.iter().filter(is_broken).collect();
    let is_kept = |invariant: &&Invariant| {
        !is_broken(invariant) && !broken.iter().any(|broken| are_kin(invariant, broken))
    };
    invariants.iter().filter(is_kept).cloned().collect()
}

/// Templates whose claims hold by what a function does, or else would break soon; or, of quotients,
/// leave room for other data.
const FIRM: [&str; 6] = [
    "equality",
    "near-sum",
    "permutation",
    "ratio",
    "sorted",
    "unchanged",
];

/// Whether one invariant is not to be trusted where the other broke: they are of one template, and made
/// at one place, or one at a single exit and the broken one at all exits together.
///
/// Where one claim of a template mirrored the data, its others at that place come from the same data,
/// and so do those at a part of that place. Dropping only what broke would take as many runs as there
/// are claims that are rarely wrong. A claim at all exits rests on more calls than one of them shows,
/// so it stays where one at a single exit breaks.
fn are_kin(invariant: &Invariant, broken: &Invariant) -> bool {
    let is_at_part = matches!((invariant.at, broken.at), (At::OneExit { .. }, At::Exit));
    invariant.template == broken.template
        && !FIRM.contains(&invariant.template)
        && invariant.function == broken.function
        && (invariant.at == broken.at || is_at_part)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVEN, ORDER, alarmed, engine, more, setting_of, taught};
    use super::*;
    use crate::testing::interface;

    #[test]
    fn kin_of_what_broke_are_not_trusted() {
        let invariants = engine().invariants();
        let find = |id: &str| invariants.iter().find(|known| known.id == id).unwrap();
        let (order, even) = (find(ORDER), find(EVEN));
        assert!(are_kin(order, order));
        assert!(!are_kin(even, order));
        let mut elsewhere = order.clone();
        elsewhere.function = "src/main.rs::g".to_owned();
        assert!(!are_kin(&elsewhere, order));
        let at = |exit: u32| {
            let mut single = order.clone();
            single.at = At::OneExit { exit, of: 2 };
            single
        };
        assert!(are_kin(&at(1), &at(1)));
        assert!(are_kin(&at(1), order));
        assert!(!are_kin(order, &at(1)));
        assert!(!are_kin(&at(2), &at(1)));
        let mut firm = order.clone();
        firm.template = "equality";
        assert!(!are_kin(&firm, &firm));
    }

    /// The seeds of the runs that a learner asks for.
    fn seeds(learner: &dyn Learner, setting: &Setting<'_>) -> BTreeSet<u64> {
        let requests = learner.lessons(setting).into_iter();
        requests.filter_map(|request| request.seed).collect()
    }

    #[test]
    fn rounds_go_on_with_other_seeds_until_enough_in_a_row_are_quiet() {
        let (interface, data_sets) = (interface(), super::super::testing::data_sets());
        let setting = setting_of(&interface, &data_sets);
        let name = crate::TechniqueKind::Assertions.technique_name();
        let mut learner: Box<dyn Learner> = Box::new(Keeping::new(name, 1, &engine()));
        let broken = format!("{ORDER}\torig(n) = -1\treturn = -2\n");
        let mut all = BTreeSet::new();
        for round in [&broken, "", "", &broken, "", "", ""] {
            let seeds = seeds(learner.as_ref(), &setting);
            assert!(seeds.len() >= 50 && all.is_disjoint(&seeds));
            all.extend(seeds);
            learner = more(taught(learner.as_ref(), &setting, &[alarmed(0, round)]));
        }
        // It measures now, on data that no round has seen.
        assert!(all.is_disjoint(&seeds(learner.as_ref(), &setting)));
        assert!(
            taught(learner.as_ref(), &setting, &[alarmed(0, "")])
                .ready()
                .is_some()
        );
    }

    #[test]
    fn rounds_end_even_if_none_is_quiet() {
        let (interface, data_sets) = (interface(), super::super::testing::data_sets());
        let setting = setting_of(&interface, &data_sets);
        let name = crate::TechniqueKind::Assertions.technique_name();
        let mut learner: Box<dyn Learner> = Box::new(Keeping::new(name, 1, &engine()));
        for _ in 0..MOST_ROUNDS {
            learner = more(taught(learner.as_ref(), &setting, &[alarmed(0, "x\n")]));
        }
        assert!(
            taught(learner.as_ref(), &setting, &[alarmed(0, "")])
                .ready()
                .is_some()
        );
    }
}
