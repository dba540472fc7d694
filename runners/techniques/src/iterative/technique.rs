//! The technique: a dialogue per variant, data set and seed, in which each round asks for the tests of one
//! more depth.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Case, DataSet, Evidence, Interface, PropertyName, Reason, Request, TechniqueName, Verdict,
};
use killrate_properties::{FollowUp, Property, PropertyError};

use super::chaining::{Chaining, Chains, in_words};
use super::derivations::{Derivations, TestId};
use super::explored::{Explored, FailingChain};
use super::scene::{Scene, Seen};
use super::shortening::shorten;
use super::walk::{Ended, Failure, Sample, Walked, places, walk};
use crate::commands::Commands;
use crate::functions::OwnFunctions;
use crate::metamorphic::lack;
use crate::{Plan, PlanError, Setting, Skipped, Step, Technique, TechniqueKind, Transcript};

/// Judges chains of properties, in which each compares a test with the one that it made it of.
#[derive(Debug)]
pub struct Iterative {
    name: TechniqueName,
    interface: Interface,
    /// In the order of their names, by which all tests are told.
    properties: Vec<(PropertyName, Property)>,
    chainings: BTreeMap<PropertyName, Chaining>,
    functions: OwnFunctions,
    transform_seeds: Vec<u64>,
    sample_seed: u64,
    program_seed: Option<u64>,
    derivations: Derivations,
}

/// What is concluded from a case, and how far chains were tried.
struct Concluded {
    verdict: Verdict,
    explored: Explored,
}

impl Iterative {
    /// The technique for these properties of a subject.
    ///
    /// Properties that make random choices make them by each of the transform seeds, the same all along
    /// a chain; where there are too many tests, the sample seed draws some.
    pub fn new(
        interface: Interface,
        properties: BTreeMap<PropertyName, Property>,
        chainings: Vec<Chaining>,
        transform_seeds: Vec<u64>,
        sample_seed: u64,
    ) -> Self {
        let chainings = chainings.into_iter();
        Self {
            name: TechniqueKind::Iterative.technique_name(),
            interface,
            properties: properties.into_iter().collect(),
            chainings: chainings.map(|one| (one.name().clone(), one)).collect(),
            functions: OwnFunctions::default(),
            transform_seeds,
            sample_seed,
            program_seed: None,
            derivations: Derivations::default(),
        }
    }

    /// The same with a seed of the user's for all runs, instead of the one that nobody chose.
    #[must_use]
    pub fn with_program_seed(self, program_seed: Option<u64>) -> Self {
        Self {
            program_seed,
            ..self
        }
    }

    /// The same with commands that its properties may call.
    #[must_use]
    pub fn with_functions(self, functions: OwnFunctions) -> Self {
        Self { functions, ..self }
    }

    fn source(&self, data_set: &DataSet) -> Request {
        let source = Request::source(&self.interface, data_set);
        match self.program_seed {
            Some(seed) => source.with_seed(seed),
            None => source,
        }
    }

