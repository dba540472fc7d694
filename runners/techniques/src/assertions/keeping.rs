//! The second step: candidates that do not hold on held-out data are dropped.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_invariants::{Engine, FalseAlarms, Invariant};
use killrate_model::Request;
use killrate_watch::{At, OnAlarm};

use super::alarms::{alarms, checked, set_of};
use super::held_out::{self, Purpose};
use super::teaching::Teaching;
use crate::{Exchange, Setting};

/// After so many rounds there is no further one, quiet or not: what is left may be wrong now and then,
/// and the next step measures how often.
const MOST_ROUNDS: u64 = 16;

/// So many runs in a row on fresh data contradict nothing before selection ends: a set that is wrong
/// on one run in a hundred passes them with a chance of less than 5 %.
const N_QUIET: usize = 300;

/// Drops candidates that do not hold on held-out data, in rounds of fresh data, until enough runs in a
/// row contradict nothing.
#[derive(Debug)]
pub(super) struct Keeping {
    round: u64,
    n_quiet: usize,
    teaching: Teaching,
}

/// What follows a round.
pub(super) enum AfterRound {
    /// Another one, with fresh data.
    GoesOn(Keeping),
    /// Nothing: this is what was kept.
    Ends(Teaching),
}

impl Keeping {
    /// What is to be tested of what an engine learned.
    pub(super) fn new(engine: &Engine) -> Self {
        let candidates = engine.invariants();
        let unseen = engine.unseen().into_iter();
        Self {
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

    /// The runs of this round.
    pub(super) fn requests(&self, setting: &Setting<'_>, n_runs: u64) -> Vec<Arc<Request>> {
        // A run goes on after an alarm, so that it can contradict other candidates too.
        let set = set_of(&self.teaching.kept, OnAlarm::GoOn);
        let purpose = Purpose::Keep { round: self.round };
        let requests = held_out::requests(setting, purpose, n_runs).into_iter();
        requests.map(|request| checked(request, &set)).collect()
    }

    /// What follows when the runs of this round showed this.
    pub(super) fn after(&self, lessons: &[Exchange]) -> AfterRound {
        let ids: BTreeSet<String> = lessons
            .iter()
            .flat_map(|lesson| alarms(&lesson.observation))
            .map(|alarm| alarm.id)
            .collect();
        let mut teaching = self.teaching.clone();
        teaching.n_keeping_runs += u32::try_from(lessons.len()).unwrap_or(u32::MAX);
        teaching.kept = without(&teaching.kept, &ids);
        let round = self.round + 1;
        // The first round has the data sets themselves too, which are not fresh.
        let is_quiet = ids.is_empty() && self.round > 0;
        // An alarm begins the count anew: the runs before it were quiet about another set.
        let n_quiet = if is_quiet {
            self.n_quiet + lessons.len()
        } else {
            0
        };
        // Where no data can be made up there is nothing to wait for.
        if n_quiet >= N_QUIET || lessons.is_empty() || round == MOST_ROUNDS {
            return AfterRound::Ends(teaching);
        }
        AfterRound::GoesOn(Self {
            round,
            n_quiet,
            teaching,
        })
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
    use super::super::testing::{
        EVEN, ORDER, alarmed, data_sets, engine, setting_of, taught, traced,
    };
    use super::*;
    use crate::testing::interface;
    use crate::{Assertions, Transcript};

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

    /// The seeds of the runs that were asked for in a round.
    fn seeds(round: &[Exchange]) -> BTreeSet<u64> {
        let requests = round.iter().map(|exchange| &exchange.request);
        requests.filter_map(|request| request.seed).collect()
    }

    /// The rounds of teaching: two traced runs, then runs with these lines in their files of alarms.
    fn rounds(alarms: &[&str]) -> Transcript {
        let (interface, data_sets) = (interface(), data_sets());
        let setting = setting_of(&interface, &data_sets);
        let traced = vec![traced(1..20), traced(5..40)];
        let later = alarms.iter().map(|lines| vec![alarmed(0, lines)]);
        let rounds: Vec<_> = [traced].into_iter().chain(later).collect();
        taught(&mut Assertions::new(1), &setting, &rounds).1
    }

    #[test]
    fn rounds_go_on_with_other_seeds_until_enough_in_a_row_are_quiet() {
        let broken = format!("{ORDER}\torig(n) = -1\treturn = -2\n");
        let transcript = rounds(&[&broken, "", "", &broken, "", "", "", ""]);
        // Tracing, seven rounds of keeping, and one that measures, on data that no other has seen.
        assert_eq!(transcript.n_rounds(), 9);
        let mut all = BTreeSet::new();
        for number in 1..9 {
            let seeds = seeds(transcript.round(number));
            assert!(seeds.len() >= 50 && all.is_disjoint(&seeds), "{number}");
            all.extend(seeds);
        }
    }

    #[test]
    fn rounds_end_even_if_none_is_quiet() {
        let alarms = vec!["x\n"; MOST_ROUNDS as usize + 1];
        assert_eq!(rounds(&alarms).n_rounds(), MOST_ROUNDS as usize + 2);
    }
}
