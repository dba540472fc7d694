//! The smallest telling difference between two outputs, in one line.

use killrate_model::Blob;

/// How much of a line is quoted.
const QUOTED: usize = 60;

/// Where two different outputs first differ, and in how many lines.
pub(crate) fn describe(expected: &Blob, seen: &Blob) -> String {
    let (expected, seen) = (expected.to_text(), seen.to_text());
    let (expected, seen): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), seen.lines().collect());
    let first = (0..expected.len().max(seen.len())).find(|&i| expected.get(i) != seen.get(i));
    let Some(first) = first else {
        return "they differ in line endings only".to_owned();
    };
    let n_differing = (0..expected.len().max(seen.len()))
        .filter(|&i| expected.get(i) != seen.get(i))
        .count();
    let quote = |line: Option<&&str>| match line {
        Some(line) if line.chars().count() > QUOTED => {
            format!("`{}…`", line.chars().take(QUOTED).collect::<String>())
        }
        Some(line) => format!("`{line}`"),
        None => "nothing".to_owned(),
    };
    format!(
        "line {}: {} instead of {} ({n_differing} of {} lines differ)",
        first + 1,
        quote(seen.get(first)),
        quote(expected.get(first)),
        expected.len().max(seen.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str, seen: &str, description: &str) {
        let blob = |text: &str| Blob::new(text.as_bytes());
        assert_eq!(describe(&blob(expected), &blob(seen)), description);
    }

    #[test]
    fn the_first_differing_line_is_quoted_with_both_sides() {
        check(
            "a\nb\nc\n",
            "a\nx\ny\n",
            "line 2: `x` instead of `b` (2 of 3 lines differ)",
        );
    }

    #[test]
    fn a_missing_line_is_nothing() {
        check(
            "a\nb\n",
            "a\n",
            "line 2: nothing instead of `b` (1 of 2 lines differ)",
        );
        check(
            "",
            "a\n",
            "line 1: `a` instead of nothing (1 of 1 lines differ)",
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let long = "z".repeat(200);
        let description = format!(
            "line 1: `{}…` instead of `a` (1 of 1 lines differ)",
            &long[..60]
        );
        check("a", &long, &description);
    }

    #[test]
    fn outputs_that_differ_in_line_endings_say_so() {
        check("a\nb\n", "a\r\nb\r\n", "they differ in line endings only");
        check("a\n", "a", "they differ in line endings only");
    }
}
