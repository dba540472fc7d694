//! The file of queries.

use std::fs;

use crate::error::InputError;
use crate::parser::parse;
use crate::query::Query;

/// A query and what it is called.
#[derive(Debug)]
pub struct NamedQuery {
    /// What it is called in the answers.
    pub id: String,
    /// What is asked; nothing where no word is left after the analysis.
    pub query: Option<Query>,
}

/// Reads a file with a query in every line: its id, a tab, and the query.
pub fn read_queries(path: &str) -> Result<Vec<NamedQuery>, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_queries(path, &text)
}

fn parse_queries(path: &str, text: &str) -> Result<Vec<NamedQuery>, InputError> {
    let mut queries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let refused = |reason: String| InputError::Line {
            path: path.to_owned(),
            line: index + 1,
            reason,
        };
        let Some((id, query)) = line.split_once('\t') else {
            let reason = "it has no tab between the query's id and the query";
            return Err(refused(reason.to_owned()));
        };
        queries.push(NamedQuery {
            id: id.to_owned(),
            query: parse(query).map_err(refused)?,
        });
    }
    Ok(queries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_id_and_a_query() {
        let queries =
            parse_queries("queries", "L1\tromeo\n\nL2\t12\r\n").expect("they are queries");
        let ids: Vec<&str> = queries.iter().map(|named| named.id.as_str()).collect();
        assert_eq!(ids, ["L1", "L2"]);
        assert!(queries[1].query.is_none());
    }

    #[test]
    fn what_is_no_query_is_named_by_its_line() {
        let error = parse_queries("queries", "L1\tromeo\nL2\tAND\n").expect_err("it is no query");
        assert_eq!(
            error.to_string(),
            "cannot use `queries`, line 2\n  because there should be a word in the place of `AND`"
        );
    }
}
