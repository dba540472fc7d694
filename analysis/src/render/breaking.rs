//! Texts broken into lines.

/// The lines of a cell: broken between words, in a word that is too long for a line between its
/// pieces, and in a piece that is too long anywhere.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let lines = wrapped(text, width).into_iter();
    lines
        .flat_map(|line| {
            if line.chars().count() <= width {
                vec![line]
            } else {
                broken_word(&line, width)
            }
        })
        .collect()
}

fn broken_word(word: &str, width: usize) -> Vec<String> {
    // Pieces are counted in characters and not in bytes, as columns of a terminal are.
    let mut lines = vec![String::new()];
    for piece in pieces(word) {
        let characters: Vec<char> = piece.chars().collect();
        // A piece that is no longer than a line is a single part.
        for part in characters.chunks(width) {
            let line = lines.last_mut().expect("there is always a line");
            if line.is_empty() || line.chars().count() + part.len() <= width {
                line.extend(part);
            } else {
                lines.push(part.iter().collect());
            }
        }
    }
    lines
}

/// The pieces of a word that may stand in lines of their own, each with the mark it ends in.
pub(super) fn pieces(word: &str) -> Vec<&str> {
    const MARKS: [&str; 3] = ["::", "-", "/"];
    let mut pieces = Vec::new();
    let mut rest = word;
    loop {
        let ends = MARKS
            .iter()
            .filter_map(|mark| Some(rest.find(mark)? + mark.len()));
        match ends.min() {
            Some(end) if end < rest.len() => {
                let (piece, after) = rest.split_at(end);
                pieces.push(piece);
                rest = after;
            }
            _ => {
                pieces.push(rest);
                return pieces;
            }
        }
    }
}

/// Breaks a sentence between words, but not before a percent sign and not within a p-value.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    const NO_BREAK: &str = "\u{a0}";
    const KEPT: [&str; 3] = [" %", "p < ", "p = "];
    let kept = KEPT.iter().fold(text.to_owned(), |text, piece| {
        text.replace(piece, &piece.replace(' ', NO_BREAK))
    });
    let mut lines = vec![String::new()];
    for word in kept.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
        .iter()
        .map(|line| line.replace(NO_BREAK, " "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(broken(text, width), expected);
    }

    #[test]
    fn words_are_broken_after_marks_and_only_long_pieces_anywhere() {
        check("partial-oracle", 12, &["partial-", "oracle"]);
        check(
            "src/tree.rs::split/lt-to-ge/1",
            12,
            &["src/", "tree.rs::", "split/lt-to-", "ge/1"],
        );
        check("a word-by-word tale", 7, &["a", "word-", "by-word", "tale"]);
        check("unbreakable", 4, &["unbr", "eaka", "ble"]);
        check("a-", 1, &["a", "-"]);
    }
}
