//! Infers the relations of a function.

use killrate_model::Rng;
use serde::Serialize;

use crate::assess::{Unsuitable, assess};
use crate::choose::{Caught, Faults};
use crate::search::{
    Attempt, KINDS, Known, Map, Search, algebraic, closure, generators, representative,
};
use crate::{CallError, Class, Function, Range, Relation};

/// Points on which the relations that are reported are calibrated.
const N_CALIBRATION: usize = 8_000;
/// How far maps are composed to find those that follow from others.
const GROUP_REACH: f64 = 30.0;

/// Why nothing was inferred.
#[derive(Debug, thiserror::Error)]
pub enum InferError {
    /// The function is not of a kind that has relations.
    #[error(transparent)]
    Unsuitable(#[from] Unsuitable),
    /// The function could not be called.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// What was inferred of a function.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Inference {
    /// The relations, those that catch most first; those that follow from others last.
    pub relations: Vec<Inferred>,
    /// How many affine maps have a law of degree 1.
    pub n_maps: usize,
    /// From how many of them the others are composed.
    pub n_generators: usize,
    /// Where relations were verified, for each argument of the function.
    pub domain: Vec<Range>,
    /// How many faults were seeded to rank the relations.
    pub n_faults: usize,
}

/// A relation and what it is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Inferred {
    /// The relation.
    pub relation: Relation,
    /// The affine map of its second call, as slope and shift, where it has one.
    pub map: Option<(f64, f64)>,
    /// Whether it follows from others by composing maps.
    pub follows: bool,
    /// How many of the seeded faults it catches; nothing was seeded for those that follow.
    pub catches: Option<usize>,
    /// Whether it is one of a smallest set that catches as much as all.
    pub chosen: bool,
}

/// Infers the relations of the first of some functions.
///
/// The others are functions of the same arguments to which it may be related. The same seed gives the
/// same relations.
pub fn infer(
    names: &[&str],
    functions: &mut [&mut dyn Function],
    seed: u64,
) -> Result<Inference, InferError> {
    let mut rng = Rng::for_purpose(seed, "inference");
    let domains = assess(functions[0], &mut rng)??;
    let epsilon = functions.iter().fold(f64::EPSILON, |most: f64, function| {
        let arguments = (0..function.arity()).map(|at| function.argument(at).epsilon());
        arguments.fold(most.max(function.result().epsilon()), f64::max)
    });
    let mut search = Search {
        functions,
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        epsilon,
        core: domains.core,
        home: domains.home,
        rng,
    };
    let arity = search.core.len();
    let known = known(&mut search)?;
    let mut relations = of_scan(&known);
    let algebraic = known.algebraic.iter().cloned();
    relations.extend(algebraic.map(|relation| Inferred::new(relation, None, false)));
    let kinds = KINDS.iter().filter(|kind| (kind.suits)(arity));
    let attempts = kinds.flat_map(|kind| (kind.attempts)(&known, &search.core));
    let attempts = attempts.collect();
    for relation in search.all(attempts)?.into_iter().flatten() {
        let repeats = |one: &Inferred| one.relation.claims_the_same_as(&relation);
        if !relations.iter().any(repeats) {
            relations.push(Inferred::new(relation, None, false));
        }
    }
    recalibrate(&mut search, &mut relations)?;
    let n_faults = rank(&mut search, &mut relations)?;
    let maps = known.scan.linear_maps();
    Ok(Inference {
        n_maps: maps.len(),
        n_generators: generators(&maps, GROUP_REACH).len(),
        relations,
        domain: search.home,
        n_faults,
    })
}

fn known(search: &mut Search<'_, '_>) -> Result<Known, CallError> {
    let scan = match search.core.len() {
        1 => search.scan()?,
        _ => Default::default(),
    };
    let is_family = scan.families.iter().any(|(_, degree)| *degree == 1);
    let group = match is_family || search.is_whole() {
        true => vec![Map::IDENTITY],
        false => closure(&generators(&scan.linear_maps(), GROUP_REACH), GROUP_REACH),
    };
    let algebraic = match search.core.len() {
        1 => algebraic::search(search)?,
        _ => Vec::new(),
    };
    Ok(Known {
        scan,
        group,
        n_functions: search.functions.len(),
        algebraic,
    })
}

