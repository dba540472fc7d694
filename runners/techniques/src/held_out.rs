//! Data that is like a study's, but not the study's: permuted and resampled.

use std::ops::Range;

use killrate_model::{DataSet, Interface, Request};
use killrate_properties::{FollowUp, Property};

use crate::Setting;

/// What runs on made-up data are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To drop invariants that do not hold: the data sets, their permutations, and some of the rows.
    Keep,
    /// To measure on other permutations and other rows.
    Measure,
}

/// The seeds of permutations on which no invariant that is kept gives a false alarm.
const PERMUTATIONS: Range<u64> = 1..21;
/// The first seed of rows taken away or repeated, for dropping invariants.
const FIRST_DRAWN: u64 = 101;
/// How many such runs there are on all data sets together, at least.
const N_DRAWN: u64 = 180;
/// The first seed of what is measured on; no other purpose uses them.
const FIRST_MEASURED: u64 = 1001;
/// How many runs are measured on all data sets together, at least: without an alarm among so many,
/// the rate is below 2.5 % with a confidence of 95 %.
const N_MEASURED: u64 = 120;

/// How rows are put into another order.
const PERMUTED: &[&str] = &["permute"];
/// How other samples are drawn: without a fifth of the rows, and with a fifth of them twice.
const DRAWN: &[(&str, &str)] = &[("remove", "20%"), ("duplicate", "20%")];

/// The requests for a purpose, on all data sets of a setting.
pub(crate) fn requests(setting: &Setting<'_>, purpose: Purpose) -> Vec<Request> {
    let mut requests = Vec::new();
    let n_data_sets = setting.data_sets.len().max(1) as u64;
    let seeds = |first: u64, n_runs: u64| first..first + n_runs.div_ceil(n_data_sets);
    for data_set in setting.data_sets {
        let permuted = properties(setting.interface, PERMUTED.iter().map(|name| (*name, "")));
        let drawn = properties(setting.interface, DRAWN.iter().copied());
        let mut add = |properties: &[Property], seeds: Range<u64>| {
            for seed in seeds {
                let made = made_up(setting.interface, data_set, properties, seed);
                requests.extend(made);
            }
        };
        match purpose {
            Purpose::Keep => {
                add(&permuted, PERMUTATIONS);
                add(&drawn, seeds(FIRST_DRAWN, N_DRAWN));
            }
            Purpose::Measure => {
                let all = [permuted, drawn].concat();
                add(&all, seeds(FIRST_MEASURED, N_MEASURED));
            }
        }
        if purpose == Purpose::Keep {
            requests.push(Request::source(setting.interface, data_set));
        }
    }
    requests
}

/// One property for every way of changing every input, as far as its format allows.
fn properties<'a>(
    interface: &Interface,
    ways: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<Property> {
    let output = interface.outputs.keys().next();
    let output = output.map_or("stdout", |name| name.as_str());
    let mut properties = Vec::new();
    for (transform, constant) in ways {
        for input in interface.inputs.keys() {
            let constant = match constant {
                "" => String::new(),
                constant => format!(", {constant}"),
            };
            let text = format!("if {transform}({input}{constant}) then equal({output})");
            properties.extend(Property::parse(&text).ok());
        }
    }
    properties
}

/// What one of the properties, chosen by the seed, makes of a data set; `None` when it does not apply.
fn made_up(
    interface: &Interface,
    data_set: &DataSet,
    properties: &[Property],
    seed: u64,
) -> Option<Request> {
    let n_properties = u64::try_from(properties.len()).ok().filter(|n| *n > 0)?;
    let property = &properties[usize::try_from(seed % n_properties).ok()?];
    let source = Request::source(interface, data_set);
    match property.follow_up(interface, &source, seed) {
        // A program that takes a seed gets another one each time.
        Ok(FollowUp::Request(mut request)) => {
            request.seed = Some(seed);
            Some(request)
        }
        Ok(FollowUp::NotApplicable { .. }) | Err(_) => None,
    }
}
