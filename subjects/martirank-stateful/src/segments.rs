//! Where a ranking is cut, as lists and as shares.

use crate::list::{ExampleList, Links};

/// The share of the whole, in ten-thousandths: the four decimals of the model file.
pub const WHOLE: usize = 10_000;

/// Cuts a ranking into `n_segments` segments with equal numbers of positives, as far as these divide.
///
/// A segment ends with a positive, the last one with the ranking.
/// There are at least as many positives as segments.
pub fn cut_by_positives(
    links: &mut Links,
    ranking: ExampleList,
    n_segments: usize,
) -> Vec<ExampleList> {
    let n_positives = ranking.n_positives();
    let mut segments = Vec::with_capacity(n_segments);
    let mut n_found = 0;
    let mut rest = ranking;
    for segment in 1..n_segments {
        let n_wanted = segment * n_positives / n_segments - n_found;
        let part = split_positives(links, &mut rest, n_wanted);
        n_found += part.n_positives();
        segments.push(part);
    }
    segments.push(rest);
    segments
}

/// Splits so many examples off the start of a list, or all when it has fewer.
pub fn split_examples(links: &mut Links, list: &mut ExampleList, n_examples: usize) -> ExampleList {
    let mut part = ExampleList::default();
    while part.n_examples() < n_examples {
        if !links.move_first(list, &mut part) {
            break;
        }
    }
    part
}

/// Splits what ends with so many positives off the start of a list, or all when it has fewer.
fn split_positives(links: &mut Links, list: &mut ExampleList, n_positives: usize) -> ExampleList {
    let mut part = ExampleList::default();
    while part.n_positives() < n_positives {
        if !links.move_first(list, &mut part) {
            break;
        }
    }
    part
}

/// The share of a ranking that lies before a position, rounded.
pub fn share_before(position: usize, n_examples: usize) -> usize {
    (position * WHOLE + n_examples / 2) / n_examples
}

/// The position before which a share of a ranking lies, rounded.
pub fn position_after(share: usize, n_examples: usize) -> usize {
    (share * n_examples + WHOLE / 2) / WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{Way, link_examples};

    /// Cuts a ranking whose labels read as in the text; the segments are expected to read so.
    #[track_caller]
    fn check_cut(text: &str, expected: &[&str]) {
        let labels: Vec<bool> = text.bytes().map(|byte| byte == b'1').collect();
        let order: Vec<usize> = (0..labels.len()).collect();
        let (mut links, ranking) = link_examples(&order, &labels);
        let segments = cut_by_positives(&mut links, ranking, expected.len());
        let mut found = Vec::new();
        for segment in &segments {
            let examples = links.examples(segment, Way::Forwards);
            assert_eq!(segment.n_examples(), examples.len());
            let mut read = String::new();
            for example in examples {
                read.push(if labels[example] { '1' } else { '0' });
            }
            found.push(read);
        }
        assert_eq!(found, expected);
    }

    #[track_caller]
    fn check_split(n_examples: usize, part: &[usize], rest: &[usize]) {
        let (mut links, mut list) = link_examples(&[2, 0, 1], &[false; 3]);
        let found = split_examples(&mut links, &mut list, n_examples);
        assert_eq!(links.examples(&found, Way::Forwards), part);
        assert_eq!(links.examples(&list, Way::Forwards), rest);
    }

    #[test]
    fn one_segment_is_everything() {
        check_cut("0100", &["0100"]);
    }

    #[test]
    fn every_segment_has_its_part_of_the_positives() {
        check_cut("0110010010", &["011", "0010010"]);
        check_cut("0110010010", &["01", "1", "001", "0010"]);
    }

    #[test]
    fn an_indivisible_number_of_positives_leaves_more_to_later_segments() {
        check_cut("10101", &["1", "0101"]);
        check_cut("1010101010", &["1", "0101", "01010"]);
    }

    #[test]
    fn a_number_of_examples_is_split_off() {
        check_split(0, &[], &[2, 0, 1]);
        check_split(2, &[2, 0], &[1]);
        check_split(3, &[2, 0, 1], &[]);
        check_split(4, &[2, 0, 1], &[]);
    }

    #[test]
    fn shares_are_rounded_to_four_decimals() {
        assert_eq!(share_before(1, 3), 3333);
        assert_eq!(share_before(2, 3), 6667);
        assert_eq!(share_before(3, 3), WHOLE);
    }

    #[test]
    fn positions_are_rounded_to_the_nearest() {
        assert_eq!(position_after(3333, 3), 1);
        assert_eq!(position_after(4000, 11), 4);
        assert_eq!(position_after(5000, 11), 6);
        assert_eq!(position_after(WHOLE, 11), 11);
    }

    #[test]
    fn shares_lead_back_to_positions_up_to_ten_thousand_examples() {
        for n_examples in [1, 7, 99, 2_500, 9_999, 10_000] {
            for position in 0..=n_examples {
                let share = share_before(position, n_examples);
                assert_eq!(position_after(share, n_examples), position);
            }
        }
    }
}
