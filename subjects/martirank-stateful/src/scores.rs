//! The best ways to sort a segment.

use crate::quality::NO_QUALITY;
use crate::sort::Direction;

/// How many scores are kept: enough to choose from where many attributes are equally good.
pub const N_TOP: usize = 5;

/// How good a segment is when it is sorted by an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The quality of the sorted segment.
    pub quality: f64,
    /// The attribute, counted from 0.
    pub attribute: usize,
    /// The direction of the sort.
    pub direction: Direction,
}

/// The best scores so far, best first; of equally good ones the earlier insertion first.
#[derive(Clone, Debug, PartialEq)]
pub struct TopScores {
    scores: [Score; N_TOP],
    n_scores: usize,
}

impl TopScores {
    /// No scores.
    pub fn new() -> TopScores {
        let nothing = Score {
            quality: 0.0,
            attribute: 0,
            direction: Direction::Ascending,
        };
        TopScores {
            scores: [nothing; N_TOP],
            n_scores: 0,
        }
    }

    /// The scores kept, best first.
    pub fn scores(&self) -> &[Score] {
        &self.scores[..self.n_scores]
    }
}

impl Default for TopScores {
    fn default() -> TopScores {
        TopScores::new()
    }
}

/// Inserts a score in its place, if it is one of the best and not there already.
pub fn insert_score(top: &mut TopScores, score: Score) {
    let mut place = 0;
    while place < top.n_scores && top.scores[place].quality >= score.quality {
        if top.scores[place] == score {
            return;
        }
        place += 1;
    }
    if place >= N_TOP {
        return;
    }
    if top.n_scores < N_TOP {
        top.n_scores += 1;
    }
    let mut slot = top.n_scores - 1;
    while slot > place {
        top.scores[slot] = top.scores[slot - 1];
        slot -= 1;
    }
    top.scores[place] = score;
}

/// The best score; of equally good ones, that of the attribute used least so far.
///
/// `None` when no score is better than that of a ranking that says nothing.
pub fn choose_score(top: &TopScores, n_uses: &[usize]) -> Option<Score> {
    if top.n_scores == 0 || top.scores[0].quality <= NO_QUALITY {
        return None;
    }
    let mut chosen = top.scores[0];
    let mut place = 1;
    while place < top.n_scores && top.scores[place].quality == chosen.quality {
        let score = top.scores[place];
        if n_uses[score.attribute] < n_uses[chosen.attribute] {
            chosen = score;
        }
        place += 1;
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(quality: f64, attribute: usize) -> Score {
        Score {
            quality,
            attribute,
            direction: Direction::Descending,
        }
    }

    fn top_of(scores: &[(f64, usize)]) -> TopScores {
        let mut top = TopScores::new();
        for &(quality, attribute) in scores {
            insert_score(&mut top, score(quality, attribute));
        }
        top
    }

    #[track_caller]
    fn check_kept(scores: &[(f64, usize)], attributes: &[usize]) {
        let top = top_of(scores);
        let kept: Vec<usize> = top.scores().iter().map(|score| score.attribute).collect();
        assert_eq!(kept, attributes);
        // A score that was inserted once is either there or not good enough.
        for &(quality, attribute) in scores {
            let mut again = top.clone();
            insert_score(&mut again, score(quality, attribute));
            assert_eq!(again, top);
        }
    }

    #[track_caller]
    fn check_chosen(scores: &[(f64, usize)], n_uses: &[usize], expected: Option<usize>) {
        let chosen = choose_score(&top_of(scores), n_uses);
        assert_eq!(chosen.map(|score| score.attribute), expected);
    }

    #[test]
    fn scores_are_kept_best_first() {
        check_kept(&[(0.5, 0), (0.9, 1), (0.7, 2)], &[1, 2, 0]);
    }

    #[test]
    fn of_equal_scores_the_first_stays_ahead() {
        check_kept(&[(0.7, 4), (0.7, 2), (0.8, 3), (0.7, 1)], &[3, 4, 2, 1]);
    }

    #[test]
    fn the_worst_score_makes_room() {
        let six = [(0.5, 0), (0.6, 1), (0.4, 2), (0.8, 3), (0.7, 4), (0.55, 5)];
        check_kept(&six, &[3, 4, 1, 5, 0]);
    }

    #[test]
    fn a_score_below_a_full_list_is_left_out() {
        let six = [(0.6, 0), (0.6, 1), (0.6, 2), (0.6, 3), (0.6, 4), (0.6, 5)];
        check_kept(&six, &[0, 1, 2, 3, 4]);
    }

    #[test]
    fn both_directions_of_an_attribute_are_different_scores() {
        let mut top = top_of(&[(0.5, 0)]);
        let mirrored = Score {
            direction: Direction::Ascending,
            ..score(0.5, 0)
        };
        insert_score(&mut top, mirrored);
        assert_eq!(top.scores(), [score(0.5, 0), mirrored]);
    }

    #[test]
    fn the_best_score_is_chosen_however_often_its_attribute_was_used() {
        check_chosen(&[(0.6, 0), (0.7, 1)], &[0, 9], Some(1));
    }

    #[test]
    fn of_equally_good_scores_the_least_used_attribute_is_chosen() {
        check_chosen(&[(0.7, 0), (0.7, 1), (0.7, 2)], &[2, 1, 1], Some(1));
        check_chosen(&[(0.7, 0), (0.7, 1), (0.6, 2)], &[1, 1, 0], Some(0));
    }

    #[test]
    fn nothing_is_chosen_when_nothing_is_better_than_chance() {
        check_chosen(&[(0.5, 0), (0.5, 1)], &[0, 0], None);
        check_chosen(&[], &[], None);
    }
}
