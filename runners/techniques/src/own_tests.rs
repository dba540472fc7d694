//! The tests that came with the program: a baseline whose authors knew the answers.

use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSetName, Evidence, Observation, ProgramName, PropertyName, Reason, Request,
    TechniqueName, Verdict,
};

use crate::implicit::abnormal_end;
use crate::test_results::{TestResult, TestResults};
use crate::{
    Learner, Plan, PlanError, Setting, Skipped, Step, Technique, TechniqueKind, Transcript,
};

/// Learns which tests the test programs have; each of them is a property, and to fail is a violation.
///
/// One run serves all cases of a program. Where a hang or a crash cut that run short, the tests
/// without a result are run again, each alone, so that no cell of the matrix is lost.
#[derive(Debug)]
pub struct OwnTests {
    name: TechniqueName,
    programs: Vec<DataSetName>,
}

impl OwnTests {
    /// The learner for these test programs.
    pub fn new(programs: Vec<DataSetName>) -> Self {
        Self {
            name: TechniqueKind::Tests.technique_name(),
            programs,
        }
    }

    /// The request that runs all tests of a program, one after the other, as everything must be that
    /// counts fuel.
    pub fn all(program: &DataSetName) -> Arc<Request> {
        Arc::new(Request {
            program: ProgramName::Tests(program.clone()),
            arguments: vec!["--test-threads=1".to_owned()],
            ..Request::default()
        })
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

    fn step(&mut self, _: &Setting<'_>, transcript: &Transcript) -> Step<Box<dyn Technique>> {
        // A package without test programs has nothing to show.
        if transcript.is_empty() && !self.programs.is_empty() {
            return Step::Ask(self.programs.iter().map(Self::all).collect());
        }
        // All programs were asked in one round, so what they printed is in their order.
        let printed = transcript.runs().into_iter();
        let results = printed.map(|seen| TestResults::read(&seen.stdout.to_text()));
        Step::Conclude(Box::new(KnownTests {
            name: self.name.clone(),
            programs: self.programs.iter().cloned().zip(results).collect(),
        }))
    }
}

#[derive(Debug)]
struct KnownTests {
    name: TechniqueName,
    /// The test programs, and what the original showed of each.
    programs: Vec<(DataSetName, TestResults)>,
}

/// The property of a test: its name, written with the characters that names have.
fn property(test: &str) -> Result<PropertyName, PlanError> {
    // Names have no colons, and modules read like folders.
    PropertyName::new(test.replace("::", "/")).map_err(|source| PlanError::TestName { source })
}

/// The name of the test behind a property.
fn test_of(property: &PropertyName) -> String {
    property.as_str().replace('/', "::")
}

impl KnownTests {
    fn plan_program(
        &self,
        program: &DataSetName,
        results: &TestResults,
        plan: &mut Plan,
    ) -> Result<(), PlanError> {
        let all = OwnTests::all(program);
        for (test, result) in &results.results {
            let property = property(test)?;
            if *result == TestResult::Ignored {
                plan.skipped.push(Skipped {
                    technique: self.name.clone(),
                    property,
                    data_set: program.clone(),
                    reason: "the test is marked as ignored".to_owned(),
                });
                continue;
            }
            plan.cases.push(Case {
                technique: self.name.clone(),
                property,
                data_set: program.clone(),
                seed: None,
                requests: vec![Arc::clone(&all)],
            });
        }
        Ok(())
    }
}

impl Technique for KnownTests {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, _: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for (program, results) in &self.programs {
            self.plan_program(program, results, &mut plan)?;
        }
        Ok(plan)
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        match transcript.runs()[..] {
            [] => Step::ask(&case.requests),
            [all] if result_of(case, all).is_none() => Step::Ask(vec![alone(case)]),
            [.., last] => Step::Conclude(judge(case, last)),
        }
    }
}

/// The request that runs one test by itself.
fn alone(case: &Case) -> Arc<Request> {
    let mut alone = Request::clone(&case.requests[0]);
    // Braces would be taken for a placeholder; no name of a test has any.
    alone
        .arguments
        .extend(["--exact".to_owned(), test_of(&case.property)]);
    Arc::new(alone)
}

fn judge(case: &Case, seen: &Observation) -> Verdict {
    match (result_of(case, seen), abnormal_end(seen.exit)) {
        // A result counts whatever ended the run after it, which another test may have done.
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

fn result_of(case: &Case, seen: &Observation) -> Option<TestResult> {
    let mut results = TestResults::read(&seen.stdout.to_text()).results;
    results.remove(&test_of(&case.property))
}

#[cfg(test)]
mod tests {
    use killrate_model::{Blob, Exit};

    use super::*;
    use crate::testing::{conclude, converse, interface, observation, teach};

    fn printed(exit: Exit, stdout: &str) -> Observation {
        let mut seen = observation(exit, None);
        seen.stdout = Blob::new(stdout.as_bytes());
        seen
    }

    /// The technique that this run of the original teaches, and its plan.
    fn taught(stdout: &str) -> (Box<dyn Technique>, Plan) {
        let interface = interface();
        let setting = Setting {
            interface: &interface,
            data_sets: &[],
        };
        let mut learner = OwnTests::new(vec![DataSetName::new("lib").unwrap()]);
        let seen = printed(Exit::Exited { code: 0 }, stdout);
        let technique = teach(&mut learner, &setting, &[&seen]);
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
        let verdicts = plan
            .cases
            .iter()
            .map(|case| conclude(&*technique, case, &[&seen]).to_string());
        assert_eq!(
            verdicts.collect::<Vec<_>>(),
            ["satisfied", "violated (test-failed): test `m::b` fails"]
        );
    }

    #[test]
    fn tests_that_a_hang_cut_off_are_run_alone_and_judged_by_that() {
        let (technique, plan) = taught(ALL_PASS);
        let all = printed(Exit::OutOfFuel, "test m::a ... ok\n");
        assert_eq!(
            conclude(&*technique, &plan.cases[0], &[&all]),
            Verdict::Satisfied
        );
        let step = converse(&*technique, &plan.cases[1], &[&all]);
        let alone = &step.asked()[0];
        assert_eq!(alone.arguments, ["--test-threads=1", "--exact", "m::b"]);
        let judge = |alone: Observation| {
            let verdict = conclude(&*technique, &plan.cases[1], &[&all, &alone]);
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
