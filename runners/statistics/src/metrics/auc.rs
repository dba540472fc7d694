//! The area under the curve, which all metrics of quality share.

use std::collections::BTreeSet;

use crate::{Context, Ranking};

/// The share of pairs of a positive and another element in which the positive comes first; pairs at
/// one place count half. Of all labelled elements, also those that are not ranked.
pub(super) fn auc(ranking: &Ranking, context: &Context) -> Result<f64, String> {
    let all: BTreeSet<&str> = context.positives.keys().map(String::as_str).collect();
    auc_of(ranking, &all, context)
}

/// The same among these elements only.
pub(super) fn auc_of(
    ranking: &Ranking,
    elements: &BTreeSet<&str>,
    context: &Context,
) -> Result<f64, String> {
    let places = ranking.places(elements);
    let of = |wanted: bool| -> Vec<f64> {
        places
            .iter()
            .filter(|(element, _)| context.positives.get(**element) == Some(&wanted))
            .map(|(_, &place)| place)
            .collect()
    };
    let (positives, others) = (of(true), of(false));
    if positives.is_empty() || others.is_empty() {
        return Err("the part has no positive, or nothing else, to tell apart".to_owned());
    }
    let mut won = 0.0;
    for positive in &positives {
        for other in &others {
            // Places are whole numbers or halves, so those that are equal are so to the last bit.
            won += match positive.total_cmp(other) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    Ok(won / (positives.len() * others.len()) as f64)
}

/// Checks a metric of quality, `p…` being the positives among a fixed set of elements.
#[cfg(test)]
#[track_caller]
pub(super) fn check(name: &str, ranking: &str, share: f64, expected: Option<f64>) {
    use crate::{Metric, Pairing, profile};
    let elements = ["n1", "n2", "n3", "p1", "p2"];
    let context = Context {
        positives: elements
            .map(|element| (element.to_owned(), element.starts_with('p')))
            .into(),
        share,
    };
    let metric = Metric::from_name(name).unwrap();
    let values = profile(metric, Pairing::First, &[ranking], &context);
    assert_eq!(values.ok().map(|values| values[0]), expected);
}
