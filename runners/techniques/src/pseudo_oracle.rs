//! A second implementation: what another program makes of the same data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSetName, Evidence, Observation, OutputName, PropertyName, TechniqueName,
    Verdict,
};

use crate::difference::describe;
use crate::implicit::abnormal_end;
use crate::sources::source_cases;
use crate::{Plan, PlanError, Setting, Technique, TechniqueKind};

/// Compares outputs with those of second implementations.
///
/// It cannot know which of two programs is wrong: where the original disagrees, it gives a false
/// alarm.
#[derive(Debug)]
pub struct PseudoOracle {
    name: TechniqueName,
    opinions: BTreeMap<PropertyName, SecondOpinion>,
}

/// What a second implementation showed on every data set of the study.
#[derive(Debug)]
pub struct SecondOpinion {
    /// The name of the second implementation, which is that of the property.
    pub name: PropertyName,
    /// The outputs in which the two programs should agree.
    pub outputs: BTreeSet<OutputName>,
    /// What it showed, by data set; it ended normally and wrote all these outputs.
    pub observations: BTreeMap<DataSetName, Arc<Observation>>,
}

impl PseudoOracle {
    /// The technique for these second implementations.
    pub fn new(opinions: Vec<SecondOpinion>) -> Self {
        Self {
            name: TechniqueKind::PseudoOracle.technique_name(),
            opinions: opinions
                .into_iter()
                .map(|opinion| (opinion.name.clone(), opinion))
                .collect(),
        }
    }
}

impl Technique for PseudoOracle {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let cases = self
            .opinions
            .keys()
            .flat_map(|property| source_cases(setting, &self.name, property))
            .collect();
        Ok(Plan {
            cases,
            skipped: Vec::new(),
        })
    }

    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict {
        let seen = observed[0];
        // The second implementation ended normally on the same data.
        if let Some(evidence) = abnormal_end(seen.exit) {
            return Verdict::Violated(evidence);
        }
        let opinion = &self.opinions[&case.property];
        let second = &opinion.observations[&case.data_set];
        for name in &opinion.outputs {
            let expected = second
                .output(name)
                .expect("a second implementation wrote what it is compared by");
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

#[cfg(test)]
mod tests {
    use killrate_model::Exit;

    use super::*;
    use crate::testing::{data_set, interface, observation, wrote};

    /// A violation by its cause and detail.
    type Violation<'a> = Option<(Cause, &'a str)>;

    fn opinion(name: &str, shown: &[(&str, &str)]) -> SecondOpinion {
        let shown = shown
            .iter()
            .map(|(data_set, out)| (DataSetName::new(*data_set).unwrap(), Arc::new(wrote(out))));
        SecondOpinion {
            name: PropertyName::new(name).unwrap(),
            outputs: [OutputName::new("out").unwrap()].into(),
            observations: shown.collect(),
        }
    }

    /// Expects these verdicts on one observation, by property and data set.
    #[track_caller]
    fn check(
        opinions: Vec<SecondOpinion>,
        data_sets: &[&str],
        seen: &Observation,
        expected: &[(&str, &str, Violation<'_>)],
    ) {
        let data_sets: Vec<_> = data_sets.iter().map(|name| data_set(name, "x")).collect();
        let technique = PseudoOracle::new(opinions);
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
                let verdict = technique.judge(case, &[seen]);
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
}
