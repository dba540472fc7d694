//! The tests that came with the program: a baseline whose authors knew the answers.

use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSet, DataSetName, Evidence, Observation, PropertyName, Reason, Request,
    TechniqueName, Verdict,
};

use crate::implicit::abnormal_end;
use crate::test_results::{TestResult, TestResults};
use crate::{Learner, Lesson, Plan, PlanError, Setting, Skipped, Taught, Technique, TechniqueKind};

/// Learns which tests a test program has; each of them is a property, and to fail is a violation.
///
/// A data set of its setting is a test program, and the arguments of the interface run all tests of
/// it. One run serves all cases of a program. Where a hang or a crash cut that run short, the tests
/// without a result are run again, each alone, so that no cell of the matrix is lost.
#[derive(Debug)]
pub struct OwnTests {
    name: TechniqueName,
}

impl OwnTests {
    /// The arguments that run all tests one after the other, as everything must be that counts fuel.
    pub const ARGUMENTS: [&str; 1] = ["--test-threads=1"];

    /// The learner.
    #[expect(
        clippy::new_without_default,
        reason = "techniques are made by name, not by default"
    )]
    pub fn new() -> Self {
        Self {
            name: TechniqueKind::Tests.technique_name(),
        }
    }
}

/// Whether two runs of a test program show the same: the printed text holds the time it took.
pub fn same_results(a: &Observation, b: &Observation) -> bool {
    let results = |seen: &Observation| TestResults::read(&seen.stdout.to_text());
    a.exit == b.exit && results(a) == results(b)
}

impl Learner for OwnTests {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let all = |program| Arc::new(Request::source(setting.interface, program));
        setting.data_sets.iter().map(all).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let read = |lesson: &Lesson| TestResults::read(&lesson.observation.stdout.to_text());
        Taught::Ready(Box::new(Learned {
            name: self.name.clone(),
            programs: lessons.iter().map(read).collect(),
        }))
    }
}

struct Learned {
    name: TechniqueName,
    /// What the original showed of each program, in the order of the data sets.
    programs: Vec<TestResults>,
}

/// The property of a test: its name, written with the characters that names have.
fn property(test: &str) -> Result<PropertyName, PlanError> {
    PropertyName::new(test.replace("::", "/")).map_err(|source| PlanError::TestName { source })
}

/// The name of the test behind a property.
fn test_of(property: &PropertyName) -> String {
    property.as_str().replace('/', "::")
}

impl Learned {
    fn plan_program(
        &self,
        setting: &Setting<'_>,
        program: &DataSet,
        results: &TestResults,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        let all = Arc::new(Request::source(setting.interface, program));
        for (test, result) in &results.results {
            let property = property(test)?;
            if *result == TestResult::Ignored {
                plan.skipped.push(Skipped {
                    technique: self.name.clone(),
                    property,
                    data_set: DataSetName::clone(&program.name),
                    reason: "the test is marked as ignored".to_owned(),
                });
                continue;
            }
            plan.cases.push(Case {
                technique: self.name.clone(),
                property,
                data_set: program.name.clone(),
                seed: None,
                requests: vec![Arc::clone(&all)],
            });
        }
        Ok(())
    }
}

impl Technique for Learned {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for (program, results) in setting.data_sets.iter().zip(&self.programs) {
            self.plan_program(setting, program, results, &mut plan)?;
        }
        Ok(plan)
    }

    fn follow_up(&self, case: &Case, observed: &[&Observation]) -> Vec<Request> {
        if result_of(case, observed[0]).is_some() {
            return Vec::new();
        }
        let mut alone = Request::clone(&case.requests[0]);
        // Braces would be taken for a placeholder; no name of a test has any.
        alone
            .arguments
            .extend(["--exact".to_owned(), test_of(&case.property)]);
        vec![alone]
    }

    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict {
        let seen = observed.last().expect("a case has at least one run");
        match (result_of(case, seen), abnormal_end(seen.exit)) {
            (Some(TestResult::Passed | TestResult::Ignored), _) => Verdict::Satisfied,
            (Some(TestResult::Failed), _) => Verdict::Violated(Evidence {
                cause: Cause::TestFailed,
                detail: format!("test `{}` fails", test_of(&case.property)),
            }),
            (None, Some(evidence)) => Verdict::Violated(evidence),
            (None, None) => Verdict::Inconclusive(Reason::UnusableOutput {
                detail: format!("there is no result of test `{}`", test_of(&case.property)),
            }),
        }
    }
}

fn result_of(case: &Case, seen: &Observation) -> Option<TestResult> {
    let mut results = TestResults::read(&seen.stdout.to_text()).results;
    results.remove(&test_of(&case.property))
}

