//! All functions of a study.

use std::collections::BTreeSet;
use std::path::Path;

use killrate_calls::{Callable, Surroundings, of_crate};
use killrate_model::MutantClass;

use crate::error::FunctionsError;
use crate::facts::{Facts, FunctionFact, RelationFact};
use crate::manifest::{Implementation, Manifest};
use crate::one::{Open, Studied};

/// Infers the relations of every function and checks its mutants by them.
///
/// `tell` is told of every function that is begun. Woven programs are kept in `scratch`.
///
/// # Errors
/// When a function cannot be woven or called.
pub fn study(
    manifest: &Manifest,
    scratch: &Path,
    surroundings: Surroundings<'_>,
    tell: &dyn Fn(&str),
) -> Result<Facts, FunctionsError> {
    let mut facts = Facts::default();
    let names = manifest.implementations.iter();
    let mut names: Vec<&String> = names.flat_map(|one| one.functions.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let has = |one: &&Implementation| one.functions.contains_key(name);
        let implementations: Vec<&Implementation> =
            manifest.implementations.iter().filter(has).collect();
        let mut callables = Vec::new();
        for implementation in &implementations {
            tell(&format!("{name} of {}: weaving", implementation.package));
            let callable = of_crate(
                &implementation.dependency()?,
                &implementation.functions[name],
                classes(manifest),
                scratch,
                surroundings,
                &|_| {},
            )?;
            callables.push(callable);
        }
        for (place, implementation) in implementations.iter().enumerate() {
            let others = implementations.iter().zip(&callables).enumerate();
            let other = others
                .filter(|(at, _)| *at != place)
                .map(|(_, (implementation, callable))| (&*implementation.package, callable))
                .next();
            tell(&format!("{name} of {}: inferring", implementation.package));
            let callable = &callables[place];
            let package = &implementation.package;
            match Studied::open(manifest, name, package, callable, surroundings)? {
                Open::Studied(mut studied) => add(&mut studied, other, &mut facts, tell)?,
                Open::Unsuitable(refusal) => {
                    let fact = function_fact(name, package, callable, (0, 0), refusal);
                    facts.functions.push(fact);
                }
            }
        }
    }
    Ok(facts)
}

/// All classes, or none where no mutant is checked and weaving them would be for nothing.
fn classes(manifest: &Manifest) -> BTreeSet<MutantClass> {
    match manifest.most_mutants {
        0 => [].into(),
        _ => MutantClass::ALL.into(),
    }
}

fn function_fact(
    function: &str,
    package: &str,
    callable: &Callable,
    (n_maps, n_generators): (usize, usize),
    refusal: String,
) -> FunctionFact {
    let mutants = callable.mutants.iter();
    FunctionFact {
        function: function.to_owned(),
        package: package.to_owned(),
        n_maps,
        n_generators,
        n_made: callable.mutants.len(),
        n_woven: mutants
            .filter(|mutant| mutant.status == killrate_model::MutantStatus::Woven)
            .count(),
        refusal,
    }
}

/// Adds what is found out of one function.
fn add(
    studied: &mut Studied<'_>,
    other: Option<(&str, &Callable)>,
    facts: &mut Facts,
    tell: &dyn Fn(&str),
) -> Result<(), FunctionsError> {
    let (function, package) = (studied.function.to_owned(), studied.package.to_owned());
    let counts = (studied.n_maps, studied.n_generators);
    let fact = function_fact(&function, &package, studied.callable, counts, String::new());
    facts.functions.push(fact);
    let mut is_sound = Vec::new();
    for place in 0..studied.relations.len() {
        let (n_violated, n_inputs) = studied.false_alarms(place)?;
        let by_other = match other {
            Some((_, callable)) => Some(studied.violated_by(place, callable)?),
            None => None,
        };
        is_sound.push(n_violated == 0);
        let inferred = &studied.relations[place];
        let (n_violated_by_other, first) = by_other.unwrap_or((0, None));
        facts.relations.push(RelationFact {
            function: function.clone(),
            package: package.clone(),
            relation: place + 1,
            text: inferred.relation.text.clone(),
            class: class_name(inferred),
            follows: inferred.follows,
            chosen: inferred.chosen,
            n_inputs,
            n_violated,
            other: other.map_or("", |(package, _)| package).to_owned(),
            n_violated_by_other,
            first_violation: first
                .map(|point| serde_json::to_string(&point).expect("numbers have a JSON form"))
                .unwrap_or_default(),
        });
    }
    let mutants = studied.mutants();
    tell(&format!(
        "{function} of {package}: {} relations, {} of {} mutants",
        is_sound.len(),
        mutants.len(),
        studied.callable.mutants.len(),
    ));
    for mutant in mutants {
        facts.mutants.push(studied.judge(mutant, &is_sound));
    }
    Ok(())
}

/// A class of relations as files have it.
fn class_name(inferred: &killrate_inference::Inferred) -> String {
    let class = serde_json::to_value(inferred.relation.class).expect("a class has a JSON form");
    class.as_str().unwrap_or_default().to_owned()
}
