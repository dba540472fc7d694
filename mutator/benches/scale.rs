//! How the weaver's own time and memory grow with the size of a crate.
//!
//! `cargo bench --package killrate-mutator --bench scale` makes crates of 5,000, 10,000 and 20,000
//! lines, once in files of 500 lines and once in a single file, and weaves each. What the compiler
//! takes for them is told apart: it is not the weaver's to change.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark measures time, prints, and has nobody to report to but the terminal"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use killrate_model::{Mutant, MutantClass, MutantStatus};
use killrate_mutator::{WeaveOptions, find, weave};

const SIZES: [usize; 3] = [5_000, 10_000, 20_000];
/// What the memory must stay below, in megabytes of a million bytes.
const MOST_MEMORY: u64 = 500;

fn main() {
    for (how, n_lines_per_file) in [("files of 500 lines", 500), ("one file", usize::MAX)] {
        for n_lines in SIZES {
            measure(how, n_lines, n_lines_per_file);
        }
    }
}

fn measure(how: &str, n_lines: usize, n_lines_per_file: usize) {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("package");
    let n_lines = write_package(&package, n_lines, n_lines_per_file.min(n_lines));
    let options = WeaveOptions {
        package,
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: MutantClass::PAPERS.into(),
        checks: None,
        watches: false,
        takes_many_inputs: false,
        tests: false,
        scratch: folder.path().join("scratch"),
    };
    let start = Instant::now();
    let n_candidates = find(&options).unwrap().mutants.len();
    let finding = start.elapsed();
    forget_peak();
    let (start, own, children) = (Instant::now(), cpu(11), cpu(13));
    let woven = weave(&options, &|_| ()).unwrap();
    let wall = start.elapsed();
    let (own, children) = (cpu(11) - own, cpu(13) - children);
    let memory = peak();
    let is_woven = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
    let n_woven = woven.mutants.iter().filter(is_woven).count();
    println!(
        "{n_lines} lines in {how}: {n_woven} of {n_candidates} mutants woven in {} rounds; weaver {:.2} s, {:.1} µs a line, {memory} MB (limit {MOST_MEMORY}); finding alone {:.2} s; compiler {:.1} s; in all {:.1} s",
        woven.n_rounds,
        own.as_secs_f64(),
        own.as_secs_f64() * 1e6 / n_lines as f64,
        finding.as_secs_f64(),
        children.as_secs_f64(),
        wall.as_secs_f64(),
    );
    assert!(memory < MOST_MEMORY, "weaving takes too much memory");
}

/// Writes a program of about this many lines, and says how many it is.
fn write_package(package: &Path, n_lines: usize, n_lines_per_file: usize) -> usize {
    let src = package.join("src");
    fs::create_dir_all(&src).unwrap();
    let manifest = "[package]\nname = \"sized\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    let n_functions_per_file = n_lines_per_file / N_LINES_OF_FUNCTION;
    let n_files = n_lines.div_ceil(n_lines_per_file);
    let (mut modules, mut calls) = (String::new(), String::new());
    let mut n_written = 0;
    for file in 0..n_files {
        writeln!(modules, "mod part_{file};").unwrap();
        let mut text = String::new();
        for number in 0..n_functions_per_file {
            text.push_str(&function(number));
            writeln!(
                calls,
                "    sum += part_{file}::work_{number}(&values, sum);"
            )
            .unwrap();
        }
        n_written += text.lines().count();
        fs::write(src.join(format!("part_{file}.rs")), text).unwrap();
    }
    let main = format!(
        "{modules}\nfn main() {{\n    let values = vec![1.5; 8];\n    let mut sum = 0;\n{calls}    println!(\"{{sum}}\");\n}}\n"
    );
    n_written += main.lines().count();
    fs::write(src.join("main.rs"), main).unwrap();
    n_written
}

const N_LINES_OF_FUNCTION: usize = 20;

/// A function with sites of every class, some of which the compiler refuses.
fn function(number: usize) -> String {
    format!(
        "\
pub fn work_{number}(values: &[f64], seed: i64) -> i64 {{
    let mut total = 0.0;
    let mut count = seed % 1{number}7;
    for index in 0..values.len() {{
        if values[index] > total || index == 3 {{
            total += values[index] * 2.0;
        }} else {{
            total -= 1.0;
        }}
    }}
    while count < 10 {{
        count += 1;
        if count * 2 >= 19 {{
            break;
        }}
    }}
    let text = format!(\"{{}}-{{}}\", total + 1.0, count - 1);
    (text.len() as i64 - count) / 2
}}

"
    )
}

/// The processor time in two fields of `/proc/self/stat`, counted from the one after the name: from
/// 11 on our own, from 13 on that of what we started and waited for.
fn cpu(first_field: usize) -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let times = fields.split_ascii_whitespace().skip(first_field).take(2);
    let ticks: u64 = times.map(|time| time.parse::<u64>().unwrap()).sum();
    // proc(5) counts in hundredths of a second.
    Duration::from_millis(ticks * 10)
}

/// Lets the kernel count the most resident memory anew; see proc(5) on `clear_refs`.
fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// The most memory that was resident since, in megabytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_ascii_whitespace().next());
    kibibytes.unwrap().parse::<u64>().unwrap() * 1024 / 1_000_000
}
