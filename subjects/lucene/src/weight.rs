//! How much each part of a query counts.
//!
//! A weight is made in two steps, as in Lucene: the parts say what they would weigh, and the norm
//! of the whole is then handed down to them.

use crate::boolean_scorer::{self, Part, Place};
use crate::default_similarity::DefaultSimilarity;
use crate::index::Index;
use crate::phrase_scorer::phrase_matches;
use crate::query::{Kind, Occur, Query};
use crate::scorer::Match;
use crate::term_scorer::TermScorer;

/// A query with what it weighs in an index.
#[derive(Debug)]
pub enum Weight {
    /// The weight of a term, or of a phrase where there are several.
    Terms(TermsWeight),
    /// The weight of a boolean query.
    Boolean(BooleanWeight),
}

/// What a term or a phrase weighs.
#[derive(Debug)]
pub struct TermsWeight {
    terms: Vec<String>,
    idf: f32,
    query_weight: f32,
    /// What the root of a frequency is multiplied with.
    value: f32,
}

/// What the clauses of a boolean query weigh.
#[derive(Debug)]
pub struct BooleanWeight {
    clauses: Vec<(Occur, Weight)>,
    boost: f32,
}

impl Weight {
    /// The normalised weight of a query that was rewritten.
    pub fn of(query: &Query, index: &Index, similarity: DefaultSimilarity) -> Weight {
        let mut weight = Weight::before_norm(query, index, similarity);
        let norm = similarity.query_norm(weight.sum_of_squares());
        weight.normalize(norm);
        weight
    }

    fn before_norm(query: &Query, index: &Index, similarity: DefaultSimilarity) -> Weight {
        let terms = match &query.kind {
            Kind::Term(term) => std::slice::from_ref(term),
            Kind::Phrase(terms) => terms,
            Kind::Boolean(clauses) => {
                let mut weights = Vec::new();
                for clause in clauses {
                    let weight = Weight::before_norm(&clause.query, index, similarity);
                    weights.push((clause.occur, weight));
                }
                return Weight::Boolean(BooleanWeight {
                    clauses: weights,
                    boost: query.boost,
                });
            }
        };
        let mut idf = 0.0;
        for term in terms {
            idf += similarity.idf(index.postings(term).len(), index.n_documents());
        }
        Weight::Terms(TermsWeight {
            terms: terms.to_vec(),
            idf,
            query_weight: idf * query.boost,
            value: 0.0,
        })
    }

    /// What the norm of a query is made of; clauses that must not match weigh nothing.
    fn sum_of_squares(&self) -> f32 {
        match self {
            Weight::Terms(weight) => weight.query_weight * weight.query_weight,
            Weight::Boolean(weight) => {
                let mut sum = 0.0;
                for (occur, clause) in &weight.clauses {
                    if *occur != Occur::MustNot {
                        sum += clause.sum_of_squares();
                    }
                }
                sum * (weight.boost * weight.boost)
            }
        }
    }

    fn normalize(&mut self, norm: f32) {
        match self {
            Weight::Terms(weight) => {
                weight.query_weight *= norm;
                weight.value = weight.query_weight * weight.idf;
            }
            Weight::Boolean(weight) => {
                for (_, clause) in &mut weight.clauses {
                    clause.normalize(norm * weight.boost);
                }
            }
        }
    }

    /// The documents that match, ascending, with their scores.
    pub fn matches(
        &self,
        place: Place,
        index: &Index,
        similarity: DefaultSimilarity,
    ) -> Vec<Match> {
        match self {
            Weight::Terms(weight) => weight.matches(index, similarity),
            Weight::Boolean(weight) => {
                let mut parts = Vec::new();
                for (occur, clause) in &weight.clauses {
                    parts.push(Part {
                        occur: *occur,
                        matches: clause.matches(Place::Inside, index, similarity),
                    });
                }
                boolean_scorer::combine(&parts, place, similarity)
            }
        }
    }
}

impl TermsWeight {
    fn matches(&self, index: &Index, similarity: DefaultSimilarity) -> Vec<Match> {
        match self.terms.as_slice() {
            [term] => {
                let postings = index.postings(term);
                TermScorer::new(postings, index.norms(), similarity, self.value).collect()
            }
            terms => phrase_matches(terms, index, similarity, self.value),
        }
    }
}
