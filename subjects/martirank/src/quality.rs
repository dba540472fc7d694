//! How good a ranking is.

use crate::list::{ANCHOR, ExampleList, Way};

/// The quality of a ranking that says nothing about the labels.
pub const NO_QUALITY: f64 = 0.5;

/// The area under the curve of positives found over examples looked at, both as shares.
///
/// The reverse of a ranking has one minus its quality.
/// Without positives there is no curve, and the quality is [`NO_QUALITY`].
pub fn pauc(list: &ExampleList, labels: &[bool], way: Way) -> f64 {
    let mut n_found = 0;
    // Twice the area under the steps between examples, in whole numbers, so that equal
    // rankings have equal qualities and a ranking and its reverse add up.
    let mut doubled_area = 0;
    let mut node = list.step(ANCHOR, way);
    while node != ANCHOR {
        let n_before = n_found;
        if labels[list.example(node)] {
            n_found += 1;
        }
        doubled_area += n_before + n_found;
        node = list.step(node, way);
    }
    if n_found == 0 {
        return NO_QUALITY;
    }
    doubled_area as f64 / (2 * n_found * list.n_examples()) as f64
}

/// Whether no negative example comes before a positive one.
pub fn is_perfect(order: &[usize], labels: &[bool]) -> bool {
    let mut n_negatives = 0;
    for position in 0..order.len() {
        if !labels[order[position]] {
            n_negatives += 1;
        } else if n_negatives > 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::link_examples;

    fn labels_of(text: &str) -> Vec<bool> {
        text.bytes().map(|byte| byte == b'1').collect()
    }

    #[track_caller]
    fn check(text: &str, forwards: f64, backwards: f64) {
        let labels = labels_of(text);
        let order: Vec<usize> = (0..labels.len()).collect();
        let list = link_examples(&order);
        assert_eq!(pauc(&list, &labels, Way::Forwards), forwards);
        assert_eq!(pauc(&list, &labels, Way::Backwards), backwards);
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
        let is_perfect_as_read = |text: &str| {
            let labels = labels_of(text);
            let order: Vec<usize> = (0..labels.len()).collect();
            is_perfect(&order, &labels)
        };
        assert!(is_perfect_as_read("1100"));
        assert!(is_perfect_as_read("11"));
        assert!(is_perfect_as_read("0"));
        assert!(!is_perfect_as_read("1010"));
        assert!(!is_perfect_as_read("01"));
    }
}