#[cfg(test)]
mod tests {
    use killrate_model::{Blob, Exit, Interface};

    use super::*;
    use crate::testing::observation;

    fn interface() -> Interface {
        Interface {
            arguments: OwnTests::ARGUMENTS.map(str::to_owned).to_vec(),
            inputs: [].into(),
            outputs: [].into(),
        }
    }

    fn program() -> DataSet {
        DataSet {
            name: DataSetName::new("lib").unwrap(),
            inputs: [].into(),
        }
    }

    fn printed(exit: Exit, stdout: &str) -> Observation {
        let mut seen = observation(exit, None);
        seen.stdout = Blob::new(stdout.as_bytes());
        seen
    }

    /// The technique that this run of the original teaches, and its plan.
    fn taught(stdout: &str) -> (Box<dyn Technique>, Plan) {
        let (interface, program) = (interface(), program());
        let setting = Setting {
            interface: &interface,
            data_sets: std::slice::from_ref(&program),
        };
        let learner = OwnTests::new();
        let lesson = Lesson {
            request: learner.lessons(&setting).remove(0),
            observation: Arc::new(printed(Exit::Exited { code: 0 }, stdout)),
        };
        let technique = learner.learn(&[lesson]).ready().unwrap();
        let plan = technique.plan(&setting).unwrap();
        (technique, plan)
    }

    const ALL_PASS: &str = "test m::a ... ok\ntest m::b ... ok\ntest result: ok. in 0.01s\n";

    #[test]
    fn every_test_is_a_case_of_the_same_run_and_ignored_ones_are_none() {
        let (_, plan) = taught("test m::a ... ok\ntest m::b ... FAILED\ntest c ... ignored\n");
        let cases: Vec<&str> = plan
            .cases
            .iter()
            .map(|case| case.property.as_str())
            .collect();
        assert_eq!(cases, ["m/a", "m/b"]);
        assert_eq!(plan.cases[0].requests, plan.cases[1].requests);
        assert_eq!(plan.cases[0].requests[0].arguments, ["--test-threads=1"]);
        assert_eq!(plan.skipped[0].property.as_str(), "c");
    }

    #[test]
    fn a_test_that_passes_is_not_flagged_and_one_that_fails_is() {
        let (technique, plan) = taught(ALL_PASS);
        let seen = "test m::a ... ok\ntest m::b ... FAILED\ntest result: FAILED.\n";
        let seen = printed(Exit::Exited { code: 101 }, seen);
        let verdicts = plan.cases.iter().map(|case| {
            assert_eq!(technique.follow_up(case, &[&seen]), []);
            technique.judge(case, &[&seen]).to_string()
        });
        assert_eq!(
            verdicts.collect::<Vec<_>>(),
            ["satisfied", "violated (test-failed): test `m::b` fails"]
        );
    }

    #[test]
    fn tests_that_a_hang_cut_off_are_run_alone_and_judged_by_that() {
        let (technique, plan) = taught(ALL_PASS);
        let all = printed(Exit::OutOfFuel, "test m::a ... ok\n");
        assert_eq!(technique.follow_up(&plan.cases[0], &[&all]), []);
        let alone = technique.follow_up(&plan.cases[1], &[&all]);
        assert_eq!(alone[0].arguments, ["--test-threads=1", "--exact", "m::b"]);
        let judge = |alone: Observation| {
            let verdict = technique.judge(&plan.cases[1], &[&all, &alone]);
            verdict.to_string()
        };
        let passes = printed(Exit::Exited { code: 0 }, "test m::b ... ok\n");
        assert_eq!(judge(passes), "satisfied");
        let hangs = printed(Exit::OutOfFuel, "");
        assert_eq!(judge(hangs), "violated (out-of-fuel): out of fuel");
        let aborts = printed(Exit::Killed { signal: 6 }, "");
        assert_eq!(judge(aborts), "violated (crashed): killed by signal 6");
        let says_nothing = printed(Exit::Exited { code: 0 }, "");
        assert_eq!(
            judge(says_nothing),
            "inconclusive (unusable-output): there is no result of test `m::b`"
        );
    }

    #[test]
    fn the_time_a_run_took_does_not_make_it_another() {
        let exit = Exit::Exited { code: 0 };
        let first = printed(exit, "test a ... ok\ntest result: ok. finished in 0.01s\n");
        let second = printed(exit, "test a ... ok\ntest result: ok. finished in 0.02s\n");
        let other = printed(
            exit,
            "test a ... FAILED\ntest result: ok. finished in 0.01s\n",
        );
        assert!(same_results(&first, &second));
        assert!(!same_results(&first, &other));
    }
}
