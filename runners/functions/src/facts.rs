//! What a study of functions found out; whether something is caught is for tables to say.

use serde::{Deserialize, Serialize};

/// Everything that a study found out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// One for each function of each package.
    pub functions: Vec<FunctionFact>,
    /// One for each relation of each function.
    pub relations: Vec<RelationFact>,
    /// One for each mutant that was checked.
    pub mutants: Vec<MutantFact>,
}

/// A function of a package.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FunctionFact {
    /// The function, as the study calls it.
    pub function: String,
    /// The package with its version.
    pub package: String,
    /// How many affine maps have a law of degree 1.
    pub n_maps: usize,
    /// From how many of them the others are composed.
    pub n_generators: usize,
    /// How many mutants were made, those that do not compile included.
    pub n_made: usize,
    /// How many of them compile.
    pub n_woven: usize,
    /// Why nothing was inferred; empty when something was.
    pub refusal: String,
}

/// A relation of a function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelationFact {
    /// The function.
    pub function: String,
    /// The package that it was inferred from.
    pub package: String,
    /// Its place among the relations of the function, from 1.
    pub relation: usize,
    /// How it is written.
    pub text: String,
    /// What kind of relation it is.
    pub class: String,
    /// Whether it follows from others.
    pub follows: bool,
    /// Whether it is one of the smallest set.
    pub chosen: bool,
    /// On how many fresh inputs it was checked on the original.
    pub n_inputs: usize,
    /// On how many of them it was violated there: false alarms.
    pub n_violated: usize,
    /// The package of another implementation, if there is one that it was checked on.
    pub other: String,
    /// On how many inputs it is violated by the other implementation.
    pub n_violated_by_other: usize,
    /// The first such input, as JSON; empty when there is none.
    pub first_violation: String,
}

/// A mutant of a function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MutantFact {
    /// The function.
    pub function: String,
    /// The package.
    pub package: String,
    /// The mutant.
    pub mutant: String,
    /// Its class.
    pub class: String,
    /// On how many probes its result differs from the original's in any bit.
    pub n_different: usize,
    /// On how many it differs by more than 4 units in the last place, or in what it is.
    pub n_far: usize,
    /// How many probes there were.
    pub n_probes: usize,
    /// The first relation of the smallest set that an input violates; 0 for none.
    pub by_chosen: usize,
    /// The first relation of all that an input violates; 0 for none.
    pub by_any: usize,
    /// The first relation of the published forms that at least 5 % of uniform inputs from 0 to 20
    /// violate; 0 for none.
    pub by_published_rule: usize,
    /// Why it could not be judged; empty when it was.
    pub refusal: String,
}
