//! The technique, taught: what was kept is checked while the program runs.

use std::sync::Arc;

use killrate_model::{
    Blob, Case, Cause, DataSet, Evidence, Observation, PropertyName, Reason, TechniqueName, Verdict,
};
use killrate_watch::OnAlarm;

use super::alarms::{alarms, set_of};
use super::teaching::Teaching;
use super::tracing::sources;
use crate::implicit::abnormal_end;
use crate::{Plan, PlanError, Setting, Technique};

/// Checks a learned set on the study's data sets; the first alarm of a run is enough.
pub(super) struct Checking {
    name: TechniqueName,
    property: PropertyName,
    n_runs: u64,
    set: Blob,
    teaching: Teaching,
}

impl Checking {
    pub(super) fn new(name: TechniqueName, n_runs: u64, teaching: Teaching) -> Self {
        Self {
            name,
            property: PropertyName::new("invariants").expect("it is a name"),
            n_runs,
            // The run goes on, so that it also shows what the program gives out; the harness then
            // need not run it again without checking.
            set: set_of(&teaching.kept, OnAlarm::StopChecking),
            teaching,
        }
    }
}

impl Technique for Checking {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |data_set: &DataSet| {
            let sources = sources(setting.interface, data_set, self.n_runs).into_iter();
            Case {
                technique: self.name.clone(),
                property: self.property.clone(),
                data_set: data_set.name.clone(),
                seed: None,
                requests: sources
                    .map(|source| Arc::new(source.with_invariants(&self.set)))
                    .collect(),
            }
        };
        Ok(Plan {
            cases: setting.data_sets.iter().map(case).collect(),
            skipped: Vec::new(),
        })
    }

    /// One alarm is enough.
    fn needs_rest(&self, _: &Case, first: &Observation) -> bool {
        alarms(first).is_empty()
    }

    fn judge(&self, _: &Case, observed: &[&Observation]) -> Verdict {
        let mut alarms = observed.iter().flat_map(|run| alarms(run));
        if let Some(alarm) = alarms.next() {
            return Verdict::Violated(Evidence {
                cause: Cause::InvariantBroken,
                detail: alarm.detail,
            });
        }
        // A run that ended early showed only some of its calls.
        match observed.iter().find_map(|run| abnormal_end(run.exit)) {
            None => Verdict::Satisfied,
            Some(evidence) => Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: evidence.detail,
            }),
        }
    }

    fn teaching(&self) -> Option<&Teaching> {
        Some(&self.teaching)
    }
}

#[cfg(test)]
mod tests {
    use killrate_invariants::FalseAlarms;
    use killrate_model::{Exit, InputName, Interface, Probe, protocol};

    use super::super::testing::{
        EVEN, ORDER, alarmed, data_sets, more, setting_of, taught, traced,
    };
    use super::*;
    use crate::Assertions;
    use crate::testing::{interface, observation};

    /// Teaches the technique: a candidate that an alarm names is dropped, and a third of the runs that
    /// measure is refused, another alarmed.
    fn technique(interface: &Interface, data_sets: &[DataSet]) -> Box<dyn Technique> {
        let setting = setting_of(interface, data_sets);
        let shown = [traced(1..20), traced(5..40)];
        let first = more(taught(&Assertions::new(3), &setting, &shown));
        let broken = format!("{ORDER}\torig(n) = -1\treturn = -2\n");
        let shown = [alarmed(0, ""), alarmed(0, &broken)];
        let mut learner = more(taught(first.as_ref(), &setting, &shown));
        for _ in 0..3 {
            learner = more(taught(learner.as_ref(), &setting, &[alarmed(0, "")]));
        }
        let refused = observation(Exit::Exited { code: 1 }, None);
        let runs = [alarmed(0, ""), alarmed(88, "x\n"), refused];
        let technique = taught(learner.as_ref(), &setting, &runs).ready();
        technique.expect("it has seen enough")
    }

    #[test]
    fn what_held_out_data_contradict_is_dropped_and_alarms_are_counted() {
        let technique = technique(&interface(), &data_sets());
        let teaching = technique.teaching().unwrap();
        let ids: Vec<&str> = teaching.kept.iter().map(|kept| kept.id.as_str()).collect();
        assert!(ids.contains(&EVEN), "{ids:?}");
        assert!(!ids.contains(&ORDER), "{ids:?}");
        assert_eq!(teaching.n_candidates, ids.len() as u64 + 1);
        assert_eq!((teaching.n_functions, teaching.n_calls), (1, 54));
        // On each data set itself, 20 permutations and 50 other samples; then three rounds of 50 of
        // both kinds.
        assert_eq!(teaching.n_keeping_runs, 2 * (1 + 20 + 50) + 3 * 2 * 50);
        // Every third of 300 runs is refused and does not count.
        let expected = FalseAlarms {
            n_runs: 200,
            n_alarmed: 100,
        };
        assert_eq!(teaching.false_alarms, expected);
        assert_eq!(teaching.contradictions, vec!["`x`: "; 100]);
    }

    #[track_caller]
    fn check(seen: &[&Observation], expected: &Verdict) {
        let (interface, data_sets) = (interface(), data_sets());
        let technique = technique(&interface, &data_sets);
        let plan = technique.plan(&setting_of(&interface, &data_sets)).unwrap();
        assert_eq!(plan.cases.len(), 2);
        let request = &plan.cases[0].requests[0];
        assert_eq!(request.probes, [Probe::Invariants].into());
        let set = InputName::new(protocol::INVARIANTS_FILE).unwrap();
        assert!(request.inputs[&set].to_text().contains(EVEN));
        assert_eq!(&technique.judge(&plan.cases[0], seen), expected);
    }

    #[test]
    fn a_run_without_an_alarm_is_not_flagged() {
        check(&[&alarmed(0, "")], &Verdict::Satisfied);
    }

    #[test]
    fn an_alarm_in_any_run_is_a_violation_with_its_values() {
        let line = format!("{EVEN}\torig(n) = 3\treturn = 7\n");
        let expected = Verdict::Violated(Evidence {
            cause: Cause::InvariantBroken,
            detail: format!("`{EVEN}`: orig(n) = 3, return = 7"),
        });
        check(&[&alarmed(88, &line)], &expected);
        check(&[&alarmed(101, ""), &alarmed(88, &line)], &expected);
    }

    #[test]
    fn a_crash_without_an_alarm_says_nothing() {
        let expected = Verdict::Inconclusive(Reason::AbnormalEnd {
            detail: "panicked (exit code 101)".to_owned(),
        });
        check(&[&alarmed(0, ""), &alarmed(101, "")], &expected);
    }

    #[test]
    fn a_program_that_takes_a_seed_is_run_with_many() {
        let mut interface = interface();
        interface.arguments.push("{seed}".to_owned());
        let data_sets = data_sets();
        let setting = setting_of(&interface, &data_sets);
        let technique = technique(&interface, &data_sets);
        let plan = technique.plan(&setting).unwrap();
        let seeds = |case: &Case| -> Vec<Option<u64>> {
            case.requests.iter().map(|request| request.seed).collect()
        };
        assert_eq!(plan.cases.len(), 2);
        assert_eq!(seeds(&plan.cases[1]), [Some(1), Some(2), Some(3)]);
        // The first alarm decides.
        assert!(technique.needs_rest(&plan.cases[0], &alarmed(0, "")));
        assert!(!technique.needs_rest(&plan.cases[0], &alarmed(88, "x\n")));
    }
}
