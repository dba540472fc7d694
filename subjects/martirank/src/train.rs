//! The training phase.

use crate::examples::Examples;
use crate::list::{Way, link_examples};
use crate::model::{Model, Rule, Segment};
use crate::quality::{is_perfect, pauc};
use crate::random::Generator;
use crate::scores::{Score, TopScores, choose_score, insert_score};
use crate::segments::{cut_by_positives, share_before};
use crate::sort::{Direction, sort_examples};

/// The rule of the first round when no attribute tells the labels apart.
const LAST_RESORT: Rule = Rule {
    attribute: 0,
    direction: Direction::Ascending,
};

/// Learns how to rank from labelled examples, both labels among them.
///
/// Round after round, the ranking is cut into one segment more, and each segment is sorted anew.
/// It ends after `n_rounds` rounds, or when a segment more would lack a positive,
/// or with a perfect ranking.
pub fn train(examples: &Examples, n_rounds: usize, generator: &mut Generator) -> Model {
    let n_examples = examples.n_examples();
    let n_positives = examples.n_positives();
    let labels = &examples.labels;
    let mut order: Vec<usize> = (0..n_examples).collect();
    let mut n_uses = vec![0; examples.n_attributes()];
    let mut model = Model::default();
    let mut ends_before = vec![n_examples];
    let mut rules_before = vec![LAST_RESORT];
    let mut n_segments = 1;
    while n_segments <= n_rounds && n_segments <= n_positives {
        let ends = cut_by_positives(&order, labels, n_segments);
        let mut rules = Vec::with_capacity(n_segments);
        let mut round = Vec::with_capacity(n_segments);
        let mut start = 0;
        for segment in 0..n_segments {
            let end = ends[segment];
            let top = rate_attributes(&order[start..end], examples, generator);
            let rule = match choose_score(&top, &n_uses) {
                Some(score) => Rule {
                    attribute: score.attribute,
                    direction: score.direction,
                },
                // A default of ours would depend on the signs of the values; this does not.
                None => rule_at(start, &ends_before, &rules_before),
            };
            let column = &examples.columns[rule.attribute];
            sort_examples(&mut order[start..end], column, rule.direction, generator);
            n_uses[rule.attribute] += 1;
            rules.push(rule);
            round.push(Segment {
                share: share_before(end, n_examples),
                rule,
            });
            start = end;
        }
        model.rounds.push(round);
        if is_perfect(&order, labels) {
            break;
        }
        ends_before = ends;
        rules_before = rules;
        n_segments += 1;
    }
    model
}

/// Sorts a copy of a segment by every attribute and keeps the best scores.
fn rate_attributes(segment: &[usize], examples: &Examples, generator: &mut Generator) -> TopScores {
    let mut top = TopScores::new();
    let mut sorted = segment.to_vec();
    for attribute in 0..examples.n_attributes() {
        let column = &examples.columns[attribute];
        sorted.copy_from_slice(segment);
        sort_examples(&mut sorted, column, Direction::Ascending, generator);
        let list = link_examples(&sorted);
        let ascending = Score {
            quality: pauc(&list, &examples.labels, Way::Forwards),
            attribute,
            direction: Direction::Ascending,
        };
        insert_score(&mut top, ascending);
        // Read from its end, the sorted segment is the one sorted the other way.
        let descending = Score {
            quality: pauc(&list, &examples.labels, Way::Backwards),
            attribute,
            direction: Direction::Descending,
        };
        insert_score(&mut top, descending);
    }
    top
}

/// The rule that the round before had for the segment around a position.
fn rule_at(position: usize, ends: &[usize], rules: &[Rule]) -> Rule {
    let mut segment = 0;
    while ends[segment] <= position {
        segment += 1;
    }
    rules[segment]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::tests::training_examples;

    #[track_caller]
    fn check(text: &str, n_rounds: usize, expected: &str) {
        let model = train(&training_examples(text), n_rounds, &mut Generator::new(1));
        assert_eq!(model.render(), expected);
    }

    #[test]
    fn an_attribute_that_separates_the_labels_ends_training() {
        check("x,y,l\n1,5,0\n2,9,1\n3,1,0\n4,7,1\n", 4, "1.0000,1,d\n");
        check("x,y,l\n1,5,1\n2,9,0\n3,1,1\n4,7,0\n", 4, "1.0000,1,a\n");
    }

    /// By `x` up, the labels read 0 1 0 1 0 0: quality (0 + 1 + 2 + 3 + 4 + 4) / 24 = 14/24.
    /// By `y` up, they read 1 0 0 0 0 1: quality (1 + 2 + 2 + 2 + 2 + 3) / 24 = 12/24.
    const TWO_STEPS: &str = "x,y,l\n1,2,0\n2,1,1\n3,3,0\n4,6,1\n5,4,0\n6,5,0\n";

    #[test]
    fn a_second_round_sorts_two_segments() {
        // After the first round the segments are 0 1 and 0 1 0 0.
        // The first is in order by y up.
        // The second, by y, has the positive last: y down.
        // The ranking is then 1 0 1 0 0 0, and two positives allow no third round.
        check(TWO_STEPS, 4, "1.0000,0,a\n0.3333,1,a;1.0000,1,d\n");
    }

    #[test]
    fn the_number_of_rounds_is_a_limit() {
        check(TWO_STEPS, 1, "1.0000,0,a\n");
    }

    #[test]
    fn a_segment_of_one_label_keeps_the_rule_it_was_sorted_by() {
        // By x down, the labels read 1 0 1 0: quality 10/16; by y, they read 1 0 0 1: 8/16.
        // The second round has the lone positive x = 4, and after it 0 1 0,
        // which x cannot improve and which by y up read 1 0 0.
        check(
            "x,y,l\n4,4,1\n3,2,0\n2,1,1\n1,3,0\n",
            4,
            "1.0000,0,d\n0.2500,0,d;1.0000,1,a\n",
        );
    }

    #[test]
    fn without_any_difference_the_first_attribute_goes_up() {
        check("x,l\n1,1\n2,0\n3,0\n4,1\n", 1, "1.0000,0,a\n");
    }

    #[test]
    fn equally_good_attributes_take_turns() {
        // Both attributes order the rows alike, 33/54 by going up.
        // The second round is cut after the first of three positives:
        // 0 1 is better going down, by y, which was not used yet;
        // 0 1 0 1 0 0 0 is better going up, 18/28, by x, used as often as y by now.
        check(
            "x,y,l\n1,1,0\n2,2,1\n3,3,0\n4,4,1\n5,5,0\n6,6,1\n7,7,0\n8,8,0\n9,9,0\n",
            2,
            "1.0000,0,a\n0.2222,1,d;1.0000,0,a\n",
        );
    }

    #[test]
    fn the_rule_around_a_position_is_found() {
        let other = Rule {
            attribute: 3,
            direction: Direction::Descending,
        };
        let rules = [LAST_RESORT, other];
        assert_eq!(rule_at(0, &[2, 5], &rules), LAST_RESORT);
        assert_eq!(rule_at(1, &[2, 5], &rules), LAST_RESORT);
        assert_eq!(rule_at(2, &[2, 5], &rules), other);
        assert_eq!(rule_at(4, &[2, 5], &rules), other);
    }
}
