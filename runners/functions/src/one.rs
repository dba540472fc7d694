//! One function: its relations, and what its mutants show.

use killrate_calls::{Callable, Caller, Surroundings};
use killrate_inference::{
    CallError, Class, Domain, Function, InferError, Inferred, Range, Relation, Returned, infer,
    points, uniform_points, violations,
};
use killrate_model::{Mutant, MutantStatus, Rng};

use crate::error::FunctionsError;
use crate::facts::MutantFact;
use crate::manifest::Manifest;

/// The box of the published study: every input is a number from 0 to 20.
const PUBLISHED_BOX: Range = Range {
    least: 0.0,
    greatest: 20.0,
    whole: false,
};

/// A difference of so many units in the last place is more than another order of rounding.
const NEAR: u64 = 4;

/// A function with the relations that hold for it.
pub(crate) struct Studied<'a> {
    manifest: &'a Manifest,
    pub(crate) function: &'a str,
    pub(crate) package: &'a str,
    pub(crate) callable: &'a Callable,
    surroundings: Surroundings<'a>,
    pub(crate) relations: Vec<Inferred>,
    pub(crate) n_maps: usize,
    pub(crate) n_generators: usize,
    /// The probes, and what the original gives for them.
    probes: Vec<f64>,
    results: Vec<Returned>,
    original: Caller<'a>,
}

/// A function, or why nothing can be inferred of it.
pub(crate) enum Open<'a> {
    Studied(Box<Studied<'a>>),
    Unsuitable(String),
}

impl<'a> Studied<'a> {
    /// Infers the relations of the original.
    pub(crate) fn open(
        manifest: &'a Manifest,
        function: &'a str,
        package: &'a str,
        callable: &'a Callable,
        surroundings: Surroundings<'a>,
    ) -> Result<Open<'a>, FunctionsError> {
        let mut original = Caller::original(callable, surroundings);
        let inference = match infer(&[function], &mut [&mut original], manifest.seed) {
            Ok(inference) => inference,
            Err(InferError::Unsuitable(why)) => return Ok(Open::Unsuitable(why.to_string())),
            Err(InferError::Call(error)) => return Err(error.into()),
        };
        let mut rng = Rng::for_purpose(manifest.seed, "probes");
        let half = manifest.n_probes / 2;
        let published = Domain {
            ranges: vec![PUBLISHED_BOX; callable.arity()],
        };
        let home = Domain {
            ranges: inference.domain.clone(),
        };
        let mut probes = points(&home, half, &mut rng);
        probes.extend(uniform_points(&published, half, &mut rng));
        let results = original.call(&probes)?;
        Ok(Open::Studied(Box::new(Self {
            manifest,
            function,
            package,
            callable,
            surroundings,
            relations: inference.relations,
            n_maps: inference.n_maps,
            n_generators: inference.n_generators,
            probes,
            results,
            original,
        })))
    }

    /// On how many inputs the original violates a relation, and how many were tried.
    pub(crate) fn false_alarms(&mut self, place: usize) -> Result<(usize, usize), FunctionsError> {
        let relation = &self.relations[place].relation;
        let mut rng = Rng::for_purpose(self.manifest.seed, "false alarms");
        let inputs = points(&relation.domain, 10 * self.manifest.n_inputs, &mut rng);
        let found = violations(relation, &mut [&mut self.original], &inputs)?;
        Ok((found.n_violated, found.n_points))
    }

    /// On how many inputs another implementation violates a relation, and the first of them.
    pub(crate) fn violated_by(
        &self,
        place: usize,
        other: &Callable,
    ) -> Result<(usize, Option<Vec<f64>>), FunctionsError> {
        let relation = &self.relations[place].relation;
        let mut rng = Rng::for_purpose(self.manifest.seed, "other implementations");
        let inputs = points(&relation.domain, 10 * self.manifest.n_inputs, &mut rng);
        let mut other = Caller::original(other, self.surroundings);
        let found = violations(relation, &mut [&mut other], &inputs)?;
        Ok((found.n_violated, found.first))
    }

    /// The mutants that are checked, chosen by the seed, in the order of their numbers.
    pub(crate) fn mutants(&self) -> Vec<&'a Mutant> {
        let woven = self.callable.mutants.iter();
        let mut chosen: Vec<&Mutant> = woven
            .filter(|mutant| mutant.status == MutantStatus::Woven)
            .collect();
        Rng::for_purpose(self.manifest.seed, self.function).shuffle(&mut chosen);
        chosen.truncate(self.manifest.most_mutants);
        chosen.sort_by_key(|mutant| mutant.number);
        chosen
    }

    /// What a mutant shows; `is_sound` says of each relation whether the original satisfies it.
    pub(crate) fn judge(&self, mutant: &Mutant, is_sound: &[bool]) -> MutantFact {
        let mut fact = MutantFact {
            function: self.function.to_owned(),
            package: self.package.to_owned(),
            mutant: mutant.id.to_string(),
            class: mutant.class.name().to_owned(),
            n_different: 0,
            n_far: 0,
            n_probes: self.results.len(),
            by_chosen: 0,
            by_any: 0,
            by_published_rule: 0,
            refusal: String::new(),
        };
        if let Err(error) = self.try_judge(mutant, is_sound, &mut fact) {
            fact.refusal = error.to_string();
        }
        fact
    }

    fn try_judge(
        &self,
        mutant: &Mutant,
        is_sound: &[bool],
        fact: &mut MutantFact,
    ) -> Result<(), CallError> {
        let mut caller = self.original.mutant(mutant.number);
        let results = caller.call(&self.probes)?;
        let pairs = || self.results.iter().copied().zip(results.iter().copied());
        fact.n_different = pairs().filter(|(a, b)| !are_same(*a, *b)).count();
        fact.n_far = pairs().filter(|(a, b)| !are_near(*a, *b)).count();
        if fact.n_different == 0 {
            return Ok(());
        }
        let sound = || {
            let places = self.relations.iter().enumerate();
            places.filter(|(place, _)| is_sound[*place])
        };
        let seed = self.manifest.seed;
        let n_inputs = self.manifest.n_inputs;
        let mut rich = |relation: &Relation| {
            let mut rng = Rng::for_purpose(seed, "inputs");
            let inputs = points(&relation.domain, n_inputs, &mut rng);
            Ok(violations(relation, &mut [&mut caller], &inputs)?.any())
        };
        let chosen = sound().filter(|(_, one)| one.chosen);
        fact.by_chosen = first(chosen, &mut rich)?;
        fact.by_any = match fact.by_chosen {
            0 => {
                let others = sound().filter(|(_, one)| !one.chosen && !one.follows);
                first(others, &mut rich)?
            }
            place => place,
        };
        let is_published = |one: &Inferred| {
            let class = one.relation.class;
            matches!(class, Class::Linear | Class::Quadratic) && !one.follows
        };
        fact.by_published_rule = first(sound().filter(|(_, one)| is_published(one)), |relation| {
            let mut rng = Rng::for_purpose(seed, "published inputs");
            let ranges = vec![PUBLISHED_BOX; relation.n_arguments];
            let inputs = uniform_points(&Domain { ranges }, n_inputs, &mut rng);
            let found = violations(relation, &mut [&mut caller], &inputs)?;
            Ok(found.by_published_rule())
        })?;
        Ok(())
    }
}

