//! From the text of a property to its syntax tree.

use proc_macro2::{
    Delimiter, Group, Ident, LexError, Punct, Spacing, Span, TokenStream, TokenTree,
};
use syn::Expr;

use super::CheckError;
use super::options::Options;
use super::words::{MARK, Word, marked_word};
use super::written::{Written, code};

/// The name behind which a tolerance stands in a parsed property.
pub(crate) const WITHIN: &str = "κwithin";

/// A property of a function, parsed.
#[derive(Debug, Clone)]
pub(crate) struct Property {
    pub written: Written,
    pub options: Options,
    /// How many characters of the text are before the expression.
    n_skipped: usize,
    /// The expression with marks in place of backslashes; ranges of the tree are ranges of this.
    pub marked: String,
    pub tree: Expr,
}

impl Property {
    /// Reads a property.
    pub(crate) fn parse(written: Written) -> Result<Self, CheckError> {
        let text = written.without_rest().to_owned();
        let (options, expression) = match text.strip_prefix('[') {
            Some(rest) => {
                let end = rest
                    .find(']')
                    .ok_or_else(|| written.error(0, "its bracket is not closed; write `]`"))?;
                let options =
                    Options::parse(&rest[..end]).map_err(|message| written.error(1, message))?;
                (options, &rest[end + 1..])
            }
            None => (Options::default(), text.as_str()),
        };
        let n_skipped = text.chars().count() - expression.chars().count();
        let marked = written.marked(expression, n_skipped)?;
        let place = |at: usize| n_skipped + marked[..at.min(marked.len())].chars().count();
        if expression.trim().is_empty() {
            let message = "there is nothing behind `@meta`; write a boolean expression";
            return Err(written.error(n_skipped, message));
        }
        let tokens: TokenStream = marked.parse().map_err(|error: LexError| {
            let at = error.span().byte_range().start;
            let message = "this is no Rust; close brackets and quotes";
            written.error(place(at), message)
        })?;
        let tree = syn::parse2(readable(tokens)).map_err(|error| {
            // The end of a stream of tokens has no place of its own.
            let at = if error.to_string().starts_with("unexpected end of input") {
                marked.trim_end().len()
            } else {
                error.span().byte_range().start
            };
            let message = format!("{error}; write a boolean expression of Rust");
            written.error(place(at), message)
        })?;
        Ok(Self {
            written,
            options,
            n_skipped,
            marked,
            tree,
        })
    }

    /// The property in one line, whatever spaces and lines it was written with.
    pub(crate) fn canonical(&self) -> String {
        let text = self.marked.trim();
        let code_at: std::collections::BTreeSet<usize> = code(text).map(|(at, _)| at).collect();
        let mut line = String::new();
        for (at, c) in text.char_indices() {
            let is_space = c.is_whitespace() && code_at.contains(&at);
            match c {
                _ if is_space && line.ends_with(' ') => {}
                _ if is_space => line.push(' '),
                MARK => line.push('\\'),
                c => line.push(c),
            }
        }
        format!("@meta{} {line}", self.options.canonical())
    }

    /// An error at this byte of the marked expression.
    pub(crate) fn error(&self, at: usize, message: impl Into<String>) -> CheckError {
        let n_characters = self.marked[..at].chars().count();
        self.written.error(self.n_skipped + n_characters, message)
    }

    /// An error about the property as a whole.
    pub(crate) fn error_at_start(&self, message: impl Into<String>) -> CheckError {
        self.written.error(self.n_before(), message)
    }

    /// The line and the column at which the expression starts.
    pub(crate) fn position(&self) -> (u32, u32) {
        self.written.position(self.n_before())
    }

    /// How many characters are before the expression.
    fn n_before(&self) -> usize {
        let spaces = self.marked.chars().take_while(|c| c.is_whitespace());
        self.n_skipped + spaces.count()
    }
}

