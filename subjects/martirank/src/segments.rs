//! Where a ranking is cut, as positions and as shares.

/// The share of the whole, in ten-thousandths: the four decimals of the model file.
pub const WHOLE: usize = 10_000;

/// Ends of `n_segments` segments with equal numbers of positives, as far as these divide.
///
/// A segment ends with a positive, the last one with the ranking.
/// There are at least as many positives as segments.
pub fn cut_by_positives(order: &[usize], labels: &[bool], n_segments: usize) -> Vec<usize> {
    let mut n_positives = 0;
    for position in 0..order.len() {
        if labels[order[position]] {
            n_positives += 1;
        }
    }
    let mut ends = Vec::with_capacity(n_segments);
    let mut n_found = 0;
    let mut position = 0;
    for segment in 1..n_segments {
        let n_wanted = segment * n_positives / n_segments;
        while n_found < n_wanted {
            if labels[order[position]] {
                n_found += 1;
            }
            position += 1;
        }
        ends.push(position);
    }
    ends.push(order.len());
    ends
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

    #[track_caller]
    fn check_cut(text: &str, n_segments: usize, expected: &[usize]) {
        let labels: Vec<bool> = text.bytes().map(|byte| byte == b'1').collect();
        let order: Vec<usize> = (0..labels.len()).collect();
        assert_eq!(cut_by_positives(&order, &labels, n_segments), expected);
    }

    #[test]
    fn one_segment_is_everything() {
        check_cut("0100", 1, &[4]);
    }

    #[test]
    fn every_segment_has_its_part_of_the_positives() {
        check_cut("0110010010", 2, &[3, 10]);
        check_cut("0110010010", 4, &[2, 3, 6, 10]);
    }

    #[test]
    fn an_indivisible_number_of_positives_leaves_more_to_later_segments() {
        check_cut("10101", 2, &[1, 5]);
        check_cut("1010101010", 3, &[1, 5, 10]);
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
