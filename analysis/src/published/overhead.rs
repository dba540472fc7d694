//! What the thesis reports on the time that tests of functions take.

use super::{Line, Published, TEXT_FIGURES, data_set_name, has};
use crate::check_costs::CheckCost;

/// The programs of the thesis: our name, and the table.
const SUBJECTS: [(&str, &str); 4] = [
    ("c45", "thesis_4_19_c45_overhead.csv"),
    ("martirank", "thesis_4_20_martirank_overhead.csv"),
    ("payl", "thesis_4_22_payl_overhead.csv"),
    ("svm", "thesis_4_21_svm_overhead.csv"),
];

/// The value of `dataset` on the line of totals.
const TOTAL: &str = "total";

/// A line of such a table.
pub(crate) struct Overhead {
    pub(crate) cost: CheckCost,
    /// Milliseconds per test, as printed.
    pub(crate) printed: Option<f64>,
}

/// The files of these tables.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().map(|(_, file)| *file)
}

impl Published {
    /// The line of a data set of ours, if the thesis has it.
    pub(crate) fn overhead(&self, subject: &str, data_set: &str) -> Option<Overhead> {
        self.line(subject, &data_set_name(data_set))
    }

    /// The line of totals, as printed.
    pub(crate) fn total_overhead(&self, subject: &str) -> Option<Overhead> {
        self.line(subject, TOTAL)
    }

    /// What tests took on each data set of the thesis.
    pub(crate) fn overheads(&self, subject: &str) -> Vec<CheckCost> {
        let cells = self.lines_of(subject).iter();
        let cells = cells.filter(|line| !has(line, &[("dataset", TOTAL)]));
        cells.filter_map(read).map(|line| line.cost).collect()
    }

    /// Milliseconds that the thesis's text gives for a test in a language.
    pub(crate) fn overhead_in_text(&self, language: &str) -> Option<f64> {
        let quantity = format!("overhead per test, {language}");
        let lines = self.tables.get(TEXT_FIGURES)?.iter();
        let line = { lines }.find(|line| has(line, &[("quantity", &quantity)]))?;
        number(line, "value")
    }

    /// Where the numbers come from, and where they do not add up.
    pub(crate) fn notes_overhead(&self, subject: &str) -> Vec<String> {
        let lines = self.lines_of(subject);
        let source = lines.first().and_then(|line| line.get("source"));
        let mut notes: Vec<String> = (source.iter())
            .map(|source| format!("Published: {source}."))
            .collect();
        let total = lines.iter().find(|line| has(line, &[("dataset", TOTAL)]));
        for column in ["uninstrumented", "instrumented", "tests_executed"] {
            let cells = lines
                .iter()
                .filter(|line| !has(line, &[("dataset", TOTAL)]));
            let sum: f64 = cells.filter_map(|line| number(line, column)).sum();
            let printed = total.and_then(|line| number(line, column));
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

    fn line(&self, subject: &str, data_set: &str) -> Option<Overhead> {
        let mut lines = self.lines_of(subject).iter();
        lines
            .find(|line| has(line, &[("dataset", data_set)]))
            .and_then(read)
    }

    fn lines_of(&self, subject: &str) -> &[Line] {
        let known = SUBJECTS.iter().find(|(ours, _)| *ours == subject);
        let lines = known.and_then(|(_, file)| self.tables.get(file));
        lines.map_or(&[], Vec::as_slice)
    }
}

fn read(line: &Line) -> Option<Overhead> {
    let per_second = if has(line, &[("time_unit", "ms")]) {
        1000.0
    } else {
        1.0
    };
    Some(Overhead {
        cost: CheckCost {
            n_tests: line.get("tests_executed")?.parse().ok()?,
            plain_seconds: number(line, "uninstrumented")? / per_second,
            checked_seconds: number(line, "instrumented")? / per_second,
        },
        printed: number(line, "ms_per_test_printed"),
    })
}

fn number(line: &Line, column: &str) -> Option<f64> {
    line.get(column)?.parse().ok()
}
