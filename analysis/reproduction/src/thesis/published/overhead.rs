//! What the thesis reports on the time that tests of functions take.

use killrate_analysis::check_costs::CheckCost;
use killrate_analysis::{Overhead, Published, Topic};

use crate::thesis::names::our_data_sets;
use crate::tidy::{Line, Tidy, has};

/// The programs of the thesis: our name, and the table.
const SUBJECTS: [(&str, &str); 4] = [
    ("c45", "thesis_4_19_c45_overhead.csv"),
    ("martirank", "thesis_4_20_martirank_overhead.csv"),
    ("payl", "thesis_4_22_payl_overhead.csv"),
    ("svm", "thesis_4_21_svm_overhead.csv"),
];

/// The column of data sets, and its value on the line of totals.
const TOTAL: (&str, &str) = ("dataset", "total");

/// The files of these tables.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().map(|(_, file)| *file)
}

/// The table of a program.
pub(crate) fn file_of(subject: &str) -> Option<&'static str> {
    let known = SUBJECTS.iter().find(|(ours, _)| *ours == subject)?;
    Some(known.1)
}

/// Adds what tests took on each data set and on all, as printed.
pub(super) fn add(published: &mut Published, tidy: &Tidy) {
    for (subject, file) in SUBJECTS {
        for line in tidy.lines(file) {
            let (Some(name), Some(overhead)) = (line.get(TOTAL.0), overhead(line)) else {
                continue;
            };
            let data_sets: Vec<Option<String>> = if has(line, &[TOTAL]) {
                vec![None]
            } else {
                our_data_sets(name).into_iter().map(Some).collect()
            };
            for data_set in data_sets {
                let key = (subject.to_owned(), data_set);
                published.overheads.entry(key).or_insert(overhead);
            }
        }
        let topic = Topic::Overhead {
            subject: subject.to_owned(),
        };
        published.notes.insert(topic, notes(tidy, file));
    }
}

/// Where the numbers come from, and where they do not add up.
fn notes(tidy: &Tidy, file: &str) -> Vec<String> {
    let lines = tidy.lines(file);
    let mut notes = tidy.sources(file);
    let total = lines.iter().find(|line| has(line, &[TOTAL]));
    for column in ["uninstrumented", "instrumented", "tests_executed"] {
        let cells = lines.iter().filter(|line| !has(line, &[TOTAL]));
        let sum: f64 = cells.filter_map(|line| decimal(line, column)).sum();
        let printed = total.and_then(|line| decimal(line, column));
        // Times are printed to a tenth.
        if let Some(printed) = printed.filter(|printed| (printed - sum).abs() > 0.05) {
            notes.push(format!(
                "The published `{column}` adds up to {sum:.1}; the paper prints {printed:.1}, \
                 which is what stands here."
            ));
        }
    }
    notes
}

fn overhead(line: &Line) -> Option<Overhead> {
    Some(Overhead {
        cost: cost(line)?,
        printed: decimal(line, "ms_per_test_printed"),
    })
}

/// How many tests a line has, and both times.
pub(crate) fn cost(line: &Line) -> Option<CheckCost> {
    let is_in_milliseconds = has(line, &[("time_unit", "ms")]);
    let per_second = if is_in_milliseconds { 1000.0 } else { 1.0 };
    Some(CheckCost {
        n_tests: line.get("tests_executed")?.parse().ok()?,
        plain_seconds: decimal(line, "uninstrumented")? / per_second,
        checked_seconds: decimal(line, "instrumented")? / per_second,
    })
}

fn decimal(line: &Line, column: &str) -> Option<f64> {
    line.get(column)?.parse().ok()
}
