//! From the parts of a query to its clauses.
//!
//! ```text
//! QUERY   = CLAUSE {["AND" | "OR"] CLAUSE}
//! CLAUSE  = ["+" | "-" | "NOT"] (word | phrase | "(" QUERY ")") ["^" NUMBER]
//! ```

use std::borrow::Cow;

use super::QueryError;
use super::tokens::{Token, TokenKind, tokens};
use super::tree::{Boost, Clause, Item, Operand, Query, Sign};

/// Deeper brackets are no query that anybody wrote, and would cost stack.
const MAX_DEPTH: usize = 100;

/// Reads a query of at least one clause.
pub(crate) fn parse(text: &str) -> Result<Query<'_>, QueryError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        text,
        tokens: &tokens,
        next: 0,
        end: 0,
    };
    let mut query = parser.query(0)?;
    match parser.peek() {
        None => {
            query.tail = &text[parser.end..];
            Ok(query)
        }
        Some(_) => Err(parser.refuse("there is no `(` that this closes")),
    }
}

struct Parser<'a, 't> {
    text: &'a str,
    tokens: &'t [Token],
    next: usize,
    /// Where the part that was taken last ends.
    end: usize,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Option<TokenKind> {
        Some(self.tokens.get(self.next)?.kind)
    }

    /// Goes over the next part; gives the blanks before it and its text.
    fn take(&mut self) -> (&'a str, &'a str) {
        let span = self.tokens[self.next].span.clone();
        let taken = (&self.text[self.end..span.start], &self.text[span.clone()]);
        self.end = span.end;
        self.next += 1;
        taken
    }

    fn refuse(&self, problem: impl Into<String>) -> QueryError {
        let next = self.tokens.get(self.next);
        let place = next.map_or(self.text.len(), |token| token.span.start);
        QueryError::new(place, problem)
    }

    /// Clauses up to a closing bracket or the end; whoever asks sets the tail.
    fn query(&mut self, depth: usize) -> Result<Query<'a>, QueryError> {
        if depth > MAX_DEPTH {
            let problem = format!("brackets are nested more than {MAX_DEPTH} deep");
            return Err(self.refuse(problem));
        }
        let mut clauses = vec![self.clause(false, depth)?];
        while !matches!(self.peek(), None | Some(TokenKind::Close)) {
            clauses.push(self.clause(true, depth)?);
        }
        Ok(Query { clauses, tail: "" })
    }

    fn clause(&mut self, may_be_joined: bool, depth: usize) -> Result<Clause<'a>, QueryError> {
        let start = self.end;
        let kind = self.peek().filter(|_| may_be_joined);
        let is_and = kind == Some(TokenKind::And);
        if is_and || kind == Some(TokenKind::Or) {
            self.take();
        }
        // The blanks before the operand belong to what joins it to the one before.
        let next = self.tokens.get(self.next);
        let joint_end = next.map_or(self.end, |token| token.span.start);
        self.end = joint_end;
        let item = self.item(depth)?;
        Ok(Clause {
            joint: Cow::Borrowed(&self.text[start..joint_end]),
            is_and,
            item,
        })
    }

    fn item(&mut self, depth: usize) -> Result<Item<'a>, QueryError> {
        let start = self.end;
        let sign = match self.peek() {
            Some(TokenKind::Plus) => Sign::Plus,
            Some(TokenKind::Minus | TokenKind::Not) => Sign::Minus,
            _ => Sign::None,
        };
        if sign != Sign::None {
            self.take();
        }
        let expected = "expected a word, a text in quotes or `(`";
        let (before, text) = match self.peek() {
            Some(TokenKind::Word | TokenKind::Phrase | TokenKind::Open) => self.take(),
            _ => return Err(self.refuse(expected)),
        };
        let sign_text = &self.text[start..self.end - text.len()];
        debug_assert!(sign_text.ends_with(before));
        let operand = if text == "(" {
            let mut query = self.query(depth + 1)?;
            if self.peek() != Some(TokenKind::Close) {
                return Err(self.refuse("expected `)`"));
            }
            query.tail = self.take().0;
            Operand::Group(query)
        } else {
            Operand::Leaf(Cow::Borrowed(text))
        };
        let has_boost = self.peek() == Some(TokenKind::Boost);
        let boost = has_boost.then(|| {
            let (gap, text) = self.take();
            Boost {
                gap,
                number: Cow::Borrowed(&text[1..]),
            }
        });
        Ok(Item {
            sign,
            sign_text,
            operand,
            boost,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shape: &str) {
        let query = parse(text).unwrap();
        assert_eq!(query.to_string(), text);
        assert_eq!(query.shape(), shape);
    }

    #[track_caller]
    fn check_refused(text: &str, message: &str) {
        let error = parse(text).unwrap_err();
        assert_eq!(error.in_query(text).to_string(), message);
    }

    #[test]
    fn a_query_is_written_as_it_was_read() {
        check(" romeo  OR\tjuliet ", "romeo juliet");
        check("+a -b !c NOT  d", "+a -b -c -d");
        check("a&& b AND c||d", "a&& b AND c||d");
        check(
            "( (a b )^2 AND\"c d\"^0.5 ) ^3",
            "((a b)^2 AND \"c d\"^0.5)^3",
        );
        check("NOT(a)b", "-(a) b");
        check("romeo - juliet", "romeo - juliet");
        check("o'er mother-in-law;", "o'er mother-in-law;");
    }

    #[test]
    fn what_is_no_query_is_refused_with_a_caret_under_the_place() {
        check_refused(
            "romeo AND",
            "expected a word, a text in quotes or `(`\n  romeo AND\n           ^",
        );
        check_refused("", "expected a word, a text in quotes or `(`\n  \n  ^");
        check_refused(
            "OR a",
            "expected a word, a text in quotes or `(`\n  OR a\n  ^",
        );
        check_refused("é (a b", "expected `)`\n  é (a b\n        ^");
        check_refused("a) b", "there is no `(` that this closes\n  a) b\n   ^");
        check_refused(
            "a^2^3",
            "expected a word, a text in quotes or `(`\n  a^2^3\n     ^",
        );
        check_refused("a\t\"b", "the quote is never closed\n  a \"b\n    ^");
    }

    #[test]
    fn brackets_may_be_nested_a_hundred_deep_and_no_deeper() {
        let nested = |depth| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(parse(&nested(100)).is_ok());
        let error = parse(&nested(101)).unwrap_err();
        assert_eq!(error.to_string(), "brackets are nested more than 100 deep");
        assert!(parse(&"(".repeat(100_000)).is_err());
    }
}