/// The number of the first relation that catches, from 1; 0 for none.
fn first<'r>(
    relations: impl Iterator<Item = (usize, &'r Inferred)>,
    mut catches: impl FnMut(&Relation) -> Result<bool, CallError>,
) -> Result<usize, CallError> {
    for (place, inferred) in relations {
        if catches(&inferred.relation)? {
            return Ok(place + 1);
        }
    }
    Ok(0)
}

/// Whether two results are the same to the last bit; all that is no number is the same.
fn are_same(a: Returned, b: Returned) -> bool {
    match (a, b) {
        (Returned::Value(a), Returned::Value(b)) => {
            a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
        }
        _ => a == b,
    }
}

/// Whether two results are the same up to some units in the last place.
fn are_near(a: Returned, b: Returned) -> bool {
    if are_same(a, b) {
        return true;
    }
    match (a, b) {
        (Returned::Value(a), Returned::Value(b)) => {
            a == b || a.signum() == b.signum() && a.to_bits().abs_diff(b.to_bits()) <= NEAR
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_near_within_four_units_in_the_last_place() {
        let value = Returned::Value;
        let after = |n: u64| value(f64::from_bits(1.0_f64.to_bits() + n));
        assert!(are_near(value(1.0), after(4)));
        assert!(!are_near(value(1.0), after(5)));
        assert!(!are_same(value(1.0), after(1)));
        assert!(are_near(value(0.0), value(-0.0)));
        assert!(!are_same(value(0.0), value(-0.0)));
        assert!(are_same(value(f64::NAN), value(-f64::NAN)));
        assert!(!are_near(value(f64::NAN), value(1.0)));
        assert!(!are_near(Returned::Panicked, Returned::OutOfFuel));
        assert!(!are_near(
            value(f64::MIN_POSITIVE),
            value(-f64::MIN_POSITIVE)
        ));
    }
}
