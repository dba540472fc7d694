//! What tests of properties of functions cost: each sandbox, and the checks when they are off.
//!
//! `cargo bench --package killrate-study --bench functions [-- sandboxes | off]` prints ratios with the
//! limit of each.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark starts programs bare, prints, and has nobody to report to but the terminal"
)]

mod off;
mod sandboxes;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| {
        let is_named = words.iter().any(|word| word == name);
        is_named || !words.iter().any(|word| !word.starts_with("--"))
    };
    if is_wanted("sandboxes") {
        sandboxes::measure(folder.path());
    }
    if is_wanted("off") {
        off::measure(folder.path());
    }
}

/// Whether a number is as it should be, as a word.
fn verdict(number: f64, most: f64) -> &'static str {
    if number <= most { "within" } else { "OVER" }
}
