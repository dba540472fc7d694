//! The ceiling: what someone who had the right program would see.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, Cause, Digest, Evidence, Observation, OutputName, PropertyName, Request, TechniqueName,
    Verdict,
};

use crate::difference::describe;
use crate::sources::source_cases;
use crate::{Learner, Plan, PlanError, Setting, Step, Technique, TechniqueKind, Transcript};

/// Learns every output of the original; any difference is a violation.
///
/// It has an oracle, so it is a ceiling for the others and is never ranked with them.
#[derive(Debug)]
pub struct Reference {
    name: TechniqueName,
}

impl Reference {
    /// The learner.
    #[expect(
        clippy::new_without_default,
        reason = "techniques are made by name, not by default"
    )]
    pub fn new() -> Self {
        Self {
            name: TechniqueKind::Reference.technique_name(),
        }
    }
}

impl Learner for Reference {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn step(&mut self, setting: &Setting<'_>, transcript: &Transcript) -> Step<Box<dyn Technique>> {
        if transcript.is_empty() {
            let source = |data_set| Arc::new(Request::source(setting.interface, data_set));
            return Step::Ask(setting.data_sets.iter().map(source).collect());
        }
        let lessons = transcript.exchanges().iter();
        Step::Conclude(Box::new(ReferenceOutputs {
            name: self.name.clone(),
            property: PropertyName::new("equals-original").expect("it is a name"),
            observations: lessons
                .map(|lesson| (lesson.request.digest(), Arc::clone(&lesson.observation)))
                .collect(),
        }))
    }
}

#[derive(Debug)]
struct ReferenceOutputs {
    name: TechniqueName,
    property: PropertyName,
    observations: BTreeMap<Digest, Arc<Observation>>,
}

impl Technique for ReferenceOutputs {
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
            [seen, ..] => Step::Conclude(self.judge(case, seen)),
        }
    }
}

impl ReferenceOutputs {
    fn judge(&self, case: &Case, seen: &Observation) -> Verdict {
        let expected = self
            .observations
            .get(&case.requests[0].digest())
            .expect("the lessons are the requests of the plan");
        if seen.shows_same(expected) {
            return Verdict::Satisfied;
        }
        Verdict::Violated(Evidence {
            cause: Cause::OutputDiffers,
            detail: first_difference(expected, seen),
        })
    }
}

fn first_difference(expected: &Observation, seen: &Observation) -> String {
    if expected.exit != seen.exit {
        return format!("{} instead of {}", seen.exit, expected.exit);
    }
    let stdout = OutputName::new("stdout").expect("it is a name");
    let names = expected
        .outputs
        .keys()
        .chain(seen.outputs.keys())
        .chain([&stdout]);
    for name in names {
        match (expected.output(name), seen.output(name)) {
            (Some(expected), Some(seen)) if expected != seen => {
                return format!("`{name}` {}", describe(expected, seen));
            }
            (Some(_), None) => return format!("`{name}` is missing"),
            (None, Some(_)) => return format!("`{name}` should not be there"),
            _ => {}
        }
    }
    unreachable!("observations that do not show the same differ in exit, outputs or stdout")
}

#[cfg(test)]
mod tests {
    use killrate_model::Exit;

    use super::*;
    use crate::testing::{conclude, data_set, interface, observation, teach, wrote};

    #[track_caller]
    fn check(original: Observation, variant: &Observation, expected: Option<&str>) {
        let interface = interface();
        let data_sets = [data_set("few", "x\n1\n")];
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let technique = teach(&mut Reference::new(), &setting, &[&original]);
        let plan = technique.plan(&setting).unwrap();
        let expected = expected.map_or(Verdict::Satisfied, |detail| {
            let detail = detail.to_owned();
            Verdict::Violated(Evidence {
                cause: Cause::OutputDiffers,
                detail,
            })
        });
        assert_eq!(conclude(&*technique, &plan.cases[0], &[variant]), expected);
    }

    #[test]
    fn what_equals_the_original_is_not_flagged() {
        check(wrote("a\nb\n"), &wrote("a\nb\n"), None);
    }

    #[test]
    fn any_difference_from_the_original_is_a_violation() {
        let detail = "`out` line 2: `c` instead of `b` (1 of 2 lines differ)";
        check(wrote("a\nb\n"), &wrote("a\nc\n"), Some(detail));
        check(
            wrote("a"),
            &observation(Exit::Exited { code: 0 }, None),
            Some("`out` is missing"),
        );
        let crashed = observation(Exit::Exited { code: 101 }, Some("a"));
        check(
            wrote("a"),
            &crashed,
            Some("panicked (exit code 101) instead of exit code 0"),
        );
    }
}
