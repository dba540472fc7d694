//! The metrics, one file each, and the list that names them all.

mod agreement;
mod auc;
mod bottom_correspondence;
mod bottom_quality;
mod euclidean;
mod manhattan;
mod normalized_equivalence;
mod number_of_differences;
mod quality;
mod top_correspondence;
mod top_quality;

use std::collections::BTreeMap;

use crate::{Pairing, Ranking};

/// A number that says how good an output is, or how alike two outputs are.
#[derive(Debug)]
pub struct Metric {
    /// The name in manifests and tables.
    pub name: &'static str,
    /// What it says, in one line.
    pub description: &'static str,
    /// What it looks at.
    pub measure: Measure,
}

/// What a metric looks at.
#[derive(Debug, Clone, Copy)]
pub enum Measure {
    /// The ranking of one run.
    OfRanking(fn(&Ranking, &Context) -> Result<f64, String>),
    /// The rankings of two runs.
    OfRankings(fn(&Ranking, &Ranking, &Context) -> f64),
    /// The classifications of two runs, line by line.
    OfClasses(fn(&[&str], &[&str]) -> f64),
}

/// What some metrics need besides outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Context {
    /// Whether each element is a positive; empty where nobody says.
    pub positives: BTreeMap<String, bool>,
    /// The share of the elements that the top and the bottom hold.
    pub share: f64,
}

impl Metric {
    /// The metric of this name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        metrics().iter().copied().find(|metric| metric.name == name)
    }

    /// Whether it needs to know which elements are positives.
    pub fn needs_positives(&self) -> bool {
        matches!(self.measure, Measure::OfRanking(_))
    }
}

/// Every metric, by name.
pub fn metrics() -> &'static [&'static Metric] {
    &[
        &agreement::AGREEMENT,
        &bottom_correspondence::BOTTOM_CORRESPONDENCE,
        &bottom_quality::BOTTOM_QUALITY,
        &euclidean::EUCLIDEAN,
        &manhattan::MANHATTAN,
        &normalized_equivalence::NORMALIZED_EQUIVALENCE,
        &number_of_differences::NUMBER_OF_DIFFERENCES,
        &quality::QUALITY,
        &top_correspondence::TOP_CORRESPONDENCE,
        &top_quality::TOP_QUALITY,
    ]
}

/// The profile of the outputs of many runs: a number per run, or per pair of runs.
///
/// # Errors
/// When an output is not what the metric looks at.
pub fn profile(
    metric: &Metric,
    pairing: Pairing,
    outputs: &[&str],
    context: &Context,
) -> Result<Vec<f64>, String> {
    let pairs = pairing.pairs(outputs.len());
    match metric.measure {
        Measure::OfRanking(measure) => outputs
            .iter()
            .map(|output| measure(&Ranking::parse(output)?, context))
            .collect(),
        Measure::OfRankings(measure) => {
            let rankings = outputs
                .iter()
                .map(|output| Ranking::parse(output))
                .collect::<Result<Vec<_>, _>>()?;
            let of_pair = |(a, b): (usize, usize)| measure(&rankings[a], &rankings[b], context);
            Ok(pairs.into_iter().map(of_pair).collect())
        }
        Measure::OfClasses(measure) => {
            let classes: Vec<Vec<&str>> = outputs
                .iter()
                .map(|output| output.lines().collect())
                .collect();
            if classes.iter().any(Vec::is_empty) {
                return Err("nothing is classified".to_owned());
            }
            let of_pair = |(a, b): (usize, usize)| measure(&classes[a], &classes[b]);
            Ok(pairs.into_iter().map(of_pair).collect())
        }
    }
}

/// Checks a metric on two outputs, as written by hand.
#[cfg(test)]
#[track_caller]
fn check(name: &str, a: &str, b: &str, expected: f64) {
    let metric = Metric::from_name(name).unwrap();
    let context = Context {
        positives: BTreeMap::new(),
        share: 0.5,
    };
    let values = profile(metric, Pairing::First, &[a, b], &context).unwrap();
    assert!(
        (values[0] - expected).abs() < 1e-12,
        "{values:?}, not {expected}"
    );
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn metrics_are_listed_and_found_by_name() {
        assert!(metrics().is_sorted_by_key(|metric| metric.name));
        for metric in metrics() {
            assert_eq!(Metric::from_name(metric.name).unwrap().name, metric.name);
        }
        assert!(Metric::from_name("distance").is_none());
    }

    #[test]
    fn a_profile_has_a_value_per_run_or_per_pair() {
        let context = Context {
            positives: [("a".to_owned(), true), ("b".to_owned(), false)].into(),
            share: 1.0,
        };
        let outputs = ["a\nb\n", "b\na\n", "a\nb\n"];
        let profile = |name, pairing| {
            let metric = Metric::from_name(name).unwrap();
            super::profile(metric, pairing, &outputs, &context)
        };
        assert_eq!(profile("quality", Pairing::All), Ok(vec![1.0, 0.0, 1.0]));
        assert_eq!(profile("manhattan", Pairing::All), Ok(vec![2.0, 0.0, 2.0]));
        assert_eq!(profile("agreement", Pairing::Disjoint), Ok(vec![0.0]));
    }

    #[test]
    fn an_output_that_cannot_be_measured_is_refused() {
        let context = Context {
            positives: BTreeMap::new(),
            share: 0.5,
        };
        let profile = |name, output| {
            let metric = Metric::from_name(name).unwrap();
            super::profile(metric, Pairing::First, &["a\nb\n", output], &context)
        };
        assert_eq!(
            profile("manhattan", ""),
            Err("nothing is ranked".to_owned())
        );
        assert_eq!(
            profile("agreement", ""),
            Err("nothing is classified".to_owned())
        );
        let unlabelled = "the part has no positive, or nothing else, to tell apart";
        assert_eq!(profile("quality", "a\nb\n"), Err(unlabelled.to_owned()));
    }
}
