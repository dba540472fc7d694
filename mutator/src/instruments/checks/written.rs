//! Properties and `@random` as written: where they start and end in comments and side files, and the
//! place of each of their characters.

use crate::source::Source;

use super::CheckError;
use super::words::{self, MARK};

/// What is written about a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annotation {
    /// `@meta`: a property of it.
    Property,
    /// `@random`: what it returns is drawn from outside of the process.
    Random,
}

impl Annotation {
    /// What stands there, in words.
    pub(crate) fn thing(self) -> &'static str {
        match self {
            Self::Property => "the property",
            Self::Random => "`@random`",
        }
    }
}

/// The text of a property behind `@meta`, or `@random` with what is behind it, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub annotation: Annotation,
    /// The file, relative to the package.
    pub path: String,
    /// The text without what comments put at the start of lines.
    pub text: String,
    /// The line and the column at which each line of the text starts.
    places: Vec<(u32, u32)>,
}

/// One line of a comment or a side file.
struct Line<'a> {
    text: &'a str,
    place: (u32, u32),
}

impl Written {
    /// The line and the column of a character, counted in characters from the start of the text.
    pub(crate) fn position(&self, n_characters: usize) -> (u32, u32) {
        let before: String = self.text.chars().take(n_characters).collect();
        let n_lines = before.matches('\n').count();
        let (line, column) = self.places[n_lines];
        let in_line = before.rsplit('\n').next().unwrap_or_default();
        (line, column + in_line.chars().count() as u32)
    }

    /// An error at this character.
    pub(crate) fn error(&self, n_characters: usize, message: impl Into<String>) -> CheckError {
        let (line, column) = self.position(n_characters);
        CheckError {
            annotation: self.annotation,
            path: self.path.clone(),
            line,
            column,
            message: message.into(),
        }
    }

    /// The text up to the first semicolon that is in no brackets.
    pub(crate) fn without_rest(&self) -> &str {
        let mut depth = 0_i32;
        for (at, c) in code(&self.text) {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ';' if depth == 0 => return &self.text[..at],
                _ => {}
            }
        }
        &self.text
    }

    /// A text with every backslash of the notation replaced, so that Rust's parser reads it.
    pub(crate) fn marked(&self, text: &str, n_skipped: usize) -> Result<String, CheckError> {
        let mut marked = String::with_capacity(text.len() + 8);
        let mut copied = 0;
        for (at, c) in code(text) {
            if c != '\\' {
                continue;
            }
            let rest = &text[at + 1..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            let name = &rest[..end.unwrap_or(rest.len())];
            if words::word(name).is_none() {
                let n_before = n_skipped + text[..at].chars().count();
                let message = format!(
                    "there is no word `\\{name}`; the words of the notation are {}",
                    words::list()
                );
                return Err(self.error(n_before, message));
            }
            marked.push_str(&text[copied..at]);
            marked.push(MARK);
            copied = at + 1;
        }
        marked.push_str(&text[copied..]);
        Ok(marked)
    }
}

/// The properties in the doc comments at these ranges.
pub(crate) fn in_comments(source: &Source, ranges: &[std::ops::Range<usize>]) -> Vec<Written> {
    let mut lines = Vec::new();
    for range in ranges {
        let comment = source.slice(range);
        let inside = if comment.starts_with("/**") {
            3..comment.len().saturating_sub(2)
        } else if comment.starts_with("///") {
            3..comment.len()
        } else {
            continue;
        };
        let mut at = range.start + inside.start;
        for (index, text) in comment[inside].split('\n').enumerate() {
            let bare = text.trim_start();
            let text_of_line = match bare.strip_prefix('*') {
                Some(rest) if index > 0 => rest,
                _ => text,
            };
            let skipped = text.len() - text_of_line.len();
            lines.push(Line {
                text: text_of_line,
                place: source.position(at + skipped),
            });
            at += text.len() + 1;
        }
    }
    properties(&source.path, &lines)
}

/// The properties in a side file with the name of the function that each is about: a line that is
/// not indented names a function, and the lines below it are as in its doc comment.
pub(crate) fn in_side_file(path: &str, text: &str) -> Result<Vec<(String, Written)>, CheckError> {
    let mut found = Vec::new();
    let mut function = None;
    let mut lines: Vec<Line> = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        let place = (number, 1);
        let is_name = text.starts_with(|c: char| !c.is_whitespace() && c != '#');
        if is_name {
            found.extend(of_function(path, function.take(), &lines));
            lines.clear();
            function = Some(text.trim().to_owned());
        } else if !text.starts_with('#') {
            if function.is_none() && !text.trim().is_empty() {
                return Err(CheckError {
                    annotation: Annotation::Property,
                    path: path.to_owned(),
                    line: number,
                    column: 1,
                    message: "no function is named above it; write its name, such as \
                              `src/main.rs::sine`, on a line of its own that is not indented"
                        .to_owned(),
                });
            }
            lines.push(Line { text, place });
        }
    }
    found.extend(of_function(path, function, &lines));
    Ok(found)
}

fn of_function(path: &str, function: Option<String>, lines: &[Line]) -> Vec<(String, Written)> {
    let Some(function) = function else {
        return Vec::new();
    };
    let written = properties(path, lines).into_iter();
    written.map(|written| (function.clone(), written)).collect()
}

