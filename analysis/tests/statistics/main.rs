//! Every statistic against `reference.json`, which `reference.py` made with scipy and statsmodels.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

use killrate_analysis::statistics::{
    FixedBitSet, Term, a12, cluster_bootstrap, cochran_q, covers, dominators, expected_kills, holm,
    linear_combination, mcnemar_exact, shapley, wilson,
};
use killrate_model::Rng;
use serde_json::Value;

/// Two libraries may round differently, but not by more than this, of the value or of one.
const TOLERANCE: f64 = 1e-9;

#[track_caller]
fn close(ours: f64, reference: &Value) {
    let reference = reference.as_f64().unwrap();
    let allowed = TOLERANCE * reference.abs().min(1.0);
    assert!(
        (ours - reference).abs() <= allowed,
        "{ours} is not {reference}"
    );
}

#[track_caller]
fn all_close(ours: &[f64], reference: &Value) {
    let reference = reference.as_array().unwrap();
    assert_eq!(ours.len(), reference.len());
    for (ours, reference) in ours.iter().zip(reference) {
        close(*ours, reference);
    }
}

/// The cases of a statistic; there is always one.
fn cases(name: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("reference.json")).unwrap();
    let cases = all[name].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "there is no case of {name}");
    cases
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    let values = value.as_array().unwrap().iter();
    values.map(|value| value.as_f64().unwrap()).collect()
}

/// Rows of zeros and ones as sets of places.
fn sets(rows: &Value) -> Vec<FixedBitSet> {
    let set = |row: &Value| {
        let hits = numbers(row);
        let mut set = FixedBitSet::with_capacity(hits.len());
        set.extend((0..hits.len()).filter(|&place| hits[place] == 1.0));
        set
    };
    rows.as_array().unwrap().iter().map(set).collect()
}

/// The same matrix with rows for columns.
fn turned(sets: &[FixedBitSet]) -> Vec<FixedBitSet> {
    let column = |place: usize| {
        let mut column = FixedBitSet::with_capacity(sets.len());
        column.extend((0..sets.len()).filter(|&row| sets[row].contains(place)));
        column
    };
    (0..sets[0].len()).map(column).collect()
}

#[test]
fn wilson_agrees_with_statsmodels() {
    for case in cases("wilson") {
        let (low, high) = wilson(number(&case["n"]), number(&case["of"])).unwrap();
        close(low, &case["low"]);
        close(high, &case["high"]);
    }
}

#[test]
fn a_linear_combination_agrees_with_statsmodels_on_differences() {
    for case in cases("difference") {
        let term = |name: &str, coefficient: f64| {
            let counts = case[name].as_array().unwrap();
            Term {
                coefficient,
                n_hits: number(&counts[0]),
                n_trials: number(&counts[1]),
            }
        };
        let terms = [term("first", 1.0), term("second", -1.0)];
        let (low, high) = linear_combination(&terms).unwrap();
        close(low, &case["low"]);
        close(high, &case["high"]);
    }
}

#[test]
fn mcnemar_agrees_with_statsmodels() {
    for case in cases("mcnemar") {
        let only = ["only_first", "only_second"].map(|name| number(&case[name]));
        close(mcnemar_exact(only[0], only[1]), &case["p"]);
    }
}

#[test]
fn cochran_agrees_with_statsmodels() {
    for case in cases("cochran") {
        let pattern = |row: &Value| (numbers(row).iter().map(|&hit| hit == 1.0).collect(), 1);
        let rows = case["rows"].as_array().unwrap();
        let patterns: Vec<(Vec<bool>, u64)> = rows.iter().map(pattern).collect();
        let found = cochran_q(&patterns).unwrap();
        close(found.q, &case["q"]);
        close(found.p, &case["p"]);
        assert_eq!(u64::from(found.degrees), number(&case["degrees"]));
    }
}

#[test]
fn holm_agrees_with_statsmodels() {
    for case in cases("holm") {
        all_close(&holm(&numbers(&case["p"])), &case["adjusted"]);
    }
}

#[test]
fn a12_agrees_with_scipys_mann_whitney() {
    for case in cases("a12") {
        let [first, second] = ["first", "second"].map(|name| numbers(&case[name]));
        close(a12(&first, &second).unwrap(), &case["a12"]);
    }
}

#[test]
fn the_bootstrap_agrees_with_numpys_percentiles_of_the_same_draws() {
    for case in cases("bootstrap") {
        let clusters: Vec<Vec<f64>> = case["clusters"]
            .as_array()
            .unwrap()
            .iter()
            .map(numbers)
            .collect();
        let share = |drawn: &[&Vec<f64>]| {
            let sum = |part: usize| drawn.iter().map(|cluster| cluster[part]).sum::<f64>();
            Some(sum(0) / sum(1))
        };
        let mut rng = Rng::new(number(&case["seed"]));
        let (low, high) = cluster_bootstrap(&clusters, &mut rng, share).unwrap();
        close(low, &case["low"]);
        close(high, &case["high"]);
    }
}

#[test]
fn expected_kills_agree_with_scipys_hypergeometric_distribution() {
    for case in cases("selections") {
        let kills = sets(&case["kills"]);
        let killers = turned(&kills);
        let n_killers: Vec<usize> = killers.iter().map(|set| set.count_ones(..)).collect();
        all_close(&expected_kills(&n_killers, kills.len()), &case["curve"]);
    }
}

#[test]
fn shapley_values_agree_with_the_average_over_all_orders() {
    for case in cases("selections") {
        all_close(&shapley(&sets(&case["kills"])), &case["shapley"]);
    }
}

#[test]
fn a_smallest_cover_is_as_small_as_scipys_and_covers() {
    for case in cases("selections") {
        let kills = sets(&case["kills"]);
        let found = covers(&kills);
        assert!(found.is_proven);
        assert_eq!(found.smallest.len() as u64, number(&case["n_smallest"]));
        let union = |places: &[usize]| {
            let mut union = FixedBitSet::with_capacity(kills[0].len());
            places
                .iter()
                .for_each(|&place| union.union_with(&kills[place]));
            union
        };
        let all = union(&(0..kills.len()).collect::<Vec<usize>>());
        assert_eq!(union(&found.smallest), all);
        assert_eq!(union(&found.greedy), all);
    }
}

#[test]
fn dominators_are_those_found_by_comparing_all_pairs() {
    for case in cases("selections") {
        let found = dominators(&turned(&sets(&case["kills"])));
        let reference = case["dominators"].as_array().unwrap();
        let reference: Vec<usize> = reference
            .iter()
            .map(|place| number(place) as usize)
            .collect();
        assert_eq!(found, reference);
    }
}
