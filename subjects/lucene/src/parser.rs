//! From tokens to a query, as Lucene's classic parser with the default operator OR.
//!
//! There is no precedence: `a AND b OR c` makes `a` and `b` required and leaves `c` optional.

use crate::analyser;
use crate::lexer::{Token, lex};
use crate::query::{Clause, Kind, Occur, Query};

/// Reads a query, or says what is wrong with it.
///
/// A query of which no word is left after the analysis is `None` and matches nothing.
pub fn parse(text: &str) -> Result<Option<Query>, String> {
    let tokens = lex(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        place: 0,
    };
    let query = parser.query()?;
    match parser.peek() {
        None => Ok(query),
        Some(token) => Err(unexpected(Some(token))),
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    place: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.place)
    }

    /// Goes over a token of one of these kinds.
    fn take(&mut self, kinds: &[Token]) -> Option<&'a Token> {
        let token = self.peek().filter(|token| kinds.contains(token))?;
        self.place += 1;
        Some(token)
    }

    /// Clauses up to the end or a closing bracket.
    fn query(&mut self) -> Result<Option<Query>, String> {
        let mut clauses = Vec::new();
        let sign = self.sign();
        let first = self.operand()?;
        let is_first_plain = sign.is_none() && first.is_some();
        add_clause(&mut clauses, false, sign, first);
        while !matches!(self.peek(), None | Some(Token::Close)) {
            let is_and = self.take(&[Token::And, Token::Or]) == Some(&Token::And);
            let sign = self.sign();
            let query = self.operand()?;
            add_clause(&mut clauses, is_and, sign, query);
        }
        if clauses.len() == 1 && is_first_plain {
            return Ok(clauses.pop().map(|clause| clause.query));
        }
        if clauses.is_empty() {
            return Ok(None);
        }
        Ok(Some(Query::new(Kind::Boolean(clauses))))
    }

    /// What a clause's sign says of it; nothing without one.
    fn sign(&mut self) -> Option<Occur> {
        match self.take(&[Token::Plus, Token::Minus, Token::Not])? {
            Token::Plus => Some(Occur::Must),
            _ => Some(Occur::MustNot),
        }
    }

    /// A word, a phrase or a query in brackets, with its boost.
    fn operand(&mut self) -> Result<Option<Query>, String> {
        let token = self.peek();
        self.place += 1;
        let mut query = match token {
            Some(Token::Word(text)) => any_of(analyser::tokens(text)),
            Some(Token::Quoted(text)) => in_a_row(analyser::tokens(text)),
            Some(Token::Open) => {
                let inner = self.query()?;
                match self.peek() {
                    Some(Token::Close) => self.place += 1,
                    _ => return Err("a bracket is not closed".to_owned()),
                }
                inner
            }
            _ => return Err(unexpected(token)),
        };
        if let Some(Token::Boost(boost)) = self.peek() {
            self.place += 1;
            if let Some(query) = &mut query {
                // A boost behind a bracket takes the place of one at the end of what is inside.
                query.boost = *boost;
            }
        }
        Ok(query)
    }
}

/// Adds a clause, unless no word of it is left; `AND` requires the clause before it in any case.
fn add_clause(clauses: &mut Vec<Clause>, is_and: bool, sign: Option<Occur>, query: Option<Query>) {
    match clauses.last_mut() {
        Some(before) if is_and && before.occur == Occur::Should => before.occur = Occur::Must,
        _ => {}
    }
    let plain = if is_and { Occur::Must } else { Occur::Should };
    if let Some(query) = query {
        clauses.push(Clause {
            occur: sign.unwrap_or(plain),
            query,
        });
    }
}

/// What a word asks for: its term, or any of the terms of a word such as `mother-in-law`.
fn any_of(mut terms: Vec<String>) -> Option<Query> {
    if terms.len() > 1 {
        let clause = |term| Clause {
            occur: Occur::Should,
            query: Query::new(Kind::Term(term)),
        };
        let clauses = terms.into_iter().map(clause).collect();
        return Some(Query::new(Kind::Boolean(clauses)));
    }
    terms.pop().map(|term| Query::new(Kind::Term(term)))
}

/// What a quotation asks for: its terms one right after the other.
fn in_a_row(mut terms: Vec<String>) -> Option<Query> {
    if terms.len() > 1 {
        return Some(Query::new(Kind::Phrase(terms)));
    }
    terms.pop().map(|term| Query::new(Kind::Term(term)))
}

