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
/// One property looks at everything that a run shows, and one more at each output alone: that tells
/// mutants apart which change something that nobody compares. It has an oracle, so it is a ceiling for
/// the others and is never ranked with them.
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
            whole: PropertyName::new("equals-original").expect("it is a name"),
            outputs: { setting.interface.outputs.keys() }
                .map(|output| (same(output), output.clone()))
                .collect(),
            observations: lessons
                .map(|lesson| (lesson.request.digest(), Arc::clone(&lesson.observation)))
                .collect(),
        }))
    }
}

#[derive(Debug)]
struct ReferenceOutputs {
    name: TechniqueName,
    /// The property that looks at everything.
    whole: PropertyName,
    /// The properties that look at one output each.
    outputs: BTreeMap<PropertyName, OutputName>,
    observations: BTreeMap<Digest, Arc<Observation>>,
}

impl Technique for ReferenceOutputs {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        Ok(Plan {
            cases: [&self.whole]
                .into_iter()
                .chain(self.outputs.keys())
                .flat_map(|property| source_cases(setting, &self.name, property))
                .collect(),
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
        let difference = match self.outputs.get(&case.property) {
            Some(output) => difference_in(output, expected, seen),
            None if seen.shows_same(expected) => None,
            None => Some(first_difference(expected, seen)),
        };
        difference.map_or(Verdict::Satisfied, |detail| {
            Verdict::Violated(Evidence {
                cause: Cause::OutputDiffers,
                detail,
            })
        })
    }
}

/// The property that looks at this output alone.
fn same(output: &OutputName) -> PropertyName {
    // What an output may be called, a property may be called too.
    PropertyName::new(format!("same-{output}")).expect("it begins with a letter")
}

fn first_difference(expected: &Observation, seen: &Observation) -> String {
    if expected.exit != seen.exit {
        return format!("{} instead of {}", seen.exit, expected.exit);
    }
    let stdout = OutputName::new("stdout").expect("it is a name");
    let mut names = expected
        .outputs
        .keys()
        .chain(seen.outputs.keys())
        .chain([&stdout]);
    names
        .find_map(|name| difference_in(name, expected, seen))
        .expect("observations that do not show the same differ in exit, outputs or stdout")
}

/// Where an output differs, however the run ended.
fn difference_in(name: &OutputName, expected: &Observation, seen: &Observation) -> Option<String> {
    match (expected.output(name), seen.output(name)) {
        (Some(expected), Some(seen)) if expected != seen => {
            Some(format!("`{name}` {}", describe(expected, seen)))
        }
        (Some(_), None) => Some(format!("`{name}` is missing")),
        (None, Some(_)) => Some(format!("`{name}` should not be there")),
        _ => None,
    }
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

    /// What the properties of single outputs say of a run of a program that writes `model` and `out`.
    #[track_caller]
    fn check_outputs(variant: &Observation, expected: [Option<&str>; 3]) {
        let mut interface = interface();
        let model = OutputName::new("model").unwrap();
        let spec = interface.outputs.values().next().unwrap().clone();
        interface.outputs.insert(model, spec);
        let data_sets = [data_set("few", "x\n1\n")];
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let original = with_model(wrote("a\n"), "m\n");
        let technique = teach(&mut Reference::new(), &setting, &[&original]);
        let cases = technique.plan(&setting).unwrap().cases;
        let names = cases.iter().map(|case| case.property.as_str());
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["equals-original", "same-model", "same-out"]
        );
        let found = cases
            .iter()
            .map(|case| match conclude(&*technique, case, &[variant]) {
                Verdict::Satisfied => None,
                Verdict::Violated(evidence) => Some(evidence.detail),
                verdict => panic!("{verdict:?}"),
            });
        assert_eq!(
            found.collect::<Vec<_>>(),
            expected.map(|detail| detail.map(str::to_owned))
        );
    }

    fn with_model(mut observation: Observation, model: &str) -> Observation {
        let model = killrate_model::Blob::new(model.as_bytes());
        let name = OutputName::new("model").unwrap();
        observation.outputs.insert(name, model);
        observation
    }

    #[test]
    fn each_output_is_judged_by_itself_however_the_run_ended() {
        let in_model = "`model` line 1: `n` instead of `m` (1 of 1 lines differ)";
        let in_out = "`out` line 1: `b` instead of `a` (1 of 1 lines differ)";
        check_outputs(&with_model(wrote("a\n"), "m\n"), [None; 3]);
        check_outputs(
            &with_model(wrote("a\n"), "n\n"),
            [Some(in_model), Some(in_model), None],
        );
        check_outputs(
            &with_model(wrote("b\n"), "m\n"),
            [Some(in_out), None, Some(in_out)],
        );
        let crashed = observation(Exit::Exited { code: 101 }, None);
        check_outputs(
            &with_model(crashed, "m\n"),
            [
                Some("panicked (exit code 101) instead of exit code 0"),
                None,
                Some("`out` is missing"),
            ],
        );
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
