//! A second implementation: what another program makes of the same data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{
    Case, Cause, Evidence, Observation, OutputName, ProgramName, PropertyName, Reason, Request,
    TechniqueName, Verdict,
};

use crate::difference::describe;
use crate::implicit::abnormal_end;
use crate::sources::source_cases;
use crate::{Plan, PlanError, Setting, Step, Technique, TechniqueKind, Transcript};

/// Compares outputs with those of second implementations.
///
/// It cannot know which of two programs is wrong: where the original disagrees, it gives a false
/// alarm.
#[derive(Debug)]
pub struct PseudoOracle {
    name: TechniqueName,
    /// The outputs in which each second implementation should agree; its name is that of the property.
    seconds: BTreeMap<PropertyName, BTreeSet<OutputName>>,
}

impl PseudoOracle {
    /// The technique for these second implementations, each with the outputs that should agree.
    pub fn new(seconds: BTreeMap<PropertyName, BTreeSet<OutputName>>) -> Self {
        Self {
            name: TechniqueKind::PseudoOracle.technique_name(),
            seconds,
        }
    }

    fn judge(&self, case: &Case, seen: &Observation, second: &Observation) -> Verdict {
        // The original of a study ends normally on its data, and a sound second implementation too;
        // so a failure of either is told before outputs are compared.
        if let Some(evidence) = abnormal_end(second.exit) {
            return Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: format!("second implementation: {}", evidence.detail),
            });
        }
        if let Some(evidence) = abnormal_end(seen.exit) {
            return Verdict::Violated(evidence);
        }
        for name in &self.seconds[&case.property] {
            let Some(expected) = second.output(name) else {
                return Verdict::Inconclusive(Reason::UnusableOutput {
                    detail: format!("the second implementation did not write `{name}`"),
                });
            };
            let detail = match seen.output(name) {
                Some(seen) if seen == expected => continue,
                Some(seen) => format!("`{name}` {}", describe(expected, seen)),
                None => format!("`{name}` is missing"),
            };
            return Verdict::Violated(Evidence {
                cause: Cause::OutputDiffers,
                detail,
            });
        }
        Verdict::Satisfied
    }
}

impl Technique for PseudoOracle {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for second in self.seconds.keys() {
            for mut case in source_cases(setting, &self.name, second) {
                let source = Request::clone(&case.requests[0]);
                let program = ProgramName::Second(second.clone());
                case.requests.push(Arc::new(source.to_program(program)));
                plan.cases.push(case);
            }
        }
        Ok(plan)
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        match transcript.runs()[..] {
            [seen, second] => Step::Conclude(self.judge(case, seen, second)),
            _ => Step::ask(&case.requests),
        }
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::Exit;

    use super::*;
    use crate::testing::{conclude, data_set, interface, observation, wrote};