fn unexpected(token: Option<&Token>) -> String {
    let what = match token {
        None => return "a word is missing at the end".to_owned(),
        Some(Token::And) => "AND",
        Some(Token::Or) => "OR",
        Some(Token::Not) => "NOT",
        Some(Token::Plus) => "+",
        Some(Token::Minus) => "-",
        Some(Token::Open) => "(",
        Some(Token::Close) => ")",
        Some(Token::Boost(_)) => "^",
        Some(Token::Word(text) | Token::Quoted(text)) => text,
    };
    format!("there should be a word in the place of `{what}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A query as Lucene prints it, with all brackets.
    fn printed(query: &Query) -> String {
        let kind = match &query.kind {
            Kind::Term(term) => term.clone(),
            Kind::Phrase(terms) => format!("\"{}\"", terms.join(" ")),
            Kind::Boolean(clauses) => {
                let parts: Vec<String> = clauses
                    .iter()
                    .map(|clause| {
                        let sign = match clause.occur {
                            Occur::Must => "+",
                            Occur::Should => "",
                            Occur::MustNot => "-",
                        };
                        format!("{sign}{}", printed(&clause.query))
                    })
                    .collect();
                format!("({})", parts.join(" "))
            }
        };
        if query.boost == 1.0 {
            kind
        } else {
            format!("{kind}^{}", query.boost)
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let query = parse(text).expect("it is a query");
        assert_eq!(query.as_ref().map_or(String::new(), printed), expected);
    }

    #[track_caller]
    fn check_refused(text: &str, reason: &str) {
        assert_eq!(parse(text).expect_err("it is no query"), reason);
    }

    #[test]
    fn operators_become_signs() {
        check("romeo OR juliet", "(romeo juliet)");
        check("romeo AND juliet", "(+romeo +juliet)");
        check("romeo NOT foo", "(romeo -foo)");
        check("romeo AND NOT juliet", "(+romeo -juliet)");
        check("romeo OR -juliet", "(romeo -juliet)");
    }

    #[test]
    fn and_binds_no_closer_than_or() {
        check(
            "nurse romeo AND juliet OR friar",
            "(nurse +romeo +juliet friar)",
        );
        check("-a AND b", "(-a +b)");
    }

    #[test]
    fn boosts_belong_to_what_stands_before_them() {
        check("romeo^4 juliet", "(romeo^4 juliet)");
        check("\"lady capulet\"^3 tybalt", "(\"lady capulet\"^3 tybalt)");
        check("(romeo juliet)^3 nurse", "((romeo juliet)^3 nurse)");
    }

    #[test]
    fn the_last_boost_of_the_same_query_counts() {
        check("(romeo^2)^3", "romeo^3");
        check("((a b)^2)^3", "(a b)^3");
    }

    #[test]
    fn words_without_letters_leave_no_clause() {
        check("123", "");
        check("romeo 123", "romeo");
        check("romeo 123 AND juliet", "(+romeo +juliet)");
        check("123 romeo^2", "(romeo^2)");
        check("(123 456)^2 romeo", "(romeo)");
        check("romeo - juliet", "(romeo juliet)");
    }

    #[test]
    fn words_of_several_tokens_are_any_of_them_and_quotations_all_in_a_row() {
        check("o'er romeo", "((o er) romeo)");
        check("mother-in-law", "(mother in law)");
        check("\"o'er the\"", "\"o er the\"");
        check("\"romeo\"", "romeo");
    }

    #[test]
    fn a_single_clause_with_a_sign_stays_a_clause() {
        check("-romeo", "(-romeo)");
        check("(+romeo)^2 juliet", "((+romeo)^2 juliet)");
    }

    #[test]
    fn what_is_no_query_is_explained() {
        check_refused("romeo AND", "a word is missing at the end");
        check_refused("", "a word is missing at the end");
        check_refused("AND", "there should be a word in the place of `AND`");
        check_refused("NOT NOT a", "there should be a word in the place of `NOT`");
        check_refused("a OR OR b", "there should be a word in the place of `OR`");
        check_refused("()", "there should be a word in the place of `)`");
        check_refused("a)", "there should be a word in the place of `)`");
        check_refused("(a", "a bracket is not closed");
        check_refused("a^2^3", "there should be a word in the place of `^`");
    }
}
