//! How good a ranking is.

use crate::list::{ExampleList, Links, Way};

/// The quality of a ranking that says nothing about the labels.
pub const NO_QUALITY: f64 = 0.5;

/// The area under the curve of positives found over examples looked at, both as shares.
///
/// The reverse of a ranking has one minus its quality.
/// Without positives there is no curve, and the quality is [`NO_QUALITY`].
pub fn pauc(links: &Links, list: &ExampleList, way: Way) -> f64 {
    if list.n_positives() == 0 {
        return NO_QUALITY;
    }
    let labels = links.labels();
    let mut n_found = 0;
    // Twice the area under the steps between examples, in whole numbers, so that equal
    // rankings have equal qualities and a ranking and its reverse add up.
    let mut doubled_area = 0;
    let mut at = list.start(way);
    while let Some(example) = at {
        let n_before = n_found;
        if labels[example] {
            n_found += 1;
        }
        doubled_area += n_before + n_found;
        at = links.step(example, way);
    }
    doubled_area as f64 / (2 * list.n_positives() * list.n_examples()) as f64
}

/// Whether no negative example comes before a positive one.
pub fn is_perfect(links: &Links, list: &ExampleList) -> bool {
    let labels = links.labels();
    let mut n_leading = 0;
    let mut at = list.start(Way::Forwards);
    while let Some(example) = at {
        if !labels[example] {
            break;
        }
        n_leading += 1;
        at = links.step(example, Way::Forwards);
    }
    n_leading == list.n_positives()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::link_examples;

    /// A ranking whose labels read as in the text.
    fn ranking_of(text: &str) -> (Links, ExampleList) {
        let labels: Vec<bool> = text.bytes().map(|byte| byte == b'1').collect();
        let order: Vec<usize> = (0..labels.len()).collect();
        link_examples(&order, &labels)
    }

    #[track_caller]
    fn check(text: &str, forwards: f64, backwards: f64) {
        let (links, list) = ranking_of(text);
        assert_eq!(pauc(&links, &list, Way::Forwards), forwards);
        assert_eq!(pauc(&links, &list, Way::Backwards), backwards);
    }

    #[track_caller]
    fn check_perfect(text: &str, expected: bool) {
        let (links, list) = ranking_of(text);
        assert_eq!(is_perfect(&links, &list), expected);
    }

    #[test]
    fn the_best_and_the_worst_ranking_mirror_each_other() {
        // Twice the area: 1 + 3 + 4 + 4 = 12 of 2 * 2 * 4.
        check("1100", 0.75, 0.25);
    }

    #[test]
    fn a_single_positive_counts_by_its_place() {
        // Twice the area: 0 + 1 + 2 + 2 + 2 = 7 of 2 * 1 * 5.
        check("01000", 0.7, 0.3);
        check("00100", 0.5, 0.5);
    }

    #[test]
    fn positives_alone_have_no_quality() {
        check("111", 0.5, 0.5);
        check("1", 0.5, 0.5);
    }

    #[test]
    fn negatives_alone_have_no_quality() {
        check("00", 0.5, 0.5);
        check("", 0.5, 0.5);
    }

    #[test]
    fn a_ranking_is_perfect_when_the_positives_lead() {
        check_perfect("1100", true);
        check_perfect("11", true);
        check_perfect("0", true);
        check_perfect("1010", false);
        check_perfect("01", false);
    }
}
