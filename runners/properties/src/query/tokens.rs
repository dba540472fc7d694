//! The smallest parts of a query, as Lucene's classic parser cuts them.

use std::ops::Range;

use super::QueryError;

/// A part of a query, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

/// What a part of a query is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `AND` or `&&`.
    And,
    /// `OR` or `||`.
    Or,
    /// `NOT` or `!`.
    Not,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `^` and its number.
    Boost,
    /// A word to look for.
    Word,
    /// A text in quotes.
    Phrase,
}

/// Characters that no word begins with and, apart from the first two, none holds.
const SIGNS: &str = "+-!():^[]\"{}~*?\\";

/// The parts of a query, in order; the blanks between them are no parts.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if is_blank(first) {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = token(text, start)?;
        let span = start..start + length;
        start = span.end;
        tokens.push(Token { kind, span });
    }
    Ok(tokens)
}

/// The kind and length of the part that begins at `start`, where no blank is.
fn token(text: &str, start: usize) -> Result<(TokenKind, usize), QueryError> {
    let rest = &text[start..];
    let first = rest.chars().next().unwrap_or_default();
    let is_before_blank = rest[first.len_utf8()..].starts_with(is_blank);
    let kind = match first {
        '(' => TokenKind::Open,
        ')' => TokenKind::Close,
        // Before a blank these are no operators but words of one character.
        '+' | '-' | '!' if is_before_blank => TokenKind::Word,
        '+' => TokenKind::Plus,
        '-' => TokenKind::Minus,
        '!' => TokenKind::Not,
        '^' => return boost(rest, start),
        '"' => return phrase(rest, start),
        '\\' => return word(rest, start),
        _ if SIGNS.contains(first) => {
            let problem = format!(
                "fields, wildcards, ranges and distances cannot be read; write `\\{first}` for the character itself"
            );
            return Err(QueryError::new(start, problem));
        }
        _ => return word(rest, start),
    };
    Ok((kind, first.len_utf8()))
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{3000}')
}

/// `^`, digits, and perhaps a point and more of them.
fn boost(rest: &str, start: usize) -> Result<(TokenKind, usize), QueryError> {
    let digits = |from: usize| {
        let bytes = rest.as_bytes().iter().skip(from);
        bytes.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(1);
    if whole == 0 {
        let problem = "expected a number right after `^`, such as `^4` or `^0.25`";
        return Err(QueryError::new(start + 1, problem));
    }
    let end = 1 + whole;
    let decimals = match rest[end..].starts_with('.') {
        true => digits(end + 1),
        false => 0,
    };
    // A point without digits behind it is no part of the number.
    let length = if decimals > 0 {
        end + 1 + decimals
    } else {
        end
    };
    Ok((TokenKind::Boost, length))
}

fn phrase(rest: &str, start: usize) -> Result<(TokenKind, usize), QueryError> {
    let mut characters = rest.char_indices().skip(1);
    while let Some((place, c)) = characters.next() {
        match c {
            '"' => return Ok((TokenKind::Phrase, place + 1)),
            '\\' => drop(characters.next()),
            _ => {}
        }
    }
    Err(QueryError::new(start, "the quote is never closed"))
}

/// A word, which ends before a blank or a sign; plus and minus inside of it are its own.
fn word(rest: &str, start: usize) -> Result<(TokenKind, usize), QueryError> {
    let mut characters = rest.char_indices();
    let mut length = rest.len();
    while let Some((place, c)) = characters.next() {
        if c == '\\' {
            if characters.next().is_none() {
                return Err(QueryError::new(start + place, "nothing follows `\\`"));
            }
        } else if is_blank(c) || (SIGNS.contains(c) && !"+-".contains(c)) {
            length = place;
            break;
        }
    }
    let kind = match &rest[..length] {
        "AND" | "&&" => TokenKind::And,
        "OR" | "||" => TokenKind::Or,
        "NOT" => TokenKind::Not,
        _ => TokenKind::Word,
    };
    Ok((kind, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part of a query with the first letter of what it is.
    fn kinds(text: &str) -> Vec<(String, String)> {
        let tokens = tokens(text).unwrap().into_iter();
        tokens
            .map(|token| (format!("{:?}", token.kind), text[token.span].to_owned()))
            .collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let expected: Vec<(String, String)> = expected
            .iter()
            .map(|&(kind, part)| (kind.to_owned(), part.to_owned()))
            .collect();
        assert_eq!(kinds(text), expected);
    }

    #[track_caller]
    fn check_refused(text: &str, problem: &str, offset: usize) {
        assert_eq!(tokens(text), Err(QueryError::new(offset, problem)));
    }

    #[test]
    fn operators_are_words_in_capitals_or_signs() {
        check(
            "a AND b||NOT !c",
            &[
                ("Word", "a"),
                ("And", "AND"),
                ("Word", "b||NOT"),
                ("Not", "!"),
                ("Word", "c"),
            ],
        );
        check(
            "+a -b && or",
            &[
                ("Plus", "+"),
                ("Word", "a"),
                ("Minus", "-"),
                ("Word", "b"),
                ("And", "&&"),
                ("Word", "or"),
            ],
        );
    }

    #[test]
    fn signs_before_a_blank_are_words_and_signs_inside_of_words_are_theirs() {
        check("a - b", &[("Word", "a"), ("Word", "-"), ("Word", "b")]);
        check("mother-in-law", &[("Word", "mother-in-law")]);
        check("a\\:\\ b", &[("Word", "a\\:\\ b")]);
    }

    #[test]
    fn boosts_and_phrases_are_one_part_each() {
        check(
            "a^0.25b^2.",
            &[
                ("Word", "a"),
                ("Boost", "^0.25"),
                ("Word", "b"),
                ("Boost", "^2"),
                ("Word", "."),
            ],
        );
        check(
            "\"good \\\" night\"^3",
            &[("Phrase", "\"good \\\" night\""), ("Boost", "^3")],
        );
    }

    #[test]
    fn what_is_no_part_of_a_query_is_refused_where_it_stands() {
        check_refused(
            "a ^b",
            "expected a number right after `^`, such as `^4` or `^0.25`",
            3,
        );
        check_refused("a \"b", "the quote is never closed", 2);
        check_refused("ab\\", "nothing follows `\\`", 2);
        check_refused(
            "rom*",
            "fields, wildcards, ranges and distances cannot be read; write `\\*` for the character itself",
            3,
        );
    }
}
