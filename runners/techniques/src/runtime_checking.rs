//! Metamorphic runtime checking: properties of functions, tested inside the running program.

use std::sync::Arc;

use killrate_model::{
    Case, Cause, CheckTally, Checking, Evidence, Observation, Probe, PropertyName, Reason, Request,
    TechniqueName, Verdict,
};

use crate::{Plan, PlanError, Setting, Step, Technique, TechniqueKind, Transcript};

/// Properties of functions, tested with the arguments and in the states that really occur.
#[derive(Debug)]
pub struct RuntimeChecking {
    name: TechniqueName,
    properties: Vec<PropertyName>,
    checking: Checking,
}

impl RuntimeChecking {
    /// The technique with these properties, which are woven into the subject, tested at some calls.
    pub fn new(properties: Vec<PropertyName>, checking: Checking) -> Self {
        Self {
            name: TechniqueKind::RuntimeChecking.technique_name(),
            properties,
            checking,
        }
    }
}

impl Technique for RuntimeChecking {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut cases = Vec::new();
        for data_set in setting.data_sets {
            // One run tests all properties.
            let source = Request::source(setting.interface, data_set);
            let request = Arc::new(source.with_probe(Probe::Checks(self.checking)));
            cases.extend(self.properties.iter().map(|property| Case {
                technique: self.name.clone(),
                property: property.clone(),
                data_set: data_set.name.clone(),
                seed: None,
                requests: vec![Arc::clone(&request)],
            }));
        }
        Ok(Plan {
            cases,
            skipped: Vec::new(),
        })
    }

    /// A test that takes the program with it is repeated where it can only end a copy of it.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        match transcript.runs()[..] {
            [] => Step::ask(&case.requests),
            [seen] if seen.checks.is_none() && !self.checking.forks => {
                Step::Ask(vec![self.in_copies(case)])
            }
            [.., last] => Step::Conclude(self.judge(case, last)),
        }
    }
}

impl RuntimeChecking {
    /// The case's run with every test in a copy of the process.
    fn in_copies(&self, case: &Case) -> Arc<Request> {
        let checking = Checking {
            forks: true,
            ..self.checking
        };
        let mut request = Request::clone(&case.requests[0]);
        // Added to the probes, this would be a second setting beside the first one.
        request.probes = [Probe::Checks(checking)].into();
        Arc::new(request)
    }

    fn judge(&self, case: &Case, seen: &Observation) -> Verdict {
        let Some(tallies) = &seen.checks else {
            return inconclusive(format!("the program told nothing: {}", seen.exit));
        };
        let is_of_case = |tally: &&CheckTally| tally.name == case.property;
        if let Some(tally) = tallies.iter().find(is_of_case) {
            return verdict(tally);
        }
        let detail = if self.checking.tests_every_call() {
            "its function was not called"
        } else {
            "its function was not called, or no call of it was chosen"
        };
        Verdict::Inconclusive(Reason::NotTested {
            detail: detail.to_owned(),
        })
    }
}

fn verdict(tally: &CheckTally) -> Verdict {
    // An alarm is one whatever became of the other tests, so it is looked for before those that
    // were not finished.
    if tally.n_alarms > 0 {
        let detail = format!(
            "{} of {} tests, first at {}",
            tally.n_alarms, tally.n_tests, tally.detail
        );
        return Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail,
        });
    }
    match tally.n_inconclusive {
        0 => Verdict::Satisfied,
        _ => inconclusive(tally.detail.clone()),
    }
}

fn inconclusive(detail: String) -> Verdict {
    Verdict::Inconclusive(Reason::AbnormalEnd { detail })
}

#[cfg(test)]
mod tests {
    use killrate_model::Exit;

    use super::*;
    use crate::testing::{conclude, converse, data_set, interface, observation};

    fn technique() -> RuntimeChecking {
        let names = ["M1", "M2"].map(|name| PropertyName::new(name).unwrap());
        RuntimeChecking::new(names.to_vec(), Checking::ALL)
    }

    fn cases() -> Vec<Case> {
        let data_sets = [data_set("few", "x\n1\n"), data_set("more", "x\n2\n")];
        let setting = Setting {
            interface: &interface(),
            data_sets: &data_sets,
        };
        technique().plan(&setting).unwrap().cases
    }

    fn told(tallies: Option<Vec<CheckTally>>) -> Observation {
        let exit = match tallies {
            Some(_) => Exit::Exited { code: 0 },
            None => Exit::Killed { signal: 11 },
        };
        Observation {
            checks: tallies,
            ..observation(exit, Some("out"))
        }
    }

    fn tally(n_alarms: u64, n_inconclusive: u64) -> CheckTally {
        CheckTally {
            name: PropertyName::new("M1").unwrap(),
            n_calls: 9,
            n_tests: 5,
            n_alarms,
            n_inconclusive,
            detail: "call 3: why".to_owned(),
        }
    }

    #[test]
    fn one_run_of_a_data_set_tests_all_properties() {
        let cases = cases();
        let names: Vec<String> = (cases.iter())
            .map(|case| format!("{} {}", case.property, case.data_set))
            .collect();
        assert_eq!(names, ["M1 few", "M2 few", "M1 more", "M2 more"]);
        assert_eq!(cases[0].requests, cases[1].requests);
        assert_ne!(cases[0].requests, cases[2].requests);
    }

    #[track_caller]
    fn check(tallies: Option<Vec<CheckTally>>, expected: &str) {
        let seen = told(tallies);
        // A program that told nothing is run once more, and may tell nothing again.
        let verdict = match seen.checks {
            Some(_) => conclude(&technique(), &cases()[0], &[&seen]),
            None => conclude(&technique(), &cases()[0], &[&seen, &seen]),
        };
        assert_eq!(verdict.to_string(), expected);
    }

    #[test]
    fn alarms_are_violations() {
        check(
            Some(vec![tally(2, 0)]),
            "violated (relation-broken): 2 of 5 tests, first at call 3: why",
        );
        check(
            Some(vec![tally(1, 1)]),
            "violated (relation-broken): 1 of 5 tests, first at call 3: why",
        );
    }

    #[test]
    fn a_program_without_alarms_is_not_flagged() {
        check(Some(vec![tally(0, 0)]), "satisfied");
    }

    #[test]
    fn what_was_not_tested_is_not_judged() {
        check(
            Some(vec![tally(0, 1)]),
            "inconclusive (abnormal-end): call 3: why",
        );
        check(
            Some(Vec::new()),
            "inconclusive (not-tested): its function was not called",
        );
        check(
            None,
            "inconclusive (abnormal-end): the program told nothing: killed by signal 11",
        );
    }

    #[test]
    fn a_program_that_told_nothing_is_tested_again_in_copies() {
        let case = &cases()[0];
        let step = converse(&technique(), case, &[&told(None)]);
        let again = step.asked();
        let forks = Checking {
            forks: true,
            ..Checking::ALL
        };
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].probes, [Probe::Checks(forks)].into());
        let told_again = told(Some(vec![tally(0, 0)]));
        let verdict = conclude(&technique(), case, &[&told(None), &told_again]);
        assert_eq!(verdict, Verdict::Satisfied);
    }
}
