//! Changes of a text by its places.

use std::ops::Range;

/// A stretch of the marked text and what stands in its place.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// Whether it ends something, and so goes before what starts at the same place.
    pub(super) is_end: bool,
}

/// The text with every edit made.
pub(super) fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, !edit.is_end));
    let mut result = String::new();
    let mut copied = 0;
    for edit in edits {
        result.push_str(&text[copied..edit.range.start]);
        result.push_str(&edit.text);
        copied = edit.range.end;
    }
    result.push_str(&text[copied..]);
    result.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_go_before_starts_at_the_same_place() {
        let edit = |range, text: &str, is_end| Edit {
            range,
            text: text.to_owned(),
            is_end,
        };
        let edits = vec![
            edit(1..1, "(", false),
            edit(1..1, ")", true),
            edit(2..3, "", false),
        ];
        assert_eq!(edited("abc d", edits), "a)(b d");
    }
}
