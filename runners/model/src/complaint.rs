//! What a program that failed says of it.

/// The line that tells most: what a panic says, else the last line.
///
/// A Rust program that panics says more than that: where it was, below a message of several lines its
/// backtrace, and last a note on how to get one.
pub fn complaint(stderr: &str) -> Option<&str> {
    let mut lines = stderr
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    if let Some(place) = lines.by_ref().find(|line| line.contains(PANICKED)) {
        // Older compilers tell the message and the place in one line, and a panic may have no message.
        let message = lines.next().filter(|line| !line.starts_with(NOTE));
        return message.or(Some(place));
    }
    stderr.trim().lines().last().filter(|line| !line.is_empty())
}

const PANICKED: &str = " panicked at ";
const NOTE: &str = "note: run with `RUST_BACKTRACE";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_by_its_own_line_and_anything_else_by_the_last() {
        let note = "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace";
        let panicked = "\nthread 'main' (7) panicked at src/main.rs:2:5:\n";
        for (stderr, expected) in [
            (
                format!("reading\n{panicked}no such row\n{note}\n"),
                Some("no such row"),
            ),
            (
                format!("{panicked}assertion failed\n  left: 1\nstack backtrace:\n   0: main\n"),
                Some("assertion failed"),
            ),
            (
                format!("thread 'main' panicked at 'no such row', src/main.rs:2:5\n{note}"),
                Some("thread 'main' panicked at 'no such row', src/main.rs:2:5"),
            ),
            (
                format!("thread 'main' panicked at src/main.rs:2:5:\n\n{note}"),
                Some("thread 'main' panicked at src/main.rs:2:5:"),
            ),
            (
                "Traceback:\n  File \"a.py\"\nValueError: no\n\n".to_owned(),
                Some("ValueError: no"),
            ),
            ("\n \n".to_owned(), None),
        ] {
            assert_eq!(complaint(&stderr), expected, "{stderr}");
        }
    }
}
