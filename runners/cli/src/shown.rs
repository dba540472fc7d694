//! Text that others wrote, as a terminal may show it.
//!
//! Titles, names of files, messages of programs and cells of records may hold characters that a
//! terminal obeys: it would move the cursor, write over what was said, or show letters in another
//! order than they are in. Here they become what a reader can see.

use std::borrow::Cow;

/// The text with every character that a terminal would obey written as `\u001b`, as JSON writes it,
/// so that JSON stays the same value; line ends and tabs stay.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        // Lines of some files end in both, which moves nothing.
        let is_line_end = character == '\r' && characters.peek() == Some(&'\n');
        if is_obeyed(character) && !is_line_end {
            shown.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates of direction, and the separators of lines and
        // paragraphs.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // C0 with escape, delete, and C1.
        character => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        for (text, expected) in [
            ("plain, größe, 数\tand\n", "plain, größe, 数\tand\n"),
            ("\u{1b}[31mred\u{1b}[0m", "\\u001b[31mred\\u001b[0m"),
            ("\u{9b}2J\u{7f}\u{0}\u{8}", "\\u009b2J\\u007f\\u0000\\u0008"),
            ("over\rwritten\r\n", "over\\u000dwritten\r\n"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u202eb\\u2066c\\u200f"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({ "a\u{9b}": "\u{1b}]0;title\u{7}\u{202e}\u{7f}" });
        let text = serde_json::to_string(&value).unwrap();
        let read: serde_json::Value = serde_json::from_str(&shown(&text)).unwrap();
        assert_eq!(read, value);
    }
}
