//! Small inputs whose right output somebody knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSetName, Evidence, KnownCase, Observation, PropertyName, Request,
    TechniqueName, Verdict,
};

use crate::difference::describe;
use crate::implicit::abnormal_end;
use crate::{Plan, PlanError, Setting, Step, Technique, TechniqueKind, Transcript};

/// Compares outputs on small inputs with the known ones.
#[derive(Debug)]
pub struct PartialOracle {
    name: TechniqueName,
    property: PropertyName,
    known_cases: BTreeMap<DataSetName, KnownCase>,
}

impl PartialOracle {
    /// The technique for these known cases.
    pub fn new(known_cases: Vec<KnownCase>) -> Self {
        Self {
            name: TechniqueKind::PartialOracle.technique_name(),
            property: PropertyName::new("known-output").expect("it is a name"),
            known_cases: known_cases
                .into_iter()
                .map(|known_case| (known_case.data_set.name.clone(), known_case))
                .collect(),
        }
    }
}

impl Technique for PartialOracle {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |known_case: &KnownCase| Case {
            technique: self.name.clone(),
            property: self.property.clone(),
            data_set: known_case.data_set.name.clone(),
            seed: None,
            requests: requests(setting, known_case),
        };
        Ok(Plan {
            cases: self.known_cases.values().map(case).collect(),
            skipped: Vec::new(),
        })
    }

    /// One wrong output is enough.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        let mut verdicts = runs.iter().map(|run| self.judge_run(case, run));
        if let Some(violated) = verdicts.find(|verdict| *verdict != Verdict::Satisfied) {
            return Step::Conclude(violated);
        }
        // The first run comes alone: most mutants that are wrong at all are wrong there.
        match runs.len() {
            0 => Step::ask(&case.requests[..1]),
            1 if case.requests.len() > 1 => Step::ask(&case.requests[1..]),
            _ => Step::Conclude(Verdict::Satisfied),
        }
    }
}

/// The runs on a known case: one, or one for each seed from 1 on.
fn requests(setting: &Setting<'_>, known_case: &KnownCase) -> Vec<Arc<Request>> {
    let source = Request::source(setting.interface, &known_case.data_set);
    // A program without a seed must not get one, or this would be another request than its source
    // run.
    if known_case.n_runs == 1 {
        return vec![Arc::new(source)];
    }
    let seeds = 1..=u64::from(known_case.n_runs);
    seeds
        .map(|seed| Arc::new(source.clone().with_seed(seed)))
        .collect()
}

impl PartialOracle {
    fn judge_run(&self, case: &Case, observation: &Observation) -> Verdict {
        // Whoever knows the right output knows that the program should have written it.
        if let Some(evidence) = abnormal_end(observation.exit) {
            return Verdict::Violated(evidence);
        }
        let known_case = self
            .known_cases
            .get(&case.data_set)
            .expect("cases are planned from the known cases");
        for (name, allowed) in &known_case.allowed {
            let (cause, detail) = match observation.output(name) {
                Some(seen) if allowed.contains(seen) => continue,
                Some(seen) if !seen.is_blank() => {
                    let detail = format!("`{name}` {}", describe(&allowed[0], seen));
                    (Cause::OutputDiffers, detail)
                }
                // Told from a wrong output: a relation between two runs has nothing to compare here.
                _ => (Cause::BlankOutput, format!("`{name}` is missing or blank")),
            };
            return Verdict::Violated(Evidence { cause, detail });
        }
        Verdict::Satisfied
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::{Blob, Exit, OutputName};

    use super::*;
    use crate::testing::{conclude, converse, data_set, interface, observation, wrote};

    #[track_caller]
    fn check(allowed: &[&str], seen: &Observation, expected: Option<(Cause, &str)>) {
        let blobs = allowed
            .iter()
            .map(|text| Blob::new(text.as_bytes()))
            .collect();
        let known_case = KnownCase {
            data_set: data_set("known", "x\n1\n"),
            allowed: [(OutputName::new("out").unwrap(), blobs)].into(),
            n_runs: 1,
        };
        let technique = PartialOracle::new(vec![known_case]);
        let interface = interface();
        // The study's own data sets play no part.
        let data_sets = [data_set("study", "x\n2\n")];
        let plan = technique
            .plan(&Setting {
                interface: &interface,
                data_sets: &data_sets,
            })
            .unwrap();
        assert_eq!(plan.cases.len(), 1);
        assert_eq!(plan.cases[0].data_set.as_str(), "known");
        let expected = expected.map_or(Verdict::Satisfied, |(cause, detail)| {
            Verdict::Violated(Evidence {
                cause,
                detail: detail.to_owned(),
            })
        });
        assert_eq!(conclude(&technique, &plan.cases[0], &[seen]), expected);
    }

    #[test]
    fn a_known_output_is_not_flagged() {
        check(&["a\n"], &wrote("a\n"), None);
        check(&["a\n", "b\n"], &wrote("b\n"), None);
    }

    #[test]
    fn a_random_program_is_run_with_many_seeds_and_one_wrong_output_is_enough() {
        let blob = |text: &str| Blob::new(text.as_bytes());
        let known_case = KnownCase {
            data_set: data_set("known", "x\n1\n"),
            allowed: [(
                OutputName::new("out").unwrap(),
                vec![blob("a\n"), blob("b\n")],
            )]
            .into(),
            n_runs: 3,
        };
        let technique = PartialOracle::new(vec![known_case]);
        let interface = interface();
        let setting = Setting {
            interface: &interface,
            data_sets: &[],
        };
        let case = technique.plan(&setting).unwrap().cases.remove(0);
        let seeds: Vec<Option<u64>> = case.requests.iter().map(|request| request.seed).collect();
        assert_eq!(seeds, [Some(1), Some(2), Some(3)]);
        let judge = |outs: [&str; 3]| {
            let runs = outs.map(wrote);
            let observed: Vec<&Observation> = runs.iter().collect();
            conclude(&technique, &case, &observed)
        };
        assert_eq!(judge(["a\n", "b\n", "a\n"]), Verdict::Satisfied);
        assert!(matches!(judge(["a\n", "b\n", "c\n"]), Verdict::Violated(_)));
        assert_eq!(
            converse(&technique, &case, &[&wrote("a\n")]),
            Step::ask(&case.requests[1..])
        );
        let wrong = conclude(&technique, &case, &[&wrote("c\n")]);
        assert!(matches!(wrong, Verdict::Violated(_)));
    }

    #[test]
    fn any_other_output_is_a_violation() {
        let detail = "`out` line 1: `c` instead of `a` (1 of 1 lines differ)";
        check(
            &["a\n", "b\n"],
            &wrote("c\n"),
            Some((Cause::OutputDiffers, detail)),
        );
        let nothing = Some((Cause::BlankOutput, "`out` is missing or blank"));
        let missing = observation(Exit::Exited { code: 0 }, None);
        check(&["a\n"], &missing, nothing);
        check(&["a\n"], &wrote(" \n"), nothing);
        // A blank output may be the known one.
        check(&["a\n", "\n"], &wrote("\n"), None);
        let hang = observation(Exit::OutOfFuel, Some("a\n"));
        check(&["a\n"], &hang, Some((Cause::OutOfFuel, "out of fuel")));
    }
}
