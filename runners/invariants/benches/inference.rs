//! What inference costs per sample of 8 scalars and 2 sequences of 20 numbers, and that neither this
//! nor the memory that it takes grows with their number.
//!
//! `cargo bench --package killrate-invariants --bench inference` prints one line for each number of
//! samples, whether the dearest costs more than it may, and whether memory grew.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark measures and prints"
)]

use std::time::Instant;

use killrate_invariants::Engine;
use killrate_watch::{Depth, End, Observe, Row, Shape};

/// What a sample may cost, in microseconds.
const MOST: f64 = 2.0;

type Sample = (
    (i64, i64, i64, f64, f64, f64),
    (u32, f64),
    Vec<f64>,
    Vec<i64>,
);

/// How many times the peak of memory with the fewest samples that with the most may be.
const MOST_GROWTH: f64 = 1.05;

fn main() {
    let mut dearest: f64 = 0.0;
    let mut peaks = Vec::new();
    for n_samples in [1_000, 10_000, 100_000, 1_000_000] {
        let (each, n_invariants) = measure(n_samples);
        let peak = peak_of_memory();
        let shown = peak.map_or("unknown".to_owned(), |peak| format!("{peak:.1} MB"));
        println!(
            "{n_samples:>9} samples: {each:.3} µs each, {n_invariants} invariants, peak of memory {shown}"
        );
        peaks.extend(peak);
        // The first samples refute most candidates, and there are no fewer of those in a short trace.
        if n_samples >= 10_000 {
            dearest = dearest.max(each);
        }
    }
    let verdict = if dearest <= MOST { "within" } else { "OVER" };
    println!(
        "dearest sample from 10 000 samples on: {dearest:.3} µs, {verdict} the {MOST} µs it may cost"
    );
    if let [first, .., last] = peaks[..] {
        let growth = last / first;
        let verdict = if growth <= MOST_GROWTH {
            "within"
        } else {
            "OVER"
        };
        println!(
            "peak of memory with a thousand times the samples: {growth:.3} times, {verdict} the {MOST_GROWTH} it may be"
        );
    }
}

/// The most memory that this process ever had, in megabytes; `None` where the system does not tell.
fn peak_of_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// The microseconds that each sample took, and how many invariants there are.
fn measure(n_samples: u64) -> (f64, usize) {
    let mut shape = Shape::default();
    Sample::columns("x", Depth::TOP, &mut shape);
    // Ten functions, as in the measurements of Daikon that this is compared with.
    let names: Vec<String> = (0..10).map(|n| format!("src/lib.rs::f{n}")).collect();
    let mut engine = Engine::default();
    for name in &names {
        engine.declare(name, &shape, &Shape::default(), 1);
    }
    // Samples are made beforehand and come round again; making them is no part of inference.
    let rows: Vec<Row> = (0..1000).map(row).collect();
    let start = Instant::now();
    for n in 0..n_samples {
        let name = &names[(n % 10) as usize];
        engine.see_call(name, &rows[(n % 1000) as usize], End::Panicked);
    }
    engine.end_run();
    let elapsed = start.elapsed().as_secs_f64();
    (elapsed * 1e6 / n_samples as f64, engine.invariants().len())
}

/// A sample with numbers that have little to do with each other.
fn row(n: u64) -> Row {
    let random = |k: u64| {
        let mixed = (n * 64 + k + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
    };
    let float = |k: u64| random(k) as f64 / 1024.0 - 4096.0;
    let ints = (random(0) as i64 - 99, random(1) as i64 % 7, n as i64);
    let sample: Sample = (
        (ints.0, ints.1, ints.2, float(2), float(3), float(4)),
        (random(5) as u32, float(6)),
        (10..30).map(float).collect(),
        (30..50).map(|k| random(k) as i64).collect(),
    );
    let mut row = Row::default();
    sample.see(Depth::TOP, &mut row);
    row
}
