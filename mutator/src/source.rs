//! The text of a source file, and where things are in it.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;

/// A source file as written.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The path relative to the package, with forward slashes.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Where the part that was parsed starts: after a byte-order mark or a shebang line.
    parsed_from: usize,
    /// Where every line starts.
    line_starts: Vec<usize>,
}

/// Why a file has no syntax tree.
#[derive(Debug, thiserror::Error)]
#[error("cannot parse `{path}` at line {line}, column {column}: {message}; {advice}")]
pub struct ParseError {
    path: String,
    line: usize,
    column: usize,
    message: String,
    advice: String,
}

/// Names in the edition of 2015 that are keywords in all later ones, and to the parser in any.
const LATER_KEYWORDS: [&str; 4] = ["async", "await", "dyn", "try"];

impl Source {
    /// A file with this text.
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let parsed_from = start_of_code(&text);
        let newlines = text.match_indices('\n').map(|(newline, _)| newline + 1);
        let line_starts = std::iter::once(0).chain(newlines).collect();
        Self {
            path: path.into(),
            text,
            parsed_from,
            line_starts,
        }
    }

    /// The syntax tree.
    pub(crate) fn parse(&self) -> Result<syn::File, ParseError> {
        syn::parse_file(&self.text[self.parsed_from..]).map_err(|error| {
            let offset = self.parsed_from + error.span().byte_range().start;
            let (line, column) = self.position(offset);
            let code = &self.text[offset..];
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
            let word = &code[..code.find(|c| !is_of_name(c)).unwrap_or(code.len())];
            let advice = if LATER_KEYWORDS.contains(&word) {
                format!("write `r#{word}` if it is a name of the 2015 edition")
            } else {
                "make it compile before mutating it".to_owned()
            };
            ParseError {
                advice,
                path: self.path.clone(),
                line: line as usize,
                column: column as usize,
                message: error.to_string(),
            }
        })
    }

    /// Where this piece of the syntax tree is in the text.
    pub(crate) fn range_of(&self, node: &impl Spanned) -> Range<usize> {
        self.range(node.span())
    }

    /// Where this span is in the text.
    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        range.start + self.parsed_from..range.end + self.parsed_from
    }

    /// The text in this range.
    pub(crate) fn slice(&self, range: &Range<usize>) -> &str {
        &self.text[range.clone()]
    }

    /// The line and the column in characters, both from 1.
    pub(crate) fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let column = 1 + self.text[self.line_starts[line - 1]..offset]
            .chars()
            .count();
        // A source file of four billion lines does not fit the memory of the parser.
        (line as u32, column as u32)
    }

    /// The whole text with one range replaced.
    pub(crate) fn with(&self, range: &Range<usize>, replacement: &str) -> String {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        [before, replacement, after].concat()
    }
}

/// The parser leaves out a byte-order mark and a shebang line, and counts from what follows.
fn start_of_code(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let code = &text[mark..];
    let is_shebang = code
        .strip_prefix("#!")
        .is_some_and(|rest| !rest.trim_start().starts_with('['));
    if is_shebang {
        mark + code.find('\n').unwrap_or(code.len())
    } else {
        mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_place_of_first_function(text: &str, expected: (u32, u32)) {
        let source = Source::new("src/main.rs", text);
        let tree = source.parse().unwrap();
        let range = source.range_of(&tree.items[0]);
        assert!(source.slice(&range).starts_with("fn main()"));
        assert_eq!(source.position(range.start), expected);
    }

    #[test]
    fn places_are_right_after_a_mark_a_shebang_and_wide_characters() {
        check_place_of_first_function("fn main() {}", (1, 1));
        check_place_of_first_function("\u{feff}fn main() {}", (1, 2));
        check_place_of_first_function("#!/usr/bin/env x\n  fn main() {}", (2, 3));
        check_place_of_first_function("/* é🦀 */ fn main() { let é = 1; }", (1, 10));
    }

    #[test]
    fn an_inner_attribute_is_not_a_shebang() {
        check_place_of_first_function("#![allow(unused)] fn main() {}", (1, 19));
    }

    #[test]
    fn a_file_that_does_not_parse_is_named_with_its_place() {
        let error = Source::new("src/a.rs", "fn f() {\n  1 +\n}")
            .parse()
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot parse `src/a.rs` at line 3, column 1: unexpected end of input, expected an \
             expression; make it compile before mutating it"
        );
    }
}