/// A property goes from `@meta` to the next one, to `@random`, or to an empty line.
fn properties(path: &str, lines: &[Line]) -> Vec<Written> {
    let mut found: Vec<Written> = Vec::new();
    let mut is_inside = false;
    for line in lines {
        let bare = line.text.trim_start();
        if let Some((annotation, text)) = start(bare) {
            let n_before = line.text.len() - text.len();
            found.push(Written {
                annotation,
                path: path.to_owned(),
                text: text.trim_end().to_owned(),
                places: vec![(line.place.0, line.place.1 + n_before as u32)],
            });
            is_inside = annotation == Annotation::Property;
        } else if bare.is_empty() {
            is_inside = false;
        } else if let (true, Some(property)) = (is_inside, found.last_mut()) {
            property.text.push('\n');
            property.text.push_str(line.text.trim_end());
            property.places.push(line.place);
        }
    }
    found
}

/// What starts with this line, and its text.
fn start(line: &str) -> Option<(Annotation, &str)> {
    let ends = |rest: &str| rest.starts_with(|c: char| c == '[' || c.is_whitespace());
    if let Some(rest) = line.strip_prefix("@meta")
        && (rest.is_empty() || ends(rest))
    {
        return Some((Annotation::Property, rest));
    }
    let rest = line.strip_prefix("@random")?;
    let is_random = rest.is_empty() || ends(rest) || rest.starts_with(';');
    is_random.then_some((Annotation::Random, line))
}

/// The characters of a text that are in no string and no character literal, with their places.
pub(crate) fn code(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        loop {
            let (at, c) = characters.next()?;
            let is_literal = c == '"' || c == '\'' && is_character(&text[at..]);
            if !is_literal {
                return Some((at, c));
            }
            while let Some((_, inside)) = characters.next() {
                if inside == '\\' {
                    characters.next();
                } else if inside == c {
                    break;
                }
            }
        }
    })
}

/// Whether what starts with a quote is a character and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut characters = text.chars().skip(1);
    let first_two = (characters.next(), characters.next());
    matches!(first_two, (Some('\\'), _) | (Some(_), Some('\'')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Vec<Written> {
        let source = Source::new("src/a.rs", text);
        let tree = source.parse().unwrap();
        let syn::Item::Fn(function) = &tree.items[0] else {
            panic!("not a function");
        };
        let ranges: Vec<_> = function.attrs.iter().map(|a| source.range_of(a)).collect();
        in_comments(&source, &ranges)
    }

    #[track_caller]
    fn check_texts(text: &str, expected: &[&str]) {
        let found = comments(text);
        let texts: Vec<&str> = found.iter().map(|written| written.text.as_str()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_property_ends_at_the_next_one_at_an_empty_line_and_at_the_end() {
        check_texts(
            "/// Doubles.\n/// @meta a\n///   && b\n/// @meta[N, fork] c\n///\n/// Words.\nfn f() {}",
            &[" a\n   && b", "[N, fork] c"],
        );
        check_texts("/** Words.\n * @meta a\n * b\n */\nfn f() {}", &[" a\n b"]);
        check_texts("/// @metadata\n#[doc = \"@meta x\"]\nfn f() {}", &[]);
    }

    #[test]
    fn every_character_has_its_place() {
        let found = comments("/// Words.\n    /// @meta é +\n    ///  x\nfn f() {}");
        let [written] = found.as_slice() else {
            panic!("one property, not {found:?}");
        };
        assert_eq!(written.position(1), (2, 15));
        assert_eq!(written.position(3), (2, 17));
        assert_eq!(written.text.chars().nth(7), Some('x'));
        assert_eq!(written.position(7), (3, 10));
    }

    #[test]
    fn a_semicolon_outside_of_brackets_ends_a_property() {
        let text = "/// @meta \\in{a;b} && s == \";\" && c == ';' ; and words\nfn f() {}";
        assert_eq!(
            comments(text)[0].without_rest(),
            " \\in{a;b} && s == \";\" && c == ';' "
        );
    }

    #[test]
    fn backslashes_in_literals_are_not_of_the_notation() {
        let found =
            comments("/// @meta \\result == \"\\n\\\"\" && '\\'' == c && \\old(a)\nfn f() {}");
        let written = &found[0];
        assert_eq!(
            written.marked(&written.text, 0).unwrap(),
            " κresult == \"\\n\\\"\" && '\\'' == c && κold(a)"
        );
    }

    #[test]
    fn a_side_file_names_functions() {
        let text = "# words\nsrc/a.rs::f\n    @meta a\n    @meta b\n\nsrc/a.rs::T::g\n  @meta c\n";
        let found = in_side_file("checks.txt", text).unwrap();
        let names: Vec<(&str, &str, (u32, u32))> = found
            .iter()
            .map(|(name, written)| (name.as_str(), written.text.as_str(), written.position(1)))
            .collect();
        assert_eq!(
            names,
            [
                ("src/a.rs::f", " a", (3, 11)),
                ("src/a.rs::f", " b", (4, 11)),
                ("src/a.rs::T::g", " c", (7, 9)),
            ]
        );
        let error = in_side_file("checks.txt", "  @meta a\n").unwrap_err();
        assert_eq!((error.line, error.column), (1, 1));
    }
}
