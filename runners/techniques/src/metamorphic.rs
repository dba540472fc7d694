//! System-level metamorphic testing: the whole program, run on an input and on its transform.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Interface, Observation, PropertyName, Request, TechniqueName, Verdict,
};
use killrate_properties::{FollowUp, Property, PropertyError};

use crate::{Plan, PlanError, Setting, Skipped, Technique, TechniqueKind};

/// Judges the relation between a source run and its follow-up run.
#[derive(Debug)]
pub struct Metamorphic {
    name: TechniqueName,
    interface: Interface,
    properties: BTreeMap<PropertyName, Property>,
    seeds: Vec<u64>,
}

impl Metamorphic {
    /// The technique for these properties of a subject; properties that make random choices are
    /// planned once for every seed.
    pub fn new(
        interface: Interface,
        properties: BTreeMap<PropertyName, Property>,
        seeds: Vec<u64>,
    ) -> Self {
        Self {
            name: TechniqueKind::Metamorphic.technique_name(),
            interface,
            properties,
            seeds,
        }
    }

    /// Plans a property on all data sets, those left out whose columns it does not fit.
    fn plan_property(
        &self,
        plan: &mut Plan,
        name: &PropertyName,
        data_sets: &[DataSet],
    ) -> Result<(), PlanError> {
        let mut unfit = Vec::new();
        for data_set in data_sets {
            match self.plan_on(plan, name, data_set) {
                Ok(()) => {}
                Err(source) => match lack(&source) {
                    Some(reason) => {
                        plan.skipped.push(self.skipped(name, data_set, reason));
                        unfit.push((data_set, source));
                    }
                    None => {
                        return Err(PlanError::Property {
                            property: name.clone(),
                            data_set: data_set.name.clone(),
                            source,
                        });
                    }
                },
            }
        }
        // A column that no data set has was not meant so.
        let is_unfit = unfit.len() == data_sets.len();
        match unfit.into_iter().next().filter(|_| is_unfit) {
            None => Ok(()),
            Some((data_set, source)) => Err(PlanError::FitsNone {
                property: name.clone(),
                data_set: data_set.name.clone(),
                source,
            }),
        }
    }

    /// Plans a property on one data set, with every seed if it makes random choices.
    fn plan_on(
        &self,
        plan: &mut Plan,
        name: &PropertyName,
        data_set: &DataSet,
    ) -> Result<(), PropertyError> {
        let property = &self.properties[name];
        let seeds: Vec<Option<u64>> = match property.is_seeded() {
            true => self.seeds.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        for seed in seeds {
            let source = Request::source(&self.interface, data_set);
            // A property without random choices does not look at its seed.
            let follow_up =
                property.follow_up(&self.interface, &source, seed.unwrap_or_default())?;
            match follow_up {
                FollowUp::Request(follow_up) => plan.cases.push(Case {
                    technique: self.name.clone(),
                    property: name.clone(),
                    data_set: data_set.name.clone(),
                    seed,
                    requests: vec![Arc::new(source), Arc::new(follow_up)],
                }),
                FollowUp::NotApplicable { reason } => {
                    let skipped = self.skipped(name, data_set, reason);
                    // Whether a property applies does not depend on the seed.
                    if plan.skipped.last() != Some(&skipped) {
                        plan.skipped.push(skipped);
                    }
                }
            }
        }
        Ok(())
    }

    fn skipped(&self, property: &PropertyName, data_set: &DataSet, reason: String) -> Skipped {
        Skipped {
            technique: self.name.clone(),
            property: property.clone(),
            data_set: data_set.name.clone(),
            reason,
        }
    }
}

/// What a data set lacks that others may have; `None` where the property itself needs mending.
fn lack(error: &PropertyError) -> Option<String> {
    match error {
        PropertyError::UnknownColumn { input, column, .. } => {
            Some(format!("`{input}` has no column `{column}`"))
        }
        _ => None,
    }
}

impl Technique for Metamorphic {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for name in self.properties.keys() {
            self.plan_property(&mut plan, name, setting.data_sets)?;
        }
        Ok(plan)
    }

    /// A source run that failed can be compared with nothing.
    fn needs_rest(&self, _case: &Case, first: &Observation) -> bool {
        first.exit.is_normal()
    }

