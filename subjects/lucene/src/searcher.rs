//! From a query to hits in order.

use crate::boolean_scorer::Place;
use crate::default_similarity::DefaultSimilarity;
use crate::index::Index;
use crate::query::Query;
use crate::rewrite::rewrite;
use crate::scorer::Match;
use crate::weight::Weight;

/// All documents that match, the best first; equally good ones in the order of the corpus.
pub fn search(query: Query, index: &Index, similarity: DefaultSimilarity) -> Vec<Match> {
    let weight = Weight::of(&rewrite(query), index, similarity);
    let mut hits = weight.matches(Place::Whole, index, similarity);
    // The sort is stable, and matches come in the order of the corpus.
    hits.sort_by(|one, other| other.score.total_cmp(&one.score));
    hits
}
