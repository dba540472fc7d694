//! What testing the properties of functions takes.

use super::TableKind;
use crate::check_costs::{CheckCost, MeasuredCost, check_costs};
use crate::findings::Findings;
use crate::published::Overhead;
use crate::{AnalysisError, Cell, Table};

pub(super) const OVERHEAD: TableKind = TableKind {
    name: "overhead",
    thesis: &["4.19", "4.20", "4.21", "4.22"],
    question: "How much longer does a program run when the properties of its functions are tested, and what does a test cost?",
    // A report without it is the same for every run of a study.
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let measured = check_costs(findings)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let of_subject: Vec<&MeasuredCost> = (measured.iter())
            .filter(|measured| measured.subject == *subject)
            .collect();
        if !of_subject.is_empty() {
            tables.push(table(findings, subject, &of_subject));
        }
    }
    Ok(tables)
}

fn table(findings: &Findings, subject: &str, measured: &[&MeasuredCost]) -> Table {
    let published = &findings.published;
    let title = "Processor time with and without tests of functions";
    let mut table = Table::new(OVERHEAD.name, title, OVERHEAD.question)
        .about(subject)
        .with_columns([
            ("data_set", "data set"),
            ("clone_tests", "clone"),
            ("fork_tests", "fork"),
            ("pod_tests", "pod"),
            ("tests", "tests"),
            ("plain_ms", "plain ms"),
            ("checked_ms", "checked ms"),
            ("ms_per_test", "ms per test"),
        ])
        .with_published_column("paper_tests", "paper: tests")
        .with_published_column("paper_plain_ms", "plain ms")
        .with_published_column("paper_checked_ms", "checked ms")
        .with_published_column("paper_ms_per_test", "ms per test");
    for one in measured {
        let beside = published.overhead(subject, &one.data_set);
        table
            .rows
            .push(row(&one.data_set, one.n_in, one.cost, beside));
    }
    let n_in = [0, 1, 2].map(|place| measured.iter().map(|one| one.n_in[place]).sum());
    let total = CheckCost::total(measured.iter().map(|one| one.cost));
    let beside = published.total_overhead(subject);
    table.rows.push(row("all", n_in, total, beside));
    table.notes.push(
        "Clone, fork, pod: tests on copies in the program, in copies of the process, and in copies that \
         leave files alone; those of properties with `batch` share a copy and count as fork. \
         Plain and checked: processor time of the original's run on the woven program, once each, the \
         copies included. Time is measured and not reproducible."
            .to_owned(),
    );
    table.notes.extend(published.notes_overhead(subject));
    table
}

fn row(name: &str, n_in: [u64; 3], cost: CheckCost, beside: Option<Overhead>) -> Vec<Cell> {
    let milliseconds = |seconds: f64| Cell::number(Some(1000.0 * seconds), 1);
    let mut row = vec![Cell::text(name)];
    row.extend(n_in.map(Cell::Count));
    row.extend([
        Cell::Count(cost.n_tests),
        milliseconds(cost.plain_seconds),
        milliseconds(cost.checked_seconds),
        Cell::number(cost.per_test(), 4),
    ]);
    match beside {
        Some(Overhead { cost, printed }) => row.extend([
            Cell::Count(cost.n_tests),
            milliseconds(cost.plain_seconds),
            milliseconds(cost.checked_seconds),
            Cell::number(printed, 1),
        ]),
        None => row.extend([const { Cell::Missing }; 4]),
    }
    row
}
