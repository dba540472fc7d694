//! Short words for what was seen.

/// As much of a line as evidence shows.
const MAX_QUOTE: usize = 60;
/// How much of what two long lines have in common is shown before their difference.
const LEAD: usize = 20;
/// The bound on a whole piece of evidence.
const MAX_DETAIL: usize = 300;

/// Two texts cut to where they differ.
pub(super) fn pair(left: &str, right: &str) -> (String, String) {
    let n_common = left
        .chars()
        .zip(right.chars())
        .take_while(|(left, right)| left == right)
        .count();
    let is_long = |text: &str| text.chars().count() > MAX_QUOTE;
    let n_skipped = if is_long(left) || is_long(right) {
        n_common.saturating_sub(LEAD)
    } else {
        0
    };
    (excerpt(left, n_skipped), excerpt(right, n_skipped))
}

/// The text cut to what evidence shows.
pub(super) fn quote(text: &str) -> String {
    excerpt(text, 0)
}

/// A number of things, in words: `1 line`, `2 lines`.
pub(super) fn count(n_things: usize, thing: &str) -> String {
    match n_things {
        1 => format!("1 {thing}"),
        n => format!("{n} {thing}s"),
    }
}

/// The text in one line of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    // One character more than is shown tells whether any is left out.
    let mut line: String = text
        .chars()
        .flat_map(escaped)
        .take(MAX_DETAIL + 1)
        .collect();
    if let Some((at, _)) = line.char_indices().nth(MAX_DETAIL) {
        line.truncate(at);
        line.push('…');
    }
    line
}

fn excerpt(text: &str, n_skipped: usize) -> String {
    let start = if n_skipped > 0 { "…" } else { "" };
    let rest = text.chars().skip(n_skipped);
    let end = if rest.clone().count() > MAX_QUOTE {
        "…"
    } else {
        ""
    };
    let shown: String = rest.take(MAX_QUOTE).flat_map(escaped).collect();
    format!("{start}{shown}{end}")
}

/// Control characters as escapes, so that evidence stays on its line.
fn escaped(c: char) -> impl Iterator<Item = char> + Clone {
    let escape = c.is_control().then(|| c.escape_debug());
    let plain = escape.is_none().then_some(c);
    escape.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_shown_whole_and_on_one_line() {
        assert_eq!(pair("a\n", "b"), ("a\\n".to_owned(), "b".to_owned()));
    }

    #[test]
    fn long_texts_are_cut_to_where_they_differ() {
        let left = format!("{}x{}", "a".repeat(100), "b".repeat(100));
        let right = format!("{}y", "a".repeat(100));
        let (left, right) = pair(&left, &right);
        assert_eq!(left, format!("…{}x{}…", "a".repeat(20), "b".repeat(39)));
        assert_eq!(right, format!("…{}y", "a".repeat(20)));
    }

    #[test]
    fn evidence_is_bounded() {
        assert_eq!(one_line("a\u{7}"), "a\\u{7}");
        assert_eq!(one_line(&"é".repeat(300)), "é".repeat(300));
        assert_eq!(one_line(&"é".repeat(301)), format!("{}…", "é".repeat(300)));
    }
}
