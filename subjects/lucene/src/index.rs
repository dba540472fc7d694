//! Which documents have which terms where.

use std::collections::BTreeMap;

use crate::analyser::tokens;
use crate::default_similarity::DefaultSimilarity;
use crate::documents::Document;

/// Where a term is in one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The document, counted from 0 in the order of the corpus.
    pub document: usize,
    /// The places of the term among the document's tokens, ascending.
    pub positions: Vec<u32>,
}

/// An inverted index of one field.
#[derive(Debug, Default)]
pub struct Index {
    postings: BTreeMap<String, Vec<Posting>>,
    /// For each document the length norm, in one byte.
    norms: Vec<u8>,
}

impl Index {
    /// The index of documents, in their order.
    pub fn of(documents: &[Document], similarity: DefaultSimilarity) -> Index {
        let mut index = Index::default();
        for document in documents {
            index.add(&tokens(&document.text), similarity);
        }
        index
    }

    fn add(&mut self, tokens: &[String], similarity: DefaultSimilarity) {
        let document = self.norms.len();
        self.norms
            .push(similarity.encoded_length_norm(tokens.len()));
        for (position, token) in (0..).zip(tokens) {
            let postings = self.postings.entry(token.clone()).or_default();
            match postings.last_mut() {
                Some(posting) if posting.document == document => posting.positions.push(position),
                _ => postings.push(Posting {
                    document,
                    positions: vec![position],
                }),
            }
        }
    }

    /// The documents with a term, ascending; none for a term that nobody wrote.
    pub fn postings(&self, term: &str) -> &[Posting] {
        self.postings.get(term).map_or(&[], Vec::as_slice)
    }

    /// How many documents there are, empty ones included.
    pub fn n_documents(&self) -> usize {
        self.norms.len()
    }

    /// The norms of all documents.
    pub fn norms(&self) -> &[u8] {
        &self.norms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&str]) -> Index {
        let documents: Vec<Document> = texts
            .iter()
            .map(|text| Document {
                name: String::new(),
                text: (*text).to_owned(),
            })
            .collect();
        Index::of(&documents, DefaultSimilarity)
    }

    #[test]
    fn postings_say_where_a_term_is() {
        let index = index(&["one two one", "", "Two"]);
        let posting = |document, positions: &[u32]| Posting {
            document,
            positions: positions.to_vec(),
        };
        assert_eq!(index.postings("one"), [posting(0, &[0, 2])]);
        assert_eq!(index.postings("two"), [posting(0, &[1]), posting(2, &[0])]);
        assert_eq!(index.postings("three"), []);
    }

    #[test]
    fn empty_documents_are_counted() {
        assert_eq!(index(&["one", "", "two three"]).n_documents(), 3);
        assert_eq!(index(&["one", "", "two three"]).norms(), [124, 255, 121]);
    }
}