    /// A second implementation: its name, the outputs that count, and what it writes on each data set.
    struct Opinion<'a> {
        name: &'a str,
        outputs: BTreeSet<OutputName>,
        shown: Vec<(&'a str, &'a str)>,
    }

    /// A violation by its cause and detail.
    type Violation<'a> = Option<(Cause, &'a str)>;

    fn opinion<'a>(name: &'a str, shown: &[(&'a str, &'a str)]) -> Opinion<'a> {
        Opinion {
            name,
            outputs: [OutputName::new("out").unwrap()].into(),
            shown: shown.to_vec(),
        }
    }

    /// Expects these verdicts on one observation, by property and data set.
    #[track_caller]
    fn check(
        opinions: Vec<Opinion<'_>>,
        data_sets: &[&str],
        seen: &Observation,
        expected: &[(&str, &str, Violation<'_>)],
    ) {
        let data_sets: Vec<_> = data_sets.iter().map(|name| data_set(name, "x")).collect();
        let named = |opinion: &Opinion<'_>| {
            let name = PropertyName::new(opinion.name).unwrap();
            (name, opinion.outputs.clone())
        };
        let technique = PseudoOracle::new(opinions.iter().map(named).collect());
        let second = |case: &Case| {
            let mut of_case = opinions
                .iter()
                .filter(|one| one.name == case.property.as_str());
            let shown = &of_case.next().unwrap().shown;
            let is_here = |(name, _): &&(&str, &str)| *name == case.data_set.as_str();
            wrote(shown.iter().find(is_here).unwrap().1)
        };
        let plan = technique
            .plan(&Setting {
                interface: &interface(),
                data_sets: &data_sets,
            })
            .unwrap();
        assert_eq!(plan.skipped, []);
        let verdicts: Vec<_> = plan
            .cases
            .iter()
            .map(|case| {
                let verdict = conclude(&technique, case, &[seen, &second(case)]);
                (case.property.as_str(), case.data_set.as_str(), verdict)
            })
            .collect();
        let verdict = |violation: &Violation<'_>| match violation {
            None => Verdict::Satisfied,
            Some((cause, detail)) => Verdict::Violated(Evidence {
                cause: *cause,
                detail: (*detail).to_owned(),
            }),
        };
        let expected: Vec<_> = expected
            .iter()
            .map(|(property, data_set, violation)| (*property, *data_set, verdict(violation)))
            .collect();
        assert_eq!(verdicts, expected);
    }

    #[test]
    fn what_agrees_with_the_second_implementation_is_not_flagged() {
        let opinions = vec![opinion("other", &[("few", "a\nb\n")])];
        check(
            opinions,
            &["few"],
            &wrote("a\nb\n"),
            &[("other", "few", None)],
        );
    }

    #[test]
    fn outputs_that_are_not_compared_are_not_flagged() {
        let mut opinion = opinion("other", &[("few", "a\n")]);
        opinion.outputs.clear();
        check(
            vec![opinion],
            &["few"],
            &wrote("b\n"),
            &[("other", "few", None)],
        );
    }

    #[test]
    fn a_disagreement_is_a_violation_with_the_first_difference() {
        let opinions = || vec![opinion("other", &[("few", "a\nb\n")])];
        let differs = |detail| Some((Cause::OutputDiffers, detail));
        let detail = "`out` line 2: `c` instead of `b` (1 of 2 lines differ)";
        check(
            opinions(),
            &["few"],
            &wrote("a\nc\n"),
            &[("other", "few", differs(detail))],
        );
        let silent = observation(Exit::Exited { code: 0 }, None);
        check(
            opinions(),
            &["few"],
            &silent,
            &[("other", "few", differs("`out` is missing"))],
        );
    }

    #[test]
    fn an_abnormal_end_is_a_violation_even_with_the_same_output() {
        let hang = observation(Exit::OutOfFuel, Some("a\n"));
        let opinions = vec![opinion("other", &[("few", "a\n")])];
        let violation = Some((Cause::OutOfFuel, "out of fuel"));
        check(opinions, &["few"], &hang, &[("other", "few", violation)]);
    }

    #[test]
    fn every_second_implementation_judges_every_data_set_by_its_own_output() {
        let opinions = vec![
            opinion("one", &[("few", "a"), ("many", "b")]),
            opinion("another", &[("few", "b"), ("many", "a")]),
        ];
        let violation = Some((
            Cause::OutputDiffers,
            "`out` line 1: `a` instead of `b` (1 of 1 lines differ)",
        ));
        check(
            opinions,
            &["few", "many"],
            &wrote("a"),
            &[
                ("another", "few", violation),
                ("another", "many", None),
                ("one", "few", None),
                ("one", "many", violation),
            ],
        );
    }

    #[test]
    fn a_second_implementation_that_fails_accuses_nobody() {
        let technique = PseudoOracle::new(
            [(
                PropertyName::new("other").unwrap(),
                [OutputName::new("out").unwrap()].into(),
            )]
            .into(),
        );
        let data_sets = [data_set("few", "x")];
        let setting = Setting {
            interface: &interface(),
            data_sets: &data_sets,
        };
        let case = technique.plan(&setting).unwrap().cases.remove(0);
        let crash = observation(Exit::Exited { code: 3 }, Some("a"));
        let silent = observation(Exit::Exited { code: 0 }, None);
        let verdict = |second| conclude(&technique, &case, &[&wrote("b"), second]).to_string();
        assert_eq!(
            verdict(&crash),
            "inconclusive (abnormal-end): second implementation: exit code 3"
        );
        assert_eq!(
            verdict(&silent),
            "inconclusive (unusable-output): the second implementation did not write `out`"
        );
    }
}
