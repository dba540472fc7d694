//! What makes a document similar to a query, after Lucene 3.6's class `DefaultSimilarity`.
//!
//! Logarithms and roots are taken in double precision and stored in single precision, as there.

use crate::norm;

/// The factors of a score that do not depend on the form of the query.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultSimilarity;

impl DefaultSimilarity {
    /// How much a term counts that is in a document so often: the root, so that the hundredth
    /// occurrence adds less than the first.
    pub fn tf(self, frequency: u32) -> f32 {
        (frequency as f32).sqrt()
    }

    /// How much a term counts that is in so many of all documents: rare terms tell more.
    pub fn idf(self, n_with_term: usize, n_documents: usize) -> f32 {
        let ratio = n_documents as f64 / (n_with_term + 1) as f64;
        (ratio.ln() + 1.0) as f32
    }

    /// How much an occurrence counts in a document of so many tokens, in one byte.
    pub fn encoded_length_norm(self, n_tokens: usize) -> u8 {
        norm::encode(self.length_norm(n_tokens))
    }

    /// The length norm before it is put into one byte.
    pub fn length_norm(self, n_tokens: usize) -> f32 {
        (1.0 / (n_tokens as f64).sqrt()) as f32
    }

    /// What makes the scores of different queries comparable; it does not change an order.
    pub fn query_norm(self, sum_of_squared_weights: f32) -> f32 {
        let norm = (1.0 / f64::from(sum_of_squared_weights).sqrt()) as f32;
        // A query whose boosts are all zero has no norm.
        if norm.is_finite() { norm } else { 1.0 }
    }

    /// The reward for documents that match more of a query's clauses.
    pub fn coord(self, n_matching: usize, n_clauses: usize) -> f32 {
        n_matching as f32 / n_clauses as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMILARITY: DefaultSimilarity = DefaultSimilarity;

    #[test]
    fn factors_are_those_of_the_worked_example() {
        // `romeo OR juliet` in Romeo and Juliet: 26 scenes, 20 with romeo, 19 with juliet.
        assert_eq!(SIMILARITY.idf(20, 26), 1.213_574);
        assert_eq!(SIMILARITY.idf(19, 26), 1.262_364_3);
        // 1/√3.0663254.
        assert_eq!(SIMILARITY.query_norm(3.066_325_4), 0.571_072_04);
        assert_eq!(SIMILARITY.tf(40), 6.324_555_4);
        assert_eq!(SIMILARITY.encoded_length_norm(1700), 102);
        assert_eq!(SIMILARITY.coord(1, 2), 0.5);
    }

    #[test]
    fn a_tenth_of_the_documents_is_a_smaller_idf_by_the_logarithm_of_ten() {
        let tenfold = SIMILARITY.idf(10 * 4 + 9, 1000);
        assert!((SIMILARITY.idf(4, 1000) - tenfold - std::f32::consts::LN_10).abs() < 1e-6);
    }

    #[test]
    fn a_query_that_weighs_nothing_has_the_norm_one() {
        assert_eq!(SIMILARITY.query_norm(0.0), 1.0);
    }
}
