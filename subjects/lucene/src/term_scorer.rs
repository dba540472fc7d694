//! The scores of documents with a term, after Lucene 3.6's class `TermScorer`.

use crate::default_similarity::DefaultSimilarity;
use crate::index::Posting;
use crate::norm;
use crate::scorer::Match;

/// Scores of terms that are in a document less often than this are computed once.
const SCORE_CACHE_SIZE: usize = 32;

/// Goes through the documents with a term.
#[derive(Debug)]
pub struct TermScorer<'a> {
    postings: &'a [Posting],
    norms: &'a [u8],
    similarity: DefaultSimilarity,
    weight_value: f32,
    /// For each small frequency the score before the length of the document counts.
    score_cache: Vec<f32>,
    /// Which posting is next.
    pointer: usize,
}

impl<'a> TermScorer<'a> {
    /// A scorer before the first document.
    pub fn new(
        postings: &'a [Posting],
        norms: &'a [u8],
        similarity: DefaultSimilarity,
        weight_value: f32,
    ) -> TermScorer<'a> {
        let mut score_cache = Vec::new();
        for frequency in 0..SCORE_CACHE_SIZE {
            score_cache.push(similarity.tf(frequency as u32) * weight_value);
        }
        TermScorer {
            postings,
            norms,
            similarity,
            weight_value,
            score_cache,
            pointer: 0,
        }
    }

    /// How well a document with so many of the term matches.
    fn score(&self, document: usize, frequency: usize) -> f32 {
        let raw = if frequency < SCORE_CACHE_SIZE {
            self.score_cache[frequency]
        } else {
            self.similarity.tf(frequency as u32) * self.weight_value
        };
        raw * norm::decode(self.norms[document])
    }
}

impl Iterator for TermScorer<'_> {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        if self.pointer >= self.postings.len() {
            return None;
        }
        let posting = &self.postings[self.pointer];
        self.pointer += 1;
        Some(Match {
            document: posting.document,
            score: self.score(posting.document, posting.positions.len()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_and_rare_terms_are_scored_alike() {
        let posting = |document, frequency| Posting {
            document,
            positions: (0..frequency).collect(),
        };
        let postings = [posting(0, 4), posting(2, 36)];
        // The byte 124 stands for 1, 121 for 0.625.
        let norms = [124, 0, 121];
        let scorer = TermScorer::new(&postings, &norms, DefaultSimilarity, 0.5);
        let matches: Vec<Match> = scorer.collect();
        let expected = [(0, 1.0), (2, 1.875)].map(|(document, score)| Match { document, score });
        assert_eq!(matches, expected);
    }
}
