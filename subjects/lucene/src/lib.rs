//! A text search engine that scores as Lucene 3.6 does.

pub mod analyser;
pub mod boolean_scorer;
pub mod default_similarity;
pub mod documents;
pub mod error;
pub mod index;
pub mod lexer;
pub mod norm;
pub mod options;
pub mod parser;
pub mod phrase_scorer;
pub mod queries;
pub mod query;
pub mod render;
pub mod rewrite;
pub mod scorer;
pub mod searcher;
pub mod term_scorer;
pub mod weight;