/// Makes Rust's expressions of the notation's: `κin { … }` becomes a call of a macro, and
/// `a == b within t` becomes `a == b && κwithin(t)`. Tokens that are added have the place of the
/// word that they stand for.
fn readable(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut made: Vec<TokenTree> = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => made.push(inside(&group, group.delimiter())),
            TokenTree::Ident(name) if is_set_word(&name) => {
                let span = name.span();
                made.push(TokenTree::Ident(name));
                if let Some(TokenTree::Group(group)) = tokens.peek()
                    && group.delimiter() == Delimiter::Brace
                {
                    made.push(punct('!', Spacing::Alone, span));
                    made.push(inside(group, Delimiter::Parenthesis));
                    tokens.next();
                }
            }
            TokenTree::Ident(name) if name == "within" && !made.is_empty() => {
                let mut tolerance = Vec::new();
                while let Some(next) = tokens.next_if(|next| !ends_tolerance(next)) {
                    tolerance.push(next);
                }
                let tolerance = readable(tolerance.into_iter().collect());
                let mut group = Group::new(Delimiter::Parenthesis, tolerance);
                group.set_span(name.span());
                made.push(punct('&', Spacing::Joint, name.span()));
                made.push(punct('&', Spacing::Alone, name.span()));
                made.push(TokenTree::Ident(Ident::new(WITHIN, name.span())));
                made.push(TokenTree::Group(group));
            }
            other => made.push(other),
        }
    }
    made.into_iter().collect()
}

fn inside(group: &Group, delimiter: Delimiter) -> TokenTree {
    let mut inside = Group::new(delimiter, readable(group.stream()));
    inside.set_span(group.span());
    TokenTree::Group(inside)
}

fn is_set_word(name: &Ident) -> bool {
    let word = marked_word(&name.to_string());
    matches!(word, Some(Word::In | Word::InRange))
}

fn punct(c: char, spacing: Spacing, span: Span) -> TokenTree {
    let mut punct = Punct::new(c, spacing);
    punct.set_span(span);
    TokenTree::Punct(punct)
}

/// What cannot be part of a tolerance.
fn ends_tolerance(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '|' | ';' | ',' | '='),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::instruments::checks::in_side_file;

    /// The property of this text, as in a side file in which it stands at line 2, column 8.
    pub(crate) fn parse(text: &str) -> Result<Property, CheckError> {
        let file = format!("f\n @meta{text}");
        let mut found = in_side_file("checks.txt", &file).unwrap();
        Property::parse(found.remove(0).1)
    }
}

#[cfg(test)]
mod tests {
    use super::testing::parse;

    #[track_caller]
    fn check_canonical(text: &str, expected: &str) {
        let canonical = parse(text).unwrap().canonical();
        assert_eq!(canonical, expected);
        let again = canonical.strip_prefix("@meta").unwrap();
        assert_eq!(parse(again).unwrap().canonical(), expected);
    }

    #[test]
    fn the_canonical_text_is_one_line() {
        check_canonical(
            "[after,fork,  M1]   sine( angle+2.0 *PI )\n   == \\result ; words",
            "@meta[M1, fork, after] sine( angle+2.0 *PI ) == \\result",
        );
        check_canonical(" f(\"a  b\") == \\result", "@meta f(\"a  b\") == \\result");
        check_canonical(
            " \\inrange{ f(x) ; 0 ;\n 1 } && a == b within 0.1",
            "@meta \\inrange{ f(x) ; 0 ; 1 } && a == b within 0.1",
        );
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        let error = parse(text).unwrap_err();
        let place = format!("{}:{} {}", error.line, error.column, error.message);
        assert!(place.starts_with(expected), "{place}");
    }

    #[test]
    fn errors_point_at_the_line_and_the_column() {
        check_error("", "2:7 there is nothing behind `@meta`");
        check_error(" f(x", "2:9 this is no Rust");
        check_error(" f(x) == \\sorted(x)", "2:16 there is no word `\\sorted`");
        check_error(" f(x) ==", "2:15 unexpected end of input");
        check_error(" f(x) ==\n  % y", "3:3 expected an expression");
        check_error(" é f(x)", "2:10 unexpected token");
        check_error("[M1 f(x)", "2:7 its bracket is not closed");
        check_error("[M1, twice it] f(x)", "2:8 `twice it` is no choice");
        check_error(" \\in{ x ; s ", "2:11 this is no Rust");
    }
}
