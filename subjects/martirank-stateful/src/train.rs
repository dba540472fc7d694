//! The training phase.

use crate::examples::Examples;
use crate::list::{ExampleList, Links, Way, link_examples};
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
    let order: Vec<usize> = (0..examples.n_examples()).collect();
    let (mut links, mut ranking) = link_examples(&order, &examples.labels);
    let mut trial = Links::new(&examples.labels);
    // The rule that each example was last sorted by.
    let mut rules = vec![LAST_RESORT; examples.n_examples()];
    let mut n_uses = vec![0; examples.n_attributes()];
    let mut model = Model::default();
    let mut n_segments = 1;
    while n_segments <= n_rounds && n_segments <= ranking.n_positives() {
        let n_examples = ranking.n_examples();
        let segments = cut_by_positives(&mut links, ranking, n_segments);
        ranking = ExampleList::default();
        let mut round = Vec::with_capacity(n_segments);
        for mut segment in segments {
            let top = rate_attributes(&links, &segment, &mut trial, examples, generator);
            let rule = match choose_score(&top, &n_uses) {
                Some(score) => Rule {
                    attribute: score.attribute,
                    direction: score.direction,
                },
                // A default of ours would depend on the signs of the values; this does not.
                None => rule_before(&segment, &rules),
            };
            let column = &examples.columns[rule.attribute];
            sort_examples(&mut links, &mut segment, column, rule.direction, generator);
            remember_rule(&links, &segment, rule, &mut rules);
            n_uses[rule.attribute] += 1;
            links.concatenate(&mut ranking, segment);
            round.push(Segment {
                share: share_before(ranking.n_examples(), n_examples),
                rule,
            });
        }
        model.rounds.push(round);
        if is_perfect(&links, &ranking) {
            break;
        }
        n_segments += 1;
    }
    model
}

/// Sorts a trial of a segment by every attribute and keeps the best scores.
fn rate_attributes(
    links: &Links,
    segment: &ExampleList,
    trial: &mut Links,
    examples: &Examples,
    generator: &mut Generator,
) -> TopScores {
    let mut top = TopScores::new();
    for attribute in 0..examples.n_attributes() {
        let column = &examples.columns[attribute];
        let mut sorted = copy_segment(links, segment, trial);
        sort_examples(trial, &mut sorted, column, Direction::Ascending, generator);
        let ascending = Score {
            quality: pauc(trial, &sorted, Way::Forwards),
            attribute,
            direction: Direction::Ascending,
        };
        insert_score(&mut top, ascending);
        // Read from its end, the sorted segment is the one sorted the other way.
        let descending = Score {
            quality: pauc(trial, &sorted, Way::Backwards),
            attribute,
            direction: Direction::Descending,
        };
        insert_score(&mut top, descending);
    }
    top
}

/// Links the examples of a segment in the same order a second time.
fn copy_segment(links: &Links, segment: &ExampleList, trial: &mut Links) -> ExampleList {
    let mut copy = ExampleList::default();
    let mut at = segment.start(Way::Forwards);
    while let Some(example) = at {
        trial.push_last(&mut copy, example);
        at = links.step(example, Way::Forwards);
    }
    copy
}

/// The rule that the round before had where a segment starts now.
fn rule_before(segment: &ExampleList, rules: &[Rule]) -> Rule {
    match segment.start(Way::Forwards) {
        Some(example) => rules[example],
        None => LAST_RESORT,
    }
}

/// Notes for every example of a segment that it was sorted by a rule.
fn remember_rule(links: &Links, segment: &ExampleList, rule: Rule, rules: &mut [Rule]) {
    let mut at = segment.start(Way::Forwards);
    while let Some(example) = at {
        rules[example] = rule;
        at = links.step(example, Way::Forwards);
    }
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
    fn a_segment_starts_with_the_rule_of_its_first_example() {
        let other = Rule {
            attribute: 3,
            direction: Direction::Descending,
        };
        let mut rules = [LAST_RESORT; 3];
        let (links, segment) = link_examples(&[2, 0], &[true; 3]);
        remember_rule(&links, &segment, other, &mut rules);
        assert_eq!(rules, [other, LAST_RESORT, other]);
        assert_eq!(rule_before(&segment, &rules), other);
        let (_, segment) = link_examples(&[1, 0], &[true; 3]);
        assert_eq!(rule_before(&segment, &rules), LAST_RESORT);
    }
}
