//! Data that is like a study's, but not the study's: permuted and resampled.

use std::ops::Range;

use killrate_model::{DataSet, Interface, Request};
use killrate_properties::{FollowUp, Property};

use super::tracing::sources;
use crate::Setting;

/// What runs on made-up data are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To drop invariants that do not hold. The first round has the data sets themselves, their
    /// permutations and other samples of their rows; every further one has fresh data.
    Keep {
        /// Which round, from 0.
        round: u64,
    },
    /// To measure on data that no round has seen.
    Measure,
}

/// The seeds of permutations on which no invariant that is kept gives a false alarm.
const PERMUTATIONS: Range<u64> = 1..21;
/// The first seed of made-up data for dropping invariants; each round has a thousand seeds.
const FIRST_KEEPING: u64 = 1_001;
/// How many runs on made-up data each round has, on all data sets together, at least.
const N_ROUND: u64 = 100;
/// The first seed of what is measured on; no other purpose uses them, nor did any earlier rule by
/// which invariants were chosen.
const FIRST_MEASURED: u64 = 6_000_001;
/// How many runs are measured on all data sets together, at least: without an alarm among so many,
/// the rate is below 1 % with a confidence of 95 %.
const N_MEASURED: u64 = 300;

/// How rows are put into another order.
const PERMUTED: &[(&str, &str)] = &[("permute", "")];
/// How other samples are drawn: without a fifth of the rows, and with a fifth of them twice.
const DRAWN: &[(&str, &str)] = &[("remove", "20%"), ("duplicate", "20%")];
/// How samples are drawn by which invariants are chosen: these must not be wrong about data that
/// differ more from the study's than those on which they are measured.
const DRAWN_FAR: &[(&str, &str)] = &[
    ("remove", "20%"),
    ("remove", "50%"),
    ("remove", "80%"),
    ("duplicate", "20%"),
];

/// The requests for a purpose, on all data sets of a setting; a program that takes a seed is run so
/// many times on each of these themselves.
pub(super) fn requests(setting: &Setting<'_>, purpose: Purpose, n_runs: u64) -> Vec<Request> {
    // Without data sets nothing is made up, and nothing must be divided by zero.
    let n_data_sets = setting.data_sets.len().max(1) as u64;
    let seeds = |first: u64, n: u64| first..first + n.div_ceil(n_data_sets);
    let both = |drawn| [PERMUTED, drawn].concat();
    match purpose {
        Purpose::Keep { round: 0 } => {
            let data_sets = setting.data_sets.iter();
            data_sets
                .flat_map(|data_set| sources(setting.interface, data_set, n_runs))
                .chain(permutations(setting))
                .chain(made(setting, DRAWN_FAR, &seeds(FIRST_KEEPING, N_ROUND)))
                .collect()
        }
        Purpose::Keep { round } => made(
            setting,
            &both(DRAWN_FAR),
            &seeds(FIRST_KEEPING + 1_000 * round, N_ROUND),
        ),
        Purpose::Measure => made(setting, &both(DRAWN), &seeds(FIRST_MEASURED, N_MEASURED)),
    }
}

/// The permutations of all data sets on which nothing that is kept gives an alarm.
pub(super) fn permutations(setting: &Setting<'_>) -> Vec<Request> {
    made(setting, PERMUTED, &PERMUTATIONS)
}

/// All data sets changed in these ways, each seed by the next way.
fn made(setting: &Setting<'_>, ways: &[(&str, &str)], seeds: &Range<u64>) -> Vec<Request> {
    let interface = setting.interface;
    let properties = properties(interface, ways);
    let mut requests = Vec::new();
    for data_set in setting.data_sets {
        // Those that do not apply would leave gaps in the seeds.
        let applies = |property: &&Property| made_up(interface, data_set, property, 0).is_some();
        let applicable: Vec<&Property> = properties.iter().filter(applies).collect();
        let pairs = seeds.clone().zip(applicable.iter().cycle());
        requests.extend(
            pairs.filter_map(|(seed, property)| made_up(interface, data_set, property, seed)),
        );
    }
    requests
}

/// One property for every way of changing every input, as far as its format allows.
fn properties(interface: &Interface, ways: &[(&str, &str)]) -> Vec<Property> {
    // The language has no transform without a relation; which output that is about does not matter.
    let output = interface
        .outputs
        .keys()
        .next()
        .map_or("stdout", |name| name.as_str());
    let mut properties = Vec::new();
    for (transform, constant) in ways {
        for input in interface.inputs.keys() {
            let constant = match *constant {
                "" => String::new(),
                constant => format!(", {constant}"),
            };
            let text = format!("if {transform}({input}{constant}) then equal({output})");
            properties.extend(Property::parse(&text).ok());
        }
    }
    properties
}

/// What a property makes of a data set by a seed; `None` when it does not apply.
fn made_up(
    interface: &Interface,
    data_set: &DataSet,
    property: &Property,
    seed: u64,
) -> Option<Request> {
    let source = Request::source(interface, data_set);
    match property.follow_up(interface, &source, seed) {
        // A program that takes a seed gets another one each time.
        Ok(FollowUp::Request(mut request)) => {
            request.seed = Some(seed);
            Some(request)
        }
        Ok(FollowUp::Unchanged { .. } | FollowUp::NotApplicable { .. }) | Err(_) => None,
    }
}
