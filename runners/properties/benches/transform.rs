//! What transforming 10 MB of CSV costs, against copying them through the csv crate.
//!
//! `cargo bench -p killrate-properties --bench transform` prints one line for each transform, and
//! whether the dearest costs more than it may.

#![expect(clippy::print_stdout, reason = "a benchmark measures and prints")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use killrate_model::{Blob, FormatName, InputName, InputSpec, Interface, Request};
use killrate_properties::{FollowUp, Property};

const SIZE: usize = 10_000_000;
const N_COLUMNS: u64 = 10;
/// The two ways alternate, so that a busy moment of the machine hits both.
const N_ROUNDS: u32 = 5;
/// The system accounts processor time in steps of 4 ms; so many runs in a row make these small.
const N_REPEATS: u32 = 5;
/// How much longer than copying a transform may take.
const MOST: f64 = 3.0;
const CALLS: [&str; 10] = [
    "add(rows, 10)",
    "multiply(rows, 10)",
    "negate(rows)",
    "permute(rows)",
    "reverse(rows)",
    "remove(rows, 10%)",
    "duplicate(rows, 10%)",
    "repeat(rows, rows 1..1000)",
    "insert(rows, 10%)",
    "compose(rows, few)",
];

fn main() {
    let content = table();
    let name = InputName::new("rows").expect("it consists of letters");
    let few = InputName::new("few").expect("it consists of letters");
    let first_lines: Vec<&str> = content.split_inclusive('\n').take(1001).collect();
    let table = InputSpec {
        format: FormatName("csv".to_owned()),
        label: Some("label".to_owned()),
    };
    let interface = Interface {
        arguments: Vec::new(),
        inputs: [&name, &few]
            .map(|name| (name.clone(), table.clone()))
            .into(),
        numbers: [].into(),
        outputs: [].into(),
    };
    let source = Request {
        arguments: Vec::new(),
        inputs: [
            (name, Blob::new(content.as_bytes())),
            (few, Blob::new(first_lines.concat().into_bytes())),
        ]
        .into(),
        outputs: [].into(),
        seed: None,
        ..Request::default()
    };
    // `-- multiply` measures that alone.
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |call: &&str| {
        let mut wanted = wanted.iter().filter(|word| !word.starts_with('-'));
        wanted.clone().count() == 0 || wanted.any(|word| call.starts_with(word.as_str()))
    };
    let mut worst: f64 = 0.0;
    for call in CALLS.into_iter().filter(is_wanted) {
        let text = format!("if {call} then equal(stdout)");
        let property = Property::parse(&text).expect("the calls are right");
        let [mut copied, mut copied_raw, mut transformed] = [Duration::MAX; 3];
        for _ in 0..N_ROUNDS {
            copied = copied.min(measure(|| {
                assert_eq!(copy(content.as_bytes()).len(), content.len());
            }));
            copied_raw = copied_raw.min(measure(|| {
                assert_eq!(copy_raw(content.as_bytes()).len(), content.len());
            }));
            transformed = transformed.min(measure(|| {
                let follow_up = property.follow_up(&interface, &source, 1);
                assert!(matches!(black_box(follow_up), Ok(FollowUp::Request(_))));
            }));
        }
        let ratio = transformed.div_duration_f64(copied);
        worst = worst.max(ratio);
        println!(
            "{call}, best of {N_ROUNDS} × {N_REPEATS}: {:.0} ms, {ratio:.2} times the {:.0} ms of copying ({:.2} times the {:.0} ms of copying raw bytes)",
            transformed.as_secs_f64() * 1e3,
            copied.as_secs_f64() * 1e3,
            transformed.div_duration_f64(copied_raw),
            copied_raw.as_secs_f64() * 1e3,
        );
    }
    let outcome = if worst <= MOST { "met" } else { "missed" };
    println!(
        "the dearest takes {worst:.2} times as long as copying; the limit is {MOST}: {outcome}"
    );
}

/// Numbers with decimals, integers and a label, as data sets have them.
fn table() -> String {
    let mut text = String::with_capacity(SIZE + 100);
    for column in 0..N_COLUMNS {
        let _ = write!(text, "column-{column},");
    }
    text.push_str("label\n");
    let mut state: u64 = 1;
    while text.len() < SIZE {
        for column in 0..N_COLUMNS {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let number = state >> 44;
            let _ = match column % 2 {
                0 => write!(text, "{}.{:02},", number / 100, number % 100),
                _ => write!(text, "{number},"),
            };
        }
        text.push_str(["yes\n", "no\n"][(state >> 63) as usize]);
    }
    text
}

/// The same text after reading and writing every record, as the csv crate's own examples do it; like
/// a transform, it insists on UTF-8.
fn copy(content: &[u8]) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(content);
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(content.len()));
    for record in reader.records() {
        writer
            .write_record(&record.expect("it is CSV"))
            .expect("memory takes it");
    }
    writer.into_inner().expect("memory takes it")
}

/// The same in the fastest way that the csv crate has: one record for all, and any bytes.
fn copy_raw(content: &[u8]) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(content);
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(content.len()));
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).expect("it is CSV") {
        writer.write_byte_record(&record).expect("memory takes it");
    }
    writer.into_inner().expect("memory takes it")
}

/// Processor time, which a busy machine disturbs less than time on the clock.
fn measure(work: impl Fn()) -> Duration {
    let used = || {
        let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux has it");
        let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
        Duration::from_nanos(nanoseconds.expect("a number"))
    };
    let before = used();
    for _ in 0..N_REPEATS {
        work();
    }
    (used() - before) / N_REPEATS
}
