//! Rounds of cutting a list and sorting its pieces.

use std::fmt;
use std::ops::Range;

use crate::data::Table;

/// "A typical MartiRank model … may have anywhere from four to ten rounds"; the subject has four
/// unless it is told otherwise.
const N_ROUNDS: usize = 4;

/// "The model … describes for each round how to split the data set and on which attribute and
/// direction to sort each segment for that round."
pub struct Model(Vec<Vec<Segment>>);

struct Segment {
    /// The share of the rows up to the end of the segment, in ten-thousandths.
    end: usize,
    rule: Rule,
}

#[derive(Clone, Copy)]
struct Rule {
    attribute: usize,
    is_descending: bool,
}

impl Model {
    pub fn train(train: &Table) -> Result<Self, String> {
        let is_positive: Vec<bool> = train.labels.iter().map(|label| label == "1").collect();
        let n_positives = is_positive.iter().filter(|is| **is).count();
        if n_positives == 0 || train.n_attributes() == 0 {
            return Err("there is nothing to learn from".to_owned());
        }
        let mut list: Vec<usize> = (0..train.rows.len()).collect();
        let mut rounds = Vec::new();
        // More segments than positives cannot have equal shares of them.
        for n_segments in 1..=N_ROUNDS.min(n_positives) {
            let mut segments = Vec::new();
            for range in cut(&list, &is_positive, n_segments) {
                let piece = &mut list[range.clone()];
                let rule = best_rule(train, piece, &is_positive);
                rule.sort(train, piece);
                segments.push(Segment {
                    end: (range.end * 10_000 + train.rows.len() / 2) / train.rows.len(),
                    rule,
                });
            }
            rounds.push(segments);
        }
        Ok(Self(rounds))
    }

    /// The rows of a table, best first.
    pub fn rank(&self, table: &Table) -> Result<Vec<usize>, String> {
        let mut list: Vec<usize> = (0..table.rows.len()).collect();
        for segments in &self.0 {
            let mut start = 0;
            for Segment { end, rule } in segments {
                if rule.attribute >= table.n_attributes() {
                    return Err("the files have different columns".to_owned());
                }
                let end = (end * list.len() + 5_000) / 10_000;
                rule.sort(table, &mut list[start..end]);
                start = end;
            }
        }
        Ok(list)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segments in &self.0 {
            let line: Vec<String> = segments.iter().map(Segment::to_string).collect();
            writeln!(f, "{}", line.join(";"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule {
            attribute,
            is_descending,
        } = self.rule;
        let direction = if is_descending { 'd' } else { 'a' };
        let (whole, part) = (self.end / 10_000, self.end % 10_000);
        write!(f, "{whole}.{part:04},{attribute},{direction}")
    }
}

impl Rule {
    fn sort(self, table: &Table, piece: &mut [usize]) {
        let value = |row: &usize| table.rows[*row][self.attribute];
        piece.sort_by(|left, right| {
            let order = value(left).total_cmp(&value(right));
            if self.is_descending {
                order.reverse()
            } else {
                order
            }
        });
    }
}

/// "There are N sub-lists in the Nth round, each containing 1/Nth of the total number of positive
/// examples": a sub-list ends with the row that completes its share.
fn cut(list: &[usize], is_positive: &[bool], n_segments: usize) -> Vec<Range<usize>> {
    let n_positives = list.iter().filter(|row| is_positive[**row]).count();
    let (mut ranges, mut start, mut n_seen) = (Vec::new(), 0, 0);
    for (place, &row) in list.iter().enumerate() {
        n_seen += usize::from(is_positive[row]);
        let is_last = ranges.len() + 1 == n_segments;
        if !is_last && n_seen * n_segments >= (ranges.len() + 1) * n_positives {
            ranges.push(start..place + 1);
            start = place + 1;
        }
    }
    ranges.push(start..list.len());
    ranges
}

/// "MartiRank sorts that segment by each attribute, ascending and descending, and chooses the
/// attribute that gives the best 'quality'"; of equals the first.
fn best_rule(table: &Table, piece: &[usize], is_positive: &[bool]) -> Rule {
    let mut best = Rule {
        attribute: 0,
        is_descending: false,
    };
    let mut best_quality = None;
    for attribute in 0..table.n_attributes() {
        for is_descending in [false, true] {
            let rule = Rule {
                attribute,
                is_descending,
            };
            let mut sorted = piece.to_vec();
            rule.sort(table, &mut sorted);
            let quality = Some(n_ordered_pairs(&sorted, is_positive));
            if quality > best_quality {
                (best, best_quality) = (rule, quality);
            }
        }
    }
    best
}

/// The area under the curve, times the number of pairs: how often a positive row comes before a
/// negative one.
fn n_ordered_pairs(sorted: &[usize], is_positive: &[bool]) -> usize {
    let (mut n_positives, mut n_pairs) = (0, 0);
    for &row in sorted {
        if is_positive[row] {
            n_positives += 1;
        } else {
            n_pairs += n_positives;
        }
    }
    n_pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_ends_with_the_positive_that_completes_its_share() {
        let is_positive = [false, true, false, true, true, false];
        let list = [0, 1, 2, 3, 4, 5];
        assert_eq!(cut(&list, &is_positive, 1), [Range { start: 0, end: 6 }]);
        assert_eq!(cut(&list, &is_positive, 2), [0..4, 4..6]);
        assert_eq!(cut(&list, &is_positive, 3), [0..2, 2..4, 4..6]);
    }

    #[test]
    fn a_list_and_its_reverse_order_all_pairs_between_them() {
        let is_positive = [true, false, true, false, false];
        assert_eq!(n_ordered_pairs(&[0, 1, 2, 3, 4], &is_positive), 5);
        assert_eq!(n_ordered_pairs(&[4, 3, 2, 1, 0], &is_positive), 1);
    }

    #[test]
    fn two_rounds_order_what_one_attribute_cannot() {
        // By x the rows are in the order +-+-, by y in the order +--+.
        let text = "x,y,label\n2,2,0\n1,4,1\n4,3,0\n3,1,1\n";
        let table = Table::parse(text).unwrap();
        let model = Model::train(&table).unwrap();
        assert_eq!(model.to_string(), "1.0000,0,a\n0.2500,0,a;1.0000,1,a\n");
        assert_eq!(model.rank(&table).unwrap(), [1, 3, 0, 2]);
    }
}
