//! Where a mutant is in a file, from its first to just after its last character.

use serde::Serialize;

/// A line and a column in characters, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Position {
    pub line: u32,
    pub column: u32,
}

/// A stretch of a file; the end is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Location {
    pub start: Position,
    pub end: Position,
}

/// The stretch that starts here and holds this text; `None` when the file has another text there.
pub(crate) fn locate(source: &str, start: Position, text: &str) -> Option<Location> {
    let skipped = usize::try_from(start.line).ok()?.checked_sub(1)?;
    let offset: usize = source
        // Line ends stay with their lines, so that their bytes count.
        .split_inclusive('\n')
        .take(skipped)
        .map(str::len)
        .sum();
    let column = usize::try_from(start.column).ok()?.checked_sub(1)?;
    let line = source.get(offset..)?;
    let within = line.char_indices().map(|(at, _)| at).nth(column)?;
    // A file that was edited has something else there, and a report would show the wrong text.
    line[within..].strip_prefix(text)?;
    let mut end = start;
    for character in text.chars() {
        if character == '\n' {
            end.line += 1;
            end.column = 1;
        } else {
            end.column += 1;
        }
    }
    Some(Location { start, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn é() {\n    é(a\n        + b)\n}\n";

    #[track_caller]
    fn check(start: (u32, u32), text: &str, end: Option<(u32, u32)>) {
        let position = |(line, column)| Position { line, column };
        let found = locate(SOURCE, position(start), text);
        assert_eq!(found.map(|location| location.end), end.map(position));
    }

    #[test]
    fn a_location_ends_after_its_last_character_also_on_a_later_line() {
        check((2, 7), "a", Some((2, 8)));
        check((2, 7), "a\n        + b", Some((3, 12)));
    }

    #[test]
    fn a_file_with_another_text_there_has_no_location() {
        check((2, 7), "b", None);
        check((9, 1), "a", None);
        check((1, 99), "a", None);
    }
}