    fn judge(&self, case: &Case, observed: &[&Observation]) -> Verdict {
        let source = observed[0];
        // There is no follow-up run after a failed source run, which alone decides then.
        let follow_up = observed.get(1).unwrap_or(&source);
        self.properties[&case.property].judge(&self.interface, source, follow_up)
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::{Cause, Exit, InputName, Reason};

    use super::*;
    use crate::testing::{data_set, interface, observation, wrote};

    fn technique(line: &str, seeds: &[u64]) -> Metamorphic {
        let property = Property::parse(line).unwrap();
        let name = property.name().unwrap().clone();
        Metamorphic::new(interface(), [(name, property)].into(), seeds.to_vec())
    }

    fn plan(technique: &Metamorphic, rows: &str) -> Plan {
        plan_on(technique, &[data_set("few", rows)]).unwrap()
    }

    fn plan_on(technique: &Metamorphic, data_sets: &[DataSet]) -> Result<Plan, PlanError> {
        let interface = interface();
        technique.plan(&Setting {
            interface: &interface,
            data_sets,
        })
    }

    fn follow_up_rows(case: &Case) -> String {
        case.requests[1].inputs[&InputName::new("rows").unwrap()]
            .to_text()
            .into_owned()
    }

    #[test]
    fn the_follow_up_is_the_transformed_source() {
        let plan = plan(
            &technique("scale: if multiply(rows, 10) then equal(out)", &[1]),
            "x\n1.5\n",
        );
        assert_eq!(plan.cases.len(), 1);
        assert_eq!(plan.cases[0].seed, None);
        assert_eq!(follow_up_rows(&plan.cases[0]), "x\n15\n");
    }

    #[test]
    fn a_random_transform_gives_a_case_per_seed() {
        let technique = technique("permute: if permute(rows) then equal(out)", &[1, 2]);
        let plan = plan(&technique, "x\n1\n2\n3\n4\n5\n6\n7\n8\n");
        let seeds: Vec<Option<u64>> = plan.cases.iter().map(|case| case.seed).collect();
        assert_eq!(seeds, [Some(1), Some(2)]);
        assert_ne!(
            follow_up_rows(&plan.cases[0]),
            follow_up_rows(&plan.cases[1])
        );
    }

    #[test]
    fn a_follow_up_that_cannot_differ_is_skipped_with_its_reason() {
        let plan = plan(
            &technique("permute: if permute(rows) then equal(out)", &[1]),
            "x\n1\n",
        );
        assert_eq!((plan.cases.len(), plan.skipped.len()), (0, 1));
        assert_eq!(plan.skipped[0].data_set.as_str(), "few");
    }

    #[test]
    fn data_sets_without_a_column_are_skipped_unless_none_has_it() {
        let technique = technique(
            "scale: if multiply(rows, 2, columns y) then equal(out)",
            &[1],
        );
        let without = data_set("without", "x\n1\n");
        let with = data_set("with", "y\n1\n");
        let plan = plan_on(&technique, &[without.clone(), with]).unwrap();
        assert_eq!(plan.cases.len(), 1);
        assert_eq!(plan.cases[0].data_set.as_str(), "with");
        assert_eq!(plan.skipped.len(), 1);
        assert_eq!(plan.skipped[0].data_set.as_str(), "without");
        assert_eq!(plan.skipped[0].reason, "`rows` has no column `y`");

        let error = plan_on(&technique, &[without]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot use property `scale` on any data set, `without` among them"
        );
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(
            cause,
            "there is no column `y` in `rows`; the nearest name is `x`"
        );
    }

    #[test]
    fn the_relation_decides_and_a_crash_decides_nothing() {
        let technique = technique("scale: if multiply(rows, 10) then equal(out)", &[1]);
        let case = plan(&technique, "x\n1\n").cases.remove(0);
        let judge = |source, follow_up| technique.judge(&case, &[&source, &follow_up]);
        assert_eq!(
            judge(wrote("wrong\n"), wrote("wrong\n")),
            Verdict::Satisfied
        );
        let Verdict::Violated(evidence) = judge(wrote("a\n"), wrote("b\n")) else {
            panic!("different outputs break the relation");
        };
        assert_eq!(evidence.cause, Cause::RelationBroken);
        let crash = observation(Exit::Exited { code: 101 }, None);
        let Verdict::Inconclusive(Reason::AbnormalEnd { detail }) = judge(wrote("a\n"), crash)
        else {
            panic!("a crash allows no comparison");
        };
        assert!(detail.contains("follow-up"), "{detail}");
    }

    #[test]
    fn a_failed_source_run_needs_no_follow_up_run() {
        let technique = technique("scale: if multiply(rows, 10) then equal(out)", &[1]);
        let case = plan(&technique, "x\n1\n").cases.remove(0);
        let crash = observation(Exit::Exited { code: 101 }, None);
        assert!(technique.needs_rest(&case, &wrote("a\n")));
        assert!(!technique.needs_rest(&case, &crash));
        let alone = technique.judge(&case, &[&crash]);
        for follow_up in [wrote("a\n"), crash.clone()] {
            assert_eq!(technique.judge(&case, &[&crash, &follow_up]), alone);
        }
        let Verdict::Inconclusive(Reason::AbnormalEnd { detail }) = alone else {
            panic!("a crash allows no comparison");
        };
        assert!(detail.starts_with("source run"), "{detail}");
    }
}