/// The relations of the scan; those whose map is equivalent to that of a simpler one follow from it.
fn of_scan(known: &Known) -> Vec<Inferred> {
    let maps = known.scan.linear_maps();
    let simplest = generators(&maps, GROUP_REACH);
    let mut relations: Vec<Inferred> = Vec::new();
    let mut seen: Vec<(Map, usize)> = Vec::new();
    for (map, relation) in &known.scan.found {
        let mut inferred = Inferred::new(relation.clone(), Some((map.a, map.b)), false);
        if relation.class == Class::Linear {
            inferred.follows = !simplest.iter().any(|one| one.is(*map));
        } else {
            let here = representative(*map, &known.group);
            let earlier = seen.iter().find(|(other, _)| other.is(here));
            match earlier.map(|(_, at)| *at) {
                None => seen.push((here, relations.len())),
                Some(at) => {
                    // Of equivalent maps the one with the shorter law stands for all.
                    let shorter = |one: &Relation| one.coefficients.len();
                    match shorter(relation) < shorter(&relations[at].relation) {
                        true => relations[at].follows = true,
                        false => inferred.follows = true,
                    }
                    if !inferred.follows {
                        seen.retain(|(other, _)| !other.is(here));
                        seen.push((here, relations.len()));
                    }
                }
            }
        }
        relations.push(inferred);
    }
    relations
}

impl Inferred {
    fn new(relation: Relation, map: Option<(f64, f64)>, follows: bool) -> Self {
        Self {
            relation,
            map,
            follows,
            catches: None,
            chosen: false,
        }
    }
}

/// Calibrates what is reported on many points, which also drops what fails on a few of them.
fn recalibrate(
    search: &mut Search<'_, '_>,
    relations: &mut Vec<Inferred>,
) -> Result<(), CallError> {
    let attempts = relations
        .drain(..)
        .map(|inferred| -> Attempt<'_, Option<Inferred>> {
            Box::new(move |search| {
                if inferred.follows {
                    return Ok(Some(inferred));
                }
                let relation = inferred.relation.clone();
                let calibrated = search.calibrated(relation, N_CALIBRATION)?;
                Ok(calibrated.map(|relation| Inferred {
                    relation,
                    ..inferred
                }))
            })
        });
    let kept = search.all(attempts.collect())?;
    relations.extend(kept.into_iter().flatten());
    Ok(())
}

/// Sorts relations by what they catch and marks a smallest set; gives the number of seeded faults.
fn rank(search: &mut Search<'_, '_>, relations: &mut Vec<Inferred>) -> Result<usize, CallError> {
    let (mut leading, following): (Vec<_>, Vec<_>) =
        relations.drain(..).partition(|inferred| !inferred.follows);
    let claims: Vec<&Relation> = leading.iter().map(|inferred| &inferred.relation).collect();
    let faults = Faults::of(search.functions[0], search.home[0]);
    let attempts = claims.iter().map(|relation| -> Attempt<'_, Vec<bool>> {
        Box::new(|search| faults.caught_by(relation, search.functions, &mut search.rng))
    });
    let found = Caught {
        n_faults: faults.len(),
        rows: search.all(attempts.collect())?,
    };
    let n_faults = found.n_faults;
    for (at, inferred) in leading.iter_mut().enumerate() {
        inferred.catches = Some(found.count(at));
    }
    let mut order: Vec<usize> = (0..leading.len()).collect();
    order.sort_by_key(|at| {
        let inferred = &leading[*at];
        let relation = &inferred.relation;
        let catches = std::cmp::Reverse(inferred.catches);
        (catches, relation.n_calls(), relation.text.chars().count())
    });
    let sorted = Caught {
        rows: order.iter().map(|at| found.rows[*at].clone()).collect(),
        n_faults,
    };
    let chosen = sorted.smallest_set();
    for (rank, at) in order.iter().enumerate() {
        leading[*at].chosen = chosen.contains(&rank);
    }
    let mut slots: Vec<Option<Inferred>> = leading.into_iter().map(Some).collect();
    relations.extend(order.into_iter().filter_map(|at| slots[at].take()));
    relations.extend(following);
    Ok(n_faults)
}
