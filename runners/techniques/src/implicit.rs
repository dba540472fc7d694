//! The floor: what anyone notices without knowing what the program is for.

use killrate_model::{
    Blob, Case, Cause, Evidence, Exit, Observation, PropertyName, TechniqueName, Verdict,
};

use crate::sources::source_cases;
use crate::{Plan, PlanError, Setting, Step, Technique, TechniqueKind, Transcript};

/// Crashes, hangs and blank outputs.
#[derive(Debug)]
pub struct Implicit {
    name: TechniqueName,
    property: PropertyName,
}

impl Implicit {
    /// The technique.
    #[expect(
        clippy::new_without_default,
        reason = "techniques are made by name, not by default"
    )]
    pub fn new() -> Self {
        Self {
            name: TechniqueKind::Implicit.technique_name(),
            property: PropertyName::new("ends-normally").expect("it is a name"),
        }
    }
}

impl Technique for Implicit {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        Ok(Plan {
            cases: source_cases(setting, &self.name, &self.property),
            skipped: Vec::new(),
        })
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        match transcript.runs()[..] {
            [] => Step::ask(&case.requests),
            [seen, ..] => Step::Conclude(judge(case, seen)),
        }
    }
}

fn judge(case: &Case, seen: &Observation) -> Verdict {
    if let Some(evidence) = abnormal_end(seen.exit) {
        return Verdict::Violated(evidence);
    }
    // What is printed counts only where the interface names it: a program that writes files need
    // not print anything.
    let blank = case.requests[0]
        .outputs
        .iter()
        .find(|name| seen.output(name).is_none_or(Blob::is_blank));
    match blank {
        Some(name) => Verdict::Violated(Evidence {
            cause: Cause::BlankOutput,
            detail: format!("`{name}` is missing or blank"),
        }),
        None => Verdict::Satisfied,
    }
}

/// The evidence in an end that is not normal.
pub(crate) fn abnormal_end(exit: Exit) -> Option<Evidence> {
    let cause = match exit {
        Exit::Exited { code: 0 } => return None,
        Exit::Exited { .. } | Exit::Killed { .. } => Cause::Crashed,
        Exit::OutOfFuel => Cause::OutOfFuel,
        Exit::Exceeded { .. } => Cause::LimitExceeded,
    };
    Some(Evidence {
        cause,
        detail: exit.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use killrate_model::Limit;

    use super::*;
    use crate::testing::{conclude, data_set, interface, observation};

    #[track_caller]
    fn check(exit: Exit, out: Option<&str>, expected: Option<(Cause, &str)>) {
        let interface = interface();
        let data_sets = [data_set("few", "x\n1\n")];
        let technique = Implicit::new();
        let plan = technique
            .plan(&Setting {
                interface: &interface,
                data_sets: &data_sets,
            })
            .unwrap();
        assert_eq!((plan.cases.len(), plan.skipped.len()), (1, 0));
        let expected = expected.map_or(Verdict::Satisfied, |(cause, detail)| {
            Verdict::Violated(Evidence {
                cause,
                detail: detail.to_owned(),
            })
        });
        assert_eq!(
            conclude(&technique, &plan.cases[0], &[&observation(exit, out)]),
            expected
        );
    }

    #[test]
    fn a_normal_end_with_output_is_not_flagged_whatever_the_output() {
        check(Exit::Exited { code: 0 }, Some("wrong"), None);
    }

    #[test]
    fn every_abnormal_end_is_a_violation_with_its_own_cause() {
        let out = Some("right");
        check(
            Exit::Exited { code: 2 },
            out,
            Some((Cause::Crashed, "exit code 2")),
        );
        let panic = (Cause::Crashed, "panicked (exit code 101)");
        check(Exit::Exited { code: 101 }, out, Some(panic));
        check(
            Exit::Killed { signal: 11 },
            out,
            Some((Cause::Crashed, "killed by signal 11")),
        );
        check(
            Exit::OutOfFuel,
            out,
            Some((Cause::OutOfFuel, "out of fuel")),
        );
        let wall = (Cause::LimitExceeded, "over the limit on wall time");
        check(Exit::Exceeded { limit: Limit::Wall }, out, Some(wall));
    }

    #[test]
    fn a_blank_or_missing_output_is_a_violation() {
        let blank = Some((Cause::BlankOutput, "`out` is missing or blank"));
        check(Exit::Exited { code: 0 }, Some(" \n"), blank);
        check(Exit::Exited { code: 0 }, None, blank);
    }
}
