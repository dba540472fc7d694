//! The scores of documents that match clauses.
//!
//! Lucene adds scores in one of two ways, which differ in the last bits only; those decide the order
//! of documents that are all but equal.

use std::collections::BTreeMap;

use crate::default_similarity::DefaultSimilarity;
use crate::query::Occur;
use crate::scorer::Match;

/// A clause and what matches it.
#[derive(Debug)]
pub struct Part {
    /// Whether hits match it.
    pub occur: Occur,
    /// What matches it.
    pub matches: Vec<Match>,
}

/// Whether a boolean query is all that was asked, or a clause of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// All that was asked.
    Whole,
    /// A clause of another query.
    Inside,
}

/// What is known of a document after some of the clauses.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// The sum of the scores of optional clauses, in single precision.
    sum: f32,
    /// The sum of the scores of required clauses.
    required: f32,
    /// The sum of the scores of optional clauses, in double precision.
    optional: f64,
    n_required: usize,
    n_optional: usize,
    is_excluded: bool,
}

/// The documents that match what they must, nothing that they must not, and something; ascending.
pub fn combine(parts: &[Part], place: Place, similarity: DefaultSimilarity) -> Vec<Match> {
    let is_one_sum = place == Place::Whole && parts.iter().all(|part| part.occur != Occur::Must);
    let mut in_order: Vec<&Part> = parts.iter().collect();
    if is_one_sum {
        in_order.reverse();
    } else {
        in_order.sort_by_key(|part| part.matches.len());
    }
    let mut buckets: BTreeMap<usize, Bucket> = BTreeMap::new();
    for part in in_order {
        for found in &part.matches {
            let bucket = buckets.entry(found.document).or_default();
            bucket.add(part.occur, found.score);
        }
    }
    let count = |occur| parts.iter().filter(|part| part.occur == occur).count();
    let n_required = count(Occur::Must);
    // A clause whose term nobody wrote counts here too: what could match it did not.
    let n_clauses = n_required + count(Occur::Should);
    let mut matches = Vec::new();
    for (document, bucket) in buckets {
        let n_matching = bucket.n_required + bucket.n_optional;
        if bucket.is_excluded || bucket.n_required < n_required || n_matching == 0 {
            continue;
        }
        let sum = if is_one_sum {
            bucket.sum
        } else {
            bucket.required + bucket.optional as f32
        };
        matches.push(Match {
            document,
            score: sum * similarity.coord(n_matching, n_clauses),
        });
    }
    matches
}

impl Bucket {
    fn add(&mut self, occur: Occur, score: f32) {
        match occur {
            Occur::Must => {
                self.required += score;
                self.n_required += 1;
            }
            Occur::Should => {
                self.sum += score;
                self.optional += f64::from(score);
                self.n_optional += 1;
            }
            Occur::MustNot => self.is_excluded = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(occur: Occur, matches: &[(usize, f32)]) -> Part {
        let found = |&(document, score)| Match { document, score };
        Part {
            occur,
            matches: matches.iter().map(found).collect(),
        }
    }

    #[track_caller]
    fn check(parts: &[Part], expected: &[(usize, f32)]) {
        for place in [Place::Whole, Place::Inside] {
            let matches = combine(parts, place, DefaultSimilarity);
            let matches: Vec<(usize, f32)> = matches
                .iter()
                .map(|found| (found.document, found.score))
                .collect();
            assert_eq!(matches, expected);
        }
    }

    #[test]
    fn documents_that_match_more_clauses_are_rewarded() {
        let parts = [
            part(Occur::Should, &[(0, 1.0), (2, 1.0)]),
            part(Occur::Should, &[(1, 3.0), (2, 3.0)]),
        ];
        check(&parts, &[(0, 0.5), (1, 1.5), (2, 4.0)]);
    }

    #[test]
    fn clauses_that_nothing_matches_lower_every_score() {
        let parts = [part(Occur::Should, &[(0, 1.0)]), part(Occur::Should, &[])];
        check(&parts, &[(0, 0.5)]);
    }

    #[test]
    fn required_and_forbidden_clauses_decide_what_is_a_hit() {
        let parts = [
            part(Occur::Must, &[(0, 1.0), (1, 1.0), (2, 1.0)]),
            part(Occur::Should, &[(1, 1.0), (3, 1.0)]),
            part(Occur::MustNot, &[(2, 1.0)]),
        ];
        check(&parts, &[(0, 0.5), (1, 2.0)]);
        check(&parts[2..], &[]);
        check(
            &[part(Occur::Must, &[]), part(Occur::Should, &[(0, 1.0)])],
            &[],
        );
    }

    #[test]
    fn only_sums_inside_of_a_query_keep_what_single_precision_loses() {
        // Half a unit in the last place of 1 is lost each time, both together are not.
        let half = f32::EPSILON / 2.0;
        let parts = [half, half, 1.0].map(|score| part(Occur::Should, &[(0, score)]));
        let score = |place| combine(&parts, place, DefaultSimilarity)[0].score;
        assert_eq!(score(Place::Whole), 1.0);
        assert_eq!(score(Place::Inside), 1.0 + f32::EPSILON);
    }
}
