//! System-level metamorphic testing: the whole program, run on an input and on its transform.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Interface, Observation, PropertyName, Request, TechniqueName, Verdict,
};
use killrate_properties::{FollowUp, Property};

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

    fn plan_one(
        &self,
        plan: &mut Plan,
        property_name: &PropertyName,
        data_set: &DataSet,
        seed: Option<u64>,
    ) -> Result<(), PlanError> {
        let property = &self.properties[property_name];
        let source = Request::source(&self.interface, data_set);
        // A property without random choices does not look at its seed.
        let follow_up = property
            .follow_up(&self.interface, &source, seed.unwrap_or_default())
            .map_err(|source| PlanError::Property {
                property: property_name.clone(),
                data_set: data_set.name.clone(),
                source,
            })?;
        match follow_up {
            FollowUp::Request(follow_up) => plan.cases.push(Case {
                technique: self.name.clone(),
                property: property_name.clone(),
                data_set: data_set.name.clone(),
                seed,
                requests: vec![Arc::new(source), Arc::new(follow_up)],
            }),
            FollowUp::NotApplicable { reason } => {
                let skipped = Skipped {
                    technique: self.name.clone(),
                    property: property_name.clone(),
                    data_set: data_set.name.clone(),
                    reason,
                };
                // Whether a property applies does not depend on the seed.
                if plan.skipped.last() != Some(&skipped) {
                    plan.skipped.push(skipped);
                }
            }
        }
        Ok(())
    }
}

impl Technique for Metamorphic {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for (name, property) in &self.properties {
            for data_set in setting.data_sets {
                if property.is_seeded() {
                    for seed in &self.seeds {
                        self.plan_one(&mut plan, name, data_set, Some(*seed))?;
                    }
                } else {
                    self.plan_one(&mut plan, name, data_set, None)?;
                }
            }
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
        let interface = interface();
        let data_sets = [data_set("few", rows)];
        technique
            .plan(&Setting {
                interface: &interface,
                data_sets: &data_sets,
            })
            .unwrap()
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
