//! The technique, taught: what was kept is checked while the program runs.

use killrate_model::{
    Blob, Case, Cause, DataSet, Evidence, Observation, PropertyName, Reason, TechniqueName, Verdict,
};
use killrate_watch::OnAlarm;

use super::alarms::{Alarm, alarms, checked, set_of};
use super::teaching::Teaching;
use super::tracing::sources;
use crate::implicit::abnormal_end;
use crate::{Fact, Plan, PlanError, Setting, Step, Technique, Transcript};

/// Checks a learned set on the study's data sets; the first alarm of a run is enough.
#[derive(Debug)]
pub(super) struct TaughtAssertions {
    name: TechniqueName,
    property: PropertyName,
    n_runs: u64,
    set: Blob,
    teaching: Teaching,
}

impl TaughtAssertions {
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

impl Technique for TaughtAssertions {
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
                requests: sources.map(|source| checked(source, &self.set)).collect(),
            }
        };
        Ok(Plan {
            cases: setting.data_sets.iter().map(case).collect(),
            skipped: Vec::new(),
        })
    }

    /// One alarm is enough.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        // An alarm counts however the run ended after it.
        if let Some(alarm) = runs.iter().find_map(|run| first_alarm(run)) {
            return Step::Conclude(Verdict::Violated(Evidence {
                cause: Cause::InvariantBroken,
                detail: alarm.detail,
            }));
        }
        match runs.len() {
            // One alarm is enough, so the first run comes alone: after it most others are needless.
            0 => Step::ask(&case.requests[..1]),
            1 if case.requests.len() > 1 => Step::ask(&case.requests[1..]),
            // A run that ended early showed only some of its calls.
            _ => Step::Conclude(match runs.iter().find_map(|run| abnormal_end(run.exit)) {
                None => Verdict::Satisfied,
                Some(evidence) => Verdict::Inconclusive(Reason::AbnormalEnd {
                    detail: evidence.detail,
                }),
            }),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        vec![Fact::Taught(self.teaching.clone())]
    }
}

fn first_alarm(run: &Observation) -> Option<Alarm> {
    alarms(run).into_iter().next()
}

#[cfg(test)]
mod tests {
    use killrate_invariants::FalseAlarms;
    use killrate_model::{Exit, InputName, Interface, Probe, protocol};

    use super::super::testing::{EVEN, ORDER, alarmed, data_sets, setting_of, taught, traced};
    use super::*;
    use crate::Assertions;
    use crate::testing::{conclude, converse, interface, observation};

    /// Teaches the technique: a candidate that an alarm names is dropped, and a third of the runs that
    /// measure is refused, another alarmed.
    fn technique(interface: &Interface, data_sets: &[DataSet]) -> Box<dyn Technique> {
        let setting = setting_of(interface, data_sets);
        let broken = format!("{ORDER}\torig(n) = -1\treturn = -2\n");
        let refused = observation(Exit::Exited { code: 1 }, None);
        let quiet = vec![alarmed(0, "")];
        let rounds = [
            vec![traced(1..20), traced(5..40)],
            vec![alarmed(0, ""), alarmed(0, &broken)],
            quiet.clone(),
            quiet.clone(),
            quiet,
            vec![alarmed(0, ""), alarmed(88, "x\n"), refused],
        ];
        taught(&mut Assertions::new(3), &setting, &rounds).0
    }

    /// What the technique was taught.
    fn teaching(technique: &dyn Technique) -> Teaching {
        match technique.facts().remove(0) {
            Fact::Taught(teaching) => teaching,
            Fact::Calibrated(_) => panic!("invariants are not calibrated"),
        }
    }

    #[test]
    fn what_held_out_data_contradict_is_dropped_and_alarms_are_counted() {
        let technique = technique(&interface(), &data_sets());
        let teaching = teaching(&*technique);
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
        let (mut interface, data_sets) = (interface(), data_sets());
        if seen.len() > 1 {
            interface.arguments.push("{seed}".to_owned());
        }
        let technique = technique(&interface, &data_sets);
        let plan = technique.plan(&setting_of(&interface, &data_sets)).unwrap();
        assert_eq!(plan.cases.len(), 2);
        let request = &plan.cases[0].requests[0];
        assert_eq!(request.probes, [Probe::Invariants].into());
        let set = InputName::new(protocol::INVARIANTS_FILE).unwrap();
        assert!(request.inputs[&set].to_text().contains(EVEN));
        assert_eq!(&conclude(&*technique, &plan.cases[0], seen), expected);
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
        let (crash, quiet) = (alarmed(101, ""), alarmed(0, ""));
        check(&[&crash, &quiet, &alarmed(88, &line)], &expected);
    }

    #[test]
    fn a_crash_without_an_alarm_says_nothing() {
        let expected = Verdict::Inconclusive(Reason::AbnormalEnd {
            detail: "panicked (exit code 101)".to_owned(),
        });
        let (crash, quiet) = (alarmed(101, ""), alarmed(0, ""));
        check(&[&crash], &expected);
        check(&[&quiet, &crash, &quiet], &expected);
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
        let case = &plan.cases[0];
        let step = converse(&*technique, case, &[&alarmed(0, "")]);
        assert_eq!(step, Step::ask(&case.requests[1..]));
        let verdict = conclude(&*technique, case, &[&alarmed(88, "x\n")]);
        assert!(matches!(verdict, Verdict::Violated(_)));
    }
}
