//! System-level metamorphic testing: the whole program, run on an input and on its transform.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Interface, Observation, ProgramName, PropertyName, Reason, Request,
    TechniqueName, Verdict,
};
use killrate_properties::{FollowUp, FunctionNames, Functions, Property, PropertyError};

use crate::commands::Commands;
use crate::dependent::DependentProperty;
use crate::functions::OwnFunctions;
use crate::{Plan, PlanError, Setting, Skipped, Step, Technique, TechniqueKind, Transcript};

/// Judges the relation between a source run and its follow-up run, or its several follow-up runs.
#[derive(Debug)]
pub struct Metamorphic {
    name: TechniqueName,
    interface: Interface,
    properties: BTreeMap<PropertyName, Property>,
    dependents: BTreeMap<PropertyName, DependentProperty>,
    /// The arguments of another program, and how its outputs must relate.
    other: Option<(Vec<String>, BTreeMap<PropertyName, Property>)>,
    functions: OwnFunctions,
    function_names: FunctionNames,
    seeds: Vec<u64>,
    program_seed: Option<u64>,
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
            dependents: BTreeMap::new(),
            other: None,
            functions: OwnFunctions::default(),
            function_names: FunctionNames::default(),
            seeds,
            program_seed: None,
        }
    }

    /// The same with a seed of the user's for source runs, instead of the one that nobody chose.
    #[must_use]
    pub fn with_program_seed(self, program_seed: Option<u64>) -> Self {
        Self {
            program_seed,
            ..self
        }
    }

    /// The same with properties whose follow-up runs are built from outputs of the source run.
    #[must_use]
    pub fn with_dependents(self, dependents: Vec<DependentProperty>) -> Self {
        let named = dependents.into_iter();
        Self {
            dependents: named.map(|one| (one.name.clone(), one)).collect(),
            ..self
        }
    }

    /// The same with another program that gets the same data, with these arguments; of the
    /// properties only the relations count, between what the two programs give.
    #[must_use]
    pub fn with_other(
        self,
        arguments: Vec<String>,
        relations: BTreeMap<PropertyName, Property>,
    ) -> Self {
        Self {
            other: Some((arguments, relations)),
            ..self
        }
    }

    /// What another program is run on: the data as they are.
    fn other(&self, name: &PropertyName, arguments: &[String], data_set: &DataSet) -> Request {
        Request {
            arguments: arguments.to_vec(),
            ..self
                .source(data_set)
                .to_program(ProgramName::Second(name.clone()))
        }
    }

    /// The same with commands that its properties may call.
    #[must_use]
    pub fn with_functions(self, functions: OwnFunctions, function_names: FunctionNames) -> Self {
        Self {
            functions,
            function_names,
            ..self
        }
    }

    /// What the program is run on as it is.
    fn source(&self, data_set: &DataSet) -> Request {
        let source = Request::source(&self.interface, data_set);
        match self.program_seed {
            Some(seed) => source.with_seed(seed),
            None => source,
        }
    }

    /// The case of a property on a data set, with the requests that are known before anything ran.
    fn case(
        &self,
        property: &PropertyName,
        data_set: &DataSet,
        seed: Option<u64>,
        requests: Vec<Request>,
    ) -> Case {
        Case {
            technique: self.name.clone(),
            property: property.clone(),
            data_set: data_set.name.clone(),
            seed,
            requests: requests.into_iter().map(Arc::new).collect(),
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
            // One data set may lack a column that others have, so the property is tried on all
            // before it is refused.
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
        for seed in seeds_of(property, &self.seeds) {
            let source = self.source(data_set);
            // Nothing runs while planning, so what a command makes of the input is yet to be seen.
            if property.transforms_by_commands() {
                plan.cases
                    .push(self.case(name, data_set, seed, vec![source]));
                continue;
            }
            // A property without random choices does not look at its seed.
            let follow_up =
                property.follow_up(&self.interface, &source, seed.unwrap_or_default())?;
            match follow_up {
                FollowUp::Request(follow_up) => {
                    let requests = vec![source, follow_up];
                    plan.cases.push(self.case(name, data_set, seed, requests));
                }
                FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason } => {
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

/// The seeds that a property is planned with: all where it makes random choices, else none once.
pub(crate) fn seeds_of(property: &Property, seeds: &[u64]) -> Vec<Option<u64>> {
    if property.is_seeded() {
        seeds.iter().copied().map(Some).collect()
    } else {
        vec![None]
    }
}

/// What a data set lacks that others may have; `None` where the property itself needs mending.
pub(crate) fn lack(error: &PropertyError) -> Option<String> {
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
        for name in self.dependents.keys() {
            for data_set in setting.data_sets {
                // What follows the source run can be asked for only when that has ended.
                let requests = vec![self.source(data_set)];
                plan.cases.push(self.case(name, data_set, None, requests));
            }
        }
        if let Some((arguments, relations)) = &self.other {
            for name in relations.keys() {
                for data_set in setting.data_sets {
                    let other = self.other(name, arguments, data_set);
                    let requests = vec![self.source(data_set), other];
                    plan.cases.push(self.case(name, data_set, None, requests));
                }
            }
        }
        Ok(plan)
    }

    /// The source run comes first: one that failed can be compared with nothing.
    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        let Some((source, follow_ups)) = runs.split_first() else {
            return Step::ask(&case.requests[..1]);
        };
        let commands = Commands::new(transcript);
        let step = match self.dependents.get(&case.property) {
            Some(dependent) => self.step_dependent(dependent, case, source, follow_ups, &commands),
            None => self.step_fixed(case, source, follow_ups, &commands),
        };
        commands.then(step)
    }
}

impl Metamorphic {
    fn step_fixed(
        &self,
        case: &Case,
        source: &Observation,
        follow_ups: &[&Observation],
        commands: &Commands<'_>,
    ) -> Step<Verdict> {
        let of_other = self.other.as_ref().map(|(_, relations)| relations);
        let property = of_other
            .and_then(|relations| relations.get(&case.property))
            .unwrap_or_else(|| &self.properties[&case.property]);
        let functions = self.functions.answered_by(commands);
        let judge = |follow_up: &Observation| {
            let inputs = &case.requests[0].inputs;
            let interface = &self.interface;
            Step::Conclude(property.judge_with(interface, inputs, source, follow_up, &functions))
        };
        if let Some(follow_up) = follow_ups.first() {
            // What commands made of the input is not among the requests; a subject that has a ranking
            // has no commands.
            let Some(request) = case.requests.get(1) else {
                return judge(follow_up);
            };
            let source = &case.requests[0];
            return judge(&property.renumbered(&self.interface, source, request, follow_up));
        }
        if !source.exit.is_normal() {
            // The verdict on a source run that failed does not depend on a follow-up, so any run
            // stands in for it.
            return judge(source);
        }
        if case.requests.len() > 1 {
            return Step::ask(&case.requests[1..]);
        }
        let seed = case.seed.unwrap_or_default();
        let source = &case.requests[0];
        match property.follow_up_with(&self.interface, source, seed, &functions) {
            Ok(FollowUp::Request(follow_up)) => Step::Ask(vec![Arc::new(follow_up)]),
            Ok(FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason }) => {
                inconclusive(Reason::NotTested { detail: reason })
            }
            // Something that was seen cannot be used, such as what a command made of the input.
            Err(error) => inconclusive(Reason::UnusableOutput {
                detail: error.to_string(),
            }),
        }
    }

    fn step_dependent(
        &self,
        dependent: &DependentProperty,
        case: &Case,
        source: &Observation,
        follow_ups: &[&Observation],
        commands: &Commands<'_>,
    ) -> Step<Verdict> {
        let answered = self.functions.answered_by(commands);
        let functions = (&self.function_names, &answered as &dyn Functions);
        if !source.exit.is_normal() {
            return inconclusive(Reason::AbnormalEnd {
                detail: format!("source run: {}", source.exit),
            });
        }
        if !follow_ups.is_empty() {
            let inputs = &case.requests[0].inputs;
            let verdict = dependent.judge(&self.interface, inputs, source, follow_ups, functions);
            return Step::Conclude(verdict);
        }
        // Such a property is planned once and not for every seed, so the first one is taken.
        let seed = self.seeds.first().copied().unwrap_or_default();
        match dependent.follow_ups(&self.interface, case, source, seed, functions) {
            Ok(requests) => Step::Ask(requests),
            Err(reason) => inconclusive(reason),
        }
    }
}

fn inconclusive(reason: Reason) -> Step<Verdict> {
    Step::Conclude(Verdict::Inconclusive(reason))
}

#[cfg(test)]
mod tests {
    use killrate_model::{Cause, Exit, InputName, Reason};

    use super::*;
    use crate::testing::{conclude, converse, data_set, interface, observation, wrote};

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
        let judge = |source, follow_up| conclude(&technique, &case, &[&source, &follow_up]);
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
    fn rows_that_move_are_the_same_rows() {
        let property = Property::parse("turn: if reverse(rows) then same-rows(out)").unwrap();
        let mut interface = interface();
        let out = interface.outputs.values_mut().next().unwrap();
        out.shows = Some(killrate_model::Shows::Ranks);
        out.of = Some(InputName::new("rows").unwrap());
        let name = PropertyName::new("turn").unwrap();
        let technique = Metamorphic::new(interface.clone(), [(name, property)].into(), vec![1]);
        let data_sets = [data_set("few", "x\n7\n8\n9\n")];
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let case = technique.plan(&setting).unwrap().cases.remove(0);
        let judge =
            |source, follow_up| conclude(&technique, &case, &[&wrote(source), &wrote(follow_up)]);
        // The greatest first, wherever it stands.
        assert_eq!(judge("2\n1\n0\n", "0\n1\n2\n"), Verdict::Satisfied);
        // As the rows stand in the file.
        assert!(matches!(
            judge("0\n1\n2\n", "0\n1\n2\n"),
            Verdict::Violated(_)
        ));
    }

    #[test]
    fn a_failed_source_run_needs_no_follow_up_run() {
        let technique = technique("scale: if multiply(rows, 10) then equal(out)", &[1]);
        let case = plan(&technique, "x\n1\n").cases.remove(0);
        let crash = observation(Exit::Exited { code: 101 }, None);
        let step = converse(&technique, &case, &[&wrote("a\n")]);
        assert_eq!(step, Step::ask(&case.requests[1..]));
        let alone = conclude(&technique, &case, &[&crash]);
        let Verdict::Inconclusive(Reason::AbnormalEnd { detail }) = alone else {
            panic!("a crash allows no comparison");
        };
        assert!(detail.starts_with("source run"), "{detail}");
    }
}
