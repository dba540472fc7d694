//! How long all tables of a large record take, and how much memory.
//!
//! `cargo bench --profile dist --package killrate-reproduction --bench tables [-- ROWS] [each]` makes a
//! record of ten million verdicts by rule, or of as many as named, and builds every table of it; with
//! `each`, also every kind of table by itself, to see where the time goes. The ordinary profile does
//! not optimise polars, so its times say nothing of large records.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark prints, measures time and has nobody to report to but the terminal"
)]

#[path = "../tests/report/large.rs"]
mod large;

use std::fs;
use std::path::Path;
use std::time::Instant;

use killrate_analysis::{Selection, analyse};
use killrate_model::{Digest, Rng};
use killrate_record::{Coder, NamedValues, Values, columns, columns_to_parquet};
use killrate_reproduction::papers;

/// What the requirement asks for.
const N_ROWS: u64 = 10_000_000;
/// The cases of a mutant: fifty properties on ten data sets with two seeds, and three more techniques
/// on the data sets.
const N_PROPERTIES: u64 = 50;
const N_DATA_SETS: u64 = 10;
const N_SEEDS: u64 = 2;
const N_CASES: u64 = N_DATA_SETS * (N_PROPERTIES * N_SEEDS + 3);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let n_rows = words.iter().find_map(|word| word.parse().ok());
    let n_mutants = u32::try_from(n_rows.unwrap_or(N_ROWS) / N_CASES)
        .unwrap()
        .max(1);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("large");
    let n_rows = make(&record, n_mutants);

    let policy = papers(None).policy("thesis").unwrap();
    forget_peak();
    let start = Instant::now();
    let report = analyse(&[&record], &papers(None), policy, Selection::All).unwrap();
    println!(
        "{n_rows} verdicts on {n_mutants} mutants: {} tables in {:.1} s, {:.2} GB at most",
        report.tables.len(),
        start.elapsed().as_secs_f64(),
        peak() as f64 / 1e6
    );
    if words.iter().any(|word| word == "each") {
        for kind in papers(None).tables() {
            forget_peak();
            let start = Instant::now();
            analyse(&[&record], &papers(None), policy, Selection::One(kind)).unwrap();
            println!(
                "{} alone, with what all need: {:.1} s, {:.2} GB at most",
                kind.name,
                start.elapsed().as_secs_f64(),
                peak() as f64 / 1e6
            );
        }
    }
}

/// Writes a record whose verdicts are made column by column, so that they need not be held as rows.
fn make(folder: &Path, n_mutants: u32) -> u64 {
    let mut record = large::large_record(n_mutants, 1);
    record.verdicts.clear();
    for row in &mut record.reach {
        row.data_set = large::name(&data_set(0));
    }
    killrate_record::write(folder, &record).unwrap();
    let ids = record.mutants.iter().map(|row| row.mutant.0.as_str());
    let verdicts = verdicts([columns::ORIGINAL].into_iter().chain(ids));
    let n_rows = verdicts[0].values.n_cells() as u64;
    let path = folder.join("verdicts.parquet");
    fs::write(&path, columns_to_parquet(&verdicts)).unwrap();
    sign(folder, &path);
    n_rows
}

fn data_set(number: u64) -> String {
    format!("data-{number}")
}

/// The verdicts on some variants: every property kills a share of its own.
fn verdicts<'a>(variants: impl Iterator<Item = &'a str>) -> Vec<NamedValues> {
    let mut rng = Rng::new(1);
    let properties: Vec<String> = (0..N_PROPERTIES)
        .map(|n| format!("property-{n:02}"))
        .collect();
    let data_sets: Vec<String> = (0..N_DATA_SETS).map(data_set).collect();
    let mut texts: [Coder<String>; 8] = Default::default();
    let mut seeds = Vec::new();
    for id in variants {
        let is_mutant = id != columns::ORIGINAL;
        for data_set in &data_sets {
            let mut add = |by: &str, name: &str, seed: Option<u64>, is_violated: bool| {
                let is_violated = is_mutant && is_violated;
                let verdict = if is_violated {
                    columns::VIOLATED
                } else {
                    columns::SATISFIED
                };
                let cause = is_violated.then_some("relation-broken");
                let detail = is_violated.then_some("line 1 differs");
                let row = [
                    Some("large"),
                    Some(id),
                    Some(by),
                    Some(name),
                    Some(data_set.as_str()),
                    Some(verdict),
                    cause,
                    detail,
                ];
                texts
                    .iter_mut()
                    .zip(row)
                    .for_each(|(coder, text)| coder.push(text));
                seeds.push(seed);
            };
            add("implicit", "ends-normally", None, false);
            add("partial-oracle", "known-output", None, rng.below(10) == 0);
            add("reference", "equals-original", None, true);
            for (place, name) in (1..).zip(&properties) {
                for of in 1..=N_SEEDS {
                    let is_violated = rng.below(20 * N_PROPERTIES) < place;
                    add("metamorphic", name, Some(of), is_violated);
                }
            }
        }
    }
    let basis = Values::of_texts(vec![Some("run"); seeds.len()]);
    let names = [
        columns::SUBJECT,
        columns::VARIANT,
        columns::TECHNIQUE,
        columns::PROPERTY,
        columns::DATA_SET,
        columns::VERDICT,
        columns::CAUSE,
        columns::DETAIL,
    ];
    let mut all: Vec<(&str, Values)> = names
        .into_iter()
        .zip(texts)
        .map(|(name, coder)| (name, Values::Text(coder.finish())))
        .collect();
    all.insert(5, (columns::SEED, Values::U64(seeds)));
    all.push((columns::BASIS, basis));
    let named = |(name, values): (&str, Values)| NamedValues {
        name: name.to_owned(),
        values,
    };
    all.into_iter().map(named).collect()
}

/// Puts the digest of the verdicts where a record has it.
fn sign(folder: &Path, verdicts: &Path) {
    let sums = folder.join("SHA256SUMS");
    let name = verdicts.file_name().unwrap().to_str().unwrap();
    let digest = Digest::of(&fs::read(verdicts).unwrap());
    let text = fs::read_to_string(&sums).unwrap();
    let lines = text.lines().map(|line| {
        if line.ends_with(name) {
            format!("{digest}  {name}\n")
        } else {
            format!("{line}\n")
        }
    });
    fs::write(&sums, lines.collect::<String>()).unwrap();
}

/// Starts the peak of memory again from what is held now.
fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// The most memory held since, in kilobytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
