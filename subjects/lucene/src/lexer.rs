//! From a line of the query language to its tokens.

/// A piece of a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `AND` or `&&`: both neighbours must match.
    And,
    /// `OR` or `||`: what also holds between neighbours without a word.
    Or,
    /// `NOT` or `!`: what follows must not match.
    Not,
    /// `+`: what follows must match.
    Plus,
    /// `-`: what follows must not match.
    Minus,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A word as it was written, without the signs that protect its characters.
    Word(String),
    /// The text between two quotes.
    Quoted(String),
    /// `^` and the number behind it.
    Boost(f32),
}

/// Signs of the language that no word begins with.
const SIGNS: &str = "+-!():^[]\"{}~*?\\";

/// The tokens of a query, or what is wrong with it.
pub fn lex(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if is_blank(first) {
            rest = after;
            continue;
        }
        let (token, left) = match first {
            '(' => (Token::Open, after),
            ')' => (Token::Close, after),
            // Before a blank it is no operator but a word without letters.
            '+' | '-' | '!' if after.starts_with(is_blank) => {
                (Token::Word(first.to_string()), after)
            }
            '+' => (Token::Plus, after),
            '-' => (Token::Minus, after),
            '!' => (Token::Not, after),
            '^' => boost(after)?,
            '"' => quoted(after)?,
            '\\' => word(rest)?,
            _ if SIGNS.contains(first) => {
                return Err(format!(
                    "`{first}` is not supported; write `\\{first}` for the character itself"
                ));
            }
            _ => word(rest)?,
        };
        tokens.push(token);
        rest = left;
    }
    Ok(tokens)
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{3000}')
}

/// The number behind `^`: digits, and more behind a dot.
fn boost(rest: &str) -> Result<(Token, &str), String> {
    let mut end = digits(rest);
    if end == 0 {
        return Err("`^` has no number right behind it".to_owned());
    }
    if rest[end..].starts_with('.') {
        let n_decimals = digits(&rest[end + 1..]);
        if n_decimals > 0 {
            end += 1 + n_decimals;
        }
    }
    let number = rest[..end].parse().map_err(|_| "a boost is no number")?;
    Ok((Token::Boost(number), &rest[end..]))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn quoted(rest: &str) -> Result<(Token, &str), String> {
    let mut content = String::new();
    let mut characters = rest.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Ok((Token::Quoted(content), &rest[place + 1..])),
            '\\' => content.extend(characters.next().map(|(_, protected)| protected)),
            _ => content.push(character),
        }
    }
    Err("a quote is not closed".to_owned())
}

/// A word, which ends before a blank or a sign; plus and minus inside of it are its own.
fn word(rest: &str) -> Result<(Token, &str), String> {
    let mut content = String::new();
    let mut characters = rest.char_indices();
    let mut end = rest.len();
    let mut is_protected = false;
    while let Some((place, character)) = characters.next() {
        if character == '\\' {
            let Some((_, protected)) = characters.next() else {
                return Err("nothing follows `\\`".to_owned());
            };
            content.push(protected);
            is_protected = true;
        } else if is_blank(character) || (SIGNS.contains(character) && !"+-".contains(character)) {
            end = place;
            break;
        } else {
            content.push(character);
        }
    }
    let token = match content.as_str() {
        _ if is_protected => Token::Word(content),
        "AND" | "&&" => Token::And,
        "OR" | "||" => Token::Or,
        "NOT" => Token::Not,
        _ => Token::Word(content),
    };
    Ok((token, &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[Token]) {
        assert_eq!(lex(text).expect("it is a query"), expected);
    }

    #[track_caller]
    fn check_refused(text: &str, reason: &str) {
        assert_eq!(lex(text).expect_err("it is no query"), reason);
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    #[test]
    fn operators_are_words_in_capitals_or_signs() {
        check(
            "a AND b && c OR d || NOT e",
            &[
                word("a"),
                Token::And,
                word("b"),
                Token::And,
                word("c"),
                Token::Or,
                word("d"),
                Token::Or,
                Token::Not,
                word("e"),
            ],
        );
        check(
            "+a -b !c and",
            &[
                Token::Plus,
                word("a"),
                Token::Minus,
                word("b"),
                Token::Not,
                word("c"),
                word("and"),
            ],
        );
    }

    #[test]
    fn signs_before_a_blank_are_words() {
        check("a - b", &[word("a"), word("-"), word("b")]);
    }

    #[test]
    fn words_end_at_signs_but_not_at_hyphens() {
        check("mother-in-law", &[word("mother-in-law")]);
        check("a!b", &[word("a"), Token::Not, word("b")]);
        check("a(b)", &[word("a"), Token::Open, word("b"), Token::Close]);
        check("\\AND a\\:b", &[word("AND"), word("a:b")]);
    }

    #[test]
    fn boosts_are_digits_with_decimals() {
        check("a^2", &[word("a"), Token::Boost(2.0)]);
        check("a^0.25b", &[word("a"), Token::Boost(0.25), word("b")]);
        check("a^1e2", &[word("a"), Token::Boost(1.0), word("e2")]);
        check_refused("a^.5", "`^` has no number right behind it");
        check_refused("a^ 2", "`^` has no number right behind it");
    }

    #[test]
    fn quotes_hold_anything_but_quotes() {
        check(
            "\"lady (capulet)\"",
            &[Token::Quoted("lady (capulet)".to_owned())],
        );
        check("\"a \\\" b\"", &[Token::Quoted("a \" b".to_owned())]);
        check_refused("\"lady", "a quote is not closed");
    }

    #[test]
    fn what_we_do_not_search_for_is_refused() {
        check_refused(
            "rom*",
            "`*` is not supported; write `\\*` for the character itself",
        );
        check_refused("a\\", "nothing follows `\\`");
    }
}
