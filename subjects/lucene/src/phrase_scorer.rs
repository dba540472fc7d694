//! The scores of documents with a phrase.

use crate::default_similarity::DefaultSimilarity;
use crate::index::{Index, Posting};
use crate::norm;
use crate::scorer::Match;

/// The documents that have these terms one right after the other, ascending.
pub fn phrase_matches(
    terms: &[String],
    index: &Index,
    similarity: DefaultSimilarity,
    weight_value: f32,
) -> Vec<Match> {
    let lists: Vec<&[Posting]> = terms.iter().map(|term| index.postings(term)).collect();
    let Some((first, others)) = lists.split_first() else {
        return Vec::new();
    };
    let mut matches = Vec::new();
    for posting in *first {
        let frequency = phrase_frequency(posting, others);
        if frequency > 0 {
            let raw = similarity.tf(frequency) * weight_value;
            matches.push(Match {
                document: posting.document,
                score: raw * norm::decode(index.norms()[posting.document]),
            });
        }
    }
    matches
}

/// How often the first term is followed by all others, each a place further.
fn phrase_frequency(first: &Posting, others: &[&[Posting]]) -> u32 {
    let mut starts = first.positions.clone();
    for (distance, postings) in (1..).zip(others) {
        let Ok(found) = postings.binary_search_by_key(&first.document, |posting| posting.document)
        else {
            return 0;
        };
        let positions = &postings[found].positions;
        starts.retain(|start| positions.binary_search(&(start + distance)).is_ok());
    }
    starts.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::Document;

    #[track_caller]
    fn check(text: &str, phrase: &str, expected: u32) {
        let document = Document {
            name: String::new(),
            text: text.to_owned(),
        };
        let index = Index::of(&[document], DefaultSimilarity);
        let terms: Vec<String> = phrase.split(' ').map(str::to_owned).collect();
        let matches = phrase_matches(&terms, &index, DefaultSimilarity, 1.0);
        let norm = norm::decode(index.norms()[0]);
        let scores: Vec<f32> = matches.iter().map(|found| found.score / norm).collect();
        let expected: Vec<f32> = (expected > 0)
            .then_some((expected as f32).sqrt())
            .into_iter()
            .collect();
        assert_eq!(scores, expected, "{phrase}");
    }

    #[test]
    fn only_neighbours_in_this_order_are_a_phrase() {
        check("one two three one two", "one two", 2);
        check("one two three one two", "two one", 0);
        check("one two three one two", "one three", 0);
        check("one two three one two", "one two three", 1);
        check("one two three one two", "two four", 0);
    }

    #[test]
    fn a_term_may_come_twice_and_phrases_may_overlap() {
        check("one one one two", "one one", 2);
        check("one one one two", "one one one", 1);
        check("one two one two one", "one two one", 2);
    }
}
