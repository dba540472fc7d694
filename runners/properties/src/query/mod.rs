//! Search queries in Lucene's syntax: read, changed, and written as they were apart from that.

mod changes;
mod parser;
mod query_error;
mod tokens;
mod tree;

pub(crate) use parser::parse;
pub(crate) use query_error::QueryError;
pub(crate) use tree::Query;
