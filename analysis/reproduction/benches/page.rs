//! How long the web page of a record takes and how large it is.
//!
//! `cargo bench --package killrate-reproduction --bench page [-- RECORD...]` measures a made record of
//! 2,000 mutants and 50 properties, and every record that is named.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark prints, measures time and has nobody to report to but the terminal"
)]

#[path = "../tests/report/large.rs"]
mod large;

use std::path::{Path, PathBuf};
use std::time::Instant;

use killrate_analysis::{PageContext, page};
use killrate_reproduction::papers;

/// The page is made this often; the shortest time counts, the others waited for something else.
const N_ROUNDS: usize = 3;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("large");
    killrate_record::write(&made, &large::large_record(2000, 50)).unwrap();
    measure("2,000 mutants and 50 properties", &made);
    let named = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"));
    for record in named.map(PathBuf::from) {
        measure(&record.display().to_string(), &record);
    }
}

fn measure(name: &str, record: &Path) {
    let policy = papers(None).policy("thesis").unwrap();
    let rounds = (0..N_ROUNDS).map(|_| {
        let start = Instant::now();
        let page = page(&[record], &papers(None), policy, &PageContext::default()).unwrap();
        (start.elapsed(), page.len())
    });
    let (time, n_bytes) = rounds.min().unwrap();
    println!(
        "{name}: {:.2} s, {:.2} MB",
        time.as_secs_f64(),
        n_bytes as f64 / 1e6
    );
}