    /// The properties that a chaining applies.
    fn applied<'a>(
        &'a self,
        chaining: &'a Chaining,
    ) -> impl Iterator<Item = &'a (PropertyName, Property)> {
        let is_applied = |name: &PropertyName| match chaining.chains() {
            Chains::Rounds(_) => true,
            Chains::Sequence(sequence) => sequence.contains(name),
        };
        let properties = self.properties.iter();
        properties.filter(move |(name, _)| is_applied(name))
    }

    /// The seeds that a chaining is planned with: all where a property makes random choices.
    fn seeds(&self, chaining: &Chaining) -> Vec<Option<u64>> {
        if self
            .applied(chaining)
            .any(|(_, property)| property.is_seeded())
        {
            self.transform_seeds.iter().copied().map(Some).collect()
        } else {
            vec![None]
        }
    }

    /// Refuses what cannot be tried on any data set, before anything runs.
    fn check(&self, chaining: &Chaining, data_sets: &[&DataSet]) -> Result<(), PlanError> {
        for (name, property) in self.applied(chaining) {
            let sources = data_sets
                .iter()
                .map(|&data_set| (data_set, self.source(data_set)));
            let refusal = |data_set: &DataSet, source| PlanError::Property {
                property: name.clone(),
                data_set: data_set.name.clone(),
                source,
            };
            self.check_each(property, sources, refusal)?;
        }
        if let Chains::Sequence(sequence) = chaining.chains() {
            self.check_sequence(sequence, data_sets)?;
        }
        Ok(())
    }

    /// Whether each property of a sequence can read what those before it make.
    fn check_sequence(
        &self,
        sequence: &[PropertyName],
        data_sets: &[&DataSet],
    ) -> Result<(), PlanError> {
        let mut tests: Vec<(&DataSet, Request)> = data_sets
            .iter()
            .map(|&data_set| (data_set, self.source(data_set)))
            .collect();
        for (place, name) in sequence.iter().enumerate() {
            let mut properties = self.properties.iter();
            let Some((_, property)) = properties.find(|(known, _)| known == name) else {
                return Ok(());
            };
            let refusal = |data_set: &DataSet, source| PlanError::CannotFollow {
                property: name.clone(),
                before: in_words(&sequence[..place]),
                data_set: data_set.name.clone(),
                source,
            };
            tests = self.check_each(property, tests, refusal)?;
            // Nothing can be told of what follows a command before that was run.
            if property.transforms_by_commands() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What a property makes of tests, as far as it says anything of them; the refusal where something is
    /// wrong with it on all of them, or it needs mending.
    fn check_each<'a>(
        &self,
        property: &Property,
        tests: impl IntoIterator<Item = (&'a DataSet, Request)>,
        refusal: impl Fn(&DataSet, PropertyError) -> PlanError,
    ) -> Result<Vec<(&'a DataSet, Request)>, PlanError> {
        if property.transforms_by_commands() {
            return Ok(Vec::new());
        }
        let (mut made, mut first_lack) = (Vec::new(), None);
        let mut n_others = 0;
        for (data_set, test) in tests {
            let seed = self.transform_seeds.first().copied().unwrap_or_default();
            match property.follow_up(&self.interface, &test, seed) {
                Ok(FollowUp::Request(follow_up)) => made.push((data_set, follow_up)),
                Ok(FollowUp::Unchanged { .. }) => made.push((data_set, test)),
                Ok(FollowUp::NotApplicable { .. }) => n_others += 1,
                // One data set may lack a column that others have.
                Err(error) if lack(&error).is_some() => {
                    first_lack.get_or_insert((data_set, error));
                }
                Err(error) => return Err(refusal(data_set, error)),
            }
        }
        match first_lack {
            Some((data_set, error)) if made.is_empty() && n_others == 0 => {
                Err(refusal(data_set, error))
            }
            _ => Ok(made),
        }
    }

    fn skipped(&self, chaining: &Chaining, data_set: &DataSet, reason: String) -> Skipped {
        Skipped {
            technique: self.name.clone(),
            property: chaining.name().clone(),
            data_set: data_set.name.clone(),
            reason,
        }
    }

    /// Why chains cannot be tried from a source at all, as far as that is known before anything runs.
    fn obstacle(&self, chaining: &Chaining, source: &Request, seed: Option<u64>) -> Option<String> {
        let has_commands =
            |(_, property): &(PropertyName, Property)| property.transforms_by_commands();
        if self.applied(chaining).any(has_commands) {
            return None;
        }
        let seed = seed.unwrap_or_default();
        match chaining.chains() {
            Chains::Rounds(_) => {
                let leads_on = |(_, property): &(PropertyName, Property)| match property.follow_up(
                    &self.interface,
                    source,
                    seed,
                ) {
                    Ok(FollowUp::Request(_)) => true,
                    Ok(FollowUp::Unchanged { .. }) => chaining.admits(false),
                    Ok(FollowUp::NotApplicable { .. }) | Err(_) => false,
                };
                let is_stuck = !self.properties.iter().any(leads_on);
                is_stuck.then(|| "no property makes another test of it".to_owned())
            }
            Chains::Sequence(sequence) => self.obstacle_on(sequence, chaining, source, seed),
        }
    }

    /// Why one chain cannot be followed to its end.
    fn obstacle_on(
        &self,
        sequence: &[PropertyName],
        chaining: &Chaining,
        source: &Request,
        seed: u64,
    ) -> Option<String> {
        let mut tests = vec![source.clone()];
        for (place, name) in sequence.iter().enumerate() {
            let mut properties = self.properties.iter();
            let (_, property) = properties.find(|(known, _)| known == name)?;
            let here = match place {
                0 => format!("`{name}`"),
                _ => format!("`{name}` after `{}`", in_words(&sequence[..place])),
            };
            let parent = tests.last()?;
            let test = match property.follow_up(&self.interface, parent, seed) {
                Ok(FollowUp::Request(test)) => test,
                Ok(FollowUp::Unchanged { .. }) => parent.clone(),
                Ok(FollowUp::NotApplicable { reason }) => return Some(format!("{here}: {reason}")),
                Err(error) => return Some(format!("{here}: {error}")),
            };
            if !chaining.admits(!tests.contains(&test)) {
                return Some(format!("{here} leads back to a test that was made before"));
            }
            tests.push(test);
        }
        None
    }

    /// What follows from what was seen so far.
    fn go_on(&self, case: &Case, transcript: &Transcript) -> Step<Concluded> {
        let Some(source) = case.requests.first() else {
            return Step::Conclude(Concluded::without_tests(Reason::NotTested {
                detail: "there is no source".to_owned(),
            }));
        };
        if transcript.is_empty() {
            return Step::ask(&case.requests);
        }
        let commands = Commands::new(transcript);
        let functions = self.functions.answered_by(&commands);
        let scene = Scene::new(
            &self.interface,
            &self.properties,
            case.seed.unwrap_or_default(),
            &self.derivations,
            &functions,
            transcript,
        );
        let step = self.try_chains(case, &scene, self.derivations.id(source));
        commands.then(step)
    }

    fn try_chains(&self, case: &Case, scene: &Scene<'_>, source: TestId) -> Step<Concluded> {
        let reason = match scene.seen(source) {
            Some(Seen::Shown { observation, .. }) if observation.exit.is_normal() => None,
            Some(Seen::Shown { observation, .. }) => Some(Reason::AbnormalEnd {
                detail: format!("source run: {}", observation.exit),
            }),
            Some(Seen::Unanswered) | None => Some(Reason::NotTested {
                detail: "nothing follows from the source run".to_owned(),
            }),
        };
        if let Some(reason) = reason {
            return Step::Conclude(Concluded::without_tests(reason));
        }
        let chaining = &self.chainings[&case.property];
        let sample = Sample {
            seed: self.sample_seed,
            purpose: format!("chains of {} on {}", case.property, case.data_set),
        };
        let ask = |tests: Vec<TestId>| {
            let requests = tests.into_iter().map(|test| self.derivations.request(test));
            Step::Ask(requests.collect())
        };
        let ended = match walk(scene, chaining, source, &sample) {
            Walked::Asks(tests) => return ask(tests),
            Walked::Ends(ended) => ended,
        };
        let failure = ended.failure.as_ref();
        match failure
            .map(|failure| shorten(scene, source, failure))
            .transpose()
        {
            Err(tests) => ask(tests),
            Ok(failure) => Step::Conclude(concluded(scene, chaining, source, ended, failure)),
        }
    }
}

/// What is concluded where nothing is left to ask.
fn concluded(
    scene: &Scene<'_>,
    chaining: &Chaining,
    source: TestId,
    ended: Ended,
    failure: Option<Failure>,
) -> Concluded {
    let verdict = match &failure {
        Some(failure) => told(scene, failure),
        None => passed(chaining, &ended),
    };
    let failing = failure.map(|failure| FailingChain {
        sequence: scene.names(&failure.sequence),
        runs: places(scene, source, &failure.sequence),
    });
    let explored = Explored {
        depths: ended.depths,
        failing,
    };
    Concluded { verdict, explored }
}

/// The verdict on the last test of a chain, with the chain.
fn told(scene: &Scene<'_>, failure: &Failure) -> Verdict {
    let after = |detail: &str| {
        format!(
            "after `{}`: {detail}",
            in_words(&scene.names(&failure.sequence))
        )
    };
    match failure.verdict.clone() {
        Verdict::Violated(Evidence { cause, detail }) => Verdict::Violated(Evidence {
            cause,
            detail: after(&detail),
        }),
        Verdict::Inconclusive(Reason::AbnormalEnd { detail }) => {
            let detail = after(&detail);
            Verdict::Inconclusive(Reason::AbnormalEnd { detail })
        }
        Verdict::Inconclusive(Reason::UnusableOutput { detail }) => {
            let detail = after(&detail);
            Verdict::Inconclusive(Reason::UnusableOutput { detail })
        }
        verdict => verdict,
    }
}

/// The verdict where no test failed.
fn passed(chaining: &Chaining, ended: &Ended) -> Verdict {
    let not_tested = |detail: &str| {
        Verdict::Inconclusive(Reason::NotTested {
            detail: detail.to_owned(),
        })
    };
    let is_sequence = matches!(chaining.chains(), Chains::Sequence(_));
    if !ended.is_judged {
        not_tested("no property says anything of it that could be tested")
    } else if is_sequence && !ended.is_full {
        not_tested("no test of the whole chain was answered")
    } else if ended.is_by_tolerance {
        Verdict::SatisfiedByTolerance
    } else {
        Verdict::Satisfied
    }
}

impl Concluded {
    fn without_tests(reason: Reason) -> Self {
        Self {
            verdict: Verdict::Inconclusive(reason),
            explored: Explored::default(),
        }
    }
}

impl Technique for Iterative {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let mut plan = Plan::default();
        for (name, chaining) in &self.chainings {
            let data_sets: Vec<&DataSet> = { setting.data_sets.iter() }
                .filter(|data_set| chaining.starts_from(&data_set.name))
                .collect();
            self.check(chaining, &data_sets)?;
            for data_set in data_sets {
                // What chains lead to is derived as they are tried: most of it is never asked for.
                let source = Arc::new(self.source(data_set));
                for seed in self.seeds(chaining) {
                    if let Some(reason) = self.obstacle(chaining, &source, seed) {
                        let skipped = self.skipped(chaining, data_set, reason);
                        // Whether chains can be followed hardly depends on the seed.
                        if plan.skipped.last() != Some(&skipped) {
                            plan.skipped.push(skipped);
                        }
                        continue;
                    }
                    plan.cases.push(Case {
                        technique: self.name.clone(),
                        property: name.clone(),
                        data_set: data_set.name.clone(),
                        seed,
                        requests: vec![Arc::clone(&source)],
                    });
                }
            }
        }
        Ok(plan)
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        match self.go_on(case, transcript) {
            Step::Ask(requests) => Step::Ask(requests),
            Step::Conclude(concluded) => Step::Conclude(concluded.verdict),
        }
    }

    /// A test that the original cannot take says nothing of the others.
    fn goes_on_without_answers(&self) -> bool {
        true
    }

    fn explored(&self, case: &Case, transcript: &Transcript) -> Option<Explored> {
        let concluded = self.go_on(case, transcript).conclusion()?;
        Some(concluded.explored)
    }
}
