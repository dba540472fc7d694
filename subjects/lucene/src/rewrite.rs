//! Queries in the form in which they are weighed.

use crate::query::{Clause, Kind, Occur, Query};

/// The same query without boolean queries of one clause, which are that clause; their boosts are
/// multiplied.
///
/// One clause that must not match stays, and matches nothing.
pub fn rewrite(query: Query) -> Query {
    let Kind::Boolean(clauses) = query.kind else {
        return query;
    };
    let mut rewritten: Vec<Clause> = clauses
        .into_iter()
        .map(|clause| Clause {
            occur: clause.occur,
            query: rewrite(clause.query),
        })
        .collect();
    match rewritten.pop() {
        Some(only) if rewritten.is_empty() && only.occur != Occur::MustNot => Query {
            boost: query.boost * only.query.boost,
            kind: only.query.kind,
        },
        last => {
            rewritten.extend(last);
            Query {
                kind: Kind::Boolean(rewritten),
                boost: query.boost,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    #[track_caller]
    fn check(text: &str, same_as: &str) {
        let read = |text| parse(text).expect("it is a query").expect("it has words");
        assert_eq!(rewrite(read(text)), read(same_as));
    }

    #[test]
    fn a_query_of_one_clause_is_that_clause() {
        check("+romeo", "romeo");
        check("(+romeo^2)^3 juliet", "romeo^6 juliet");
        check("((+(+romeo)))", "romeo");
    }

    #[test]
    fn several_clauses_and_one_that_must_not_match_stay() {
        check("+romeo juliet", "+romeo juliet");
        check("-romeo", "-romeo");
        check("(-romeo) juliet", "(-romeo) juliet");
    }
}
