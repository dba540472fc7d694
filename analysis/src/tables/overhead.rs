//! What testing the properties of functions takes.

use super::TableKind;
use crate::check_costs::{CheckCost, MeasuredCost, check_costs, decimals};
use crate::findings::Findings;
use crate::{AnalysisError, Cell, Overhead, Table, Topic};

pub(super) const OVERHEAD: TableKind = TableKind {
    name: "overhead",
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
    let title = "Processor time with and without tests of functions, in milliseconds";
    let mut table = Table::new(OVERHEAD.name, title, OVERHEAD.question)
        .about(subject)
        .with_columns([
            ("data_set", "data set"),
            ("tests", "tests"),
            ("plain_ms", "plain"),
            ("checked_ms", "checked"),
            ("ms_per_test", "per test"),
        ])
        .with_published_column("paper_tests", "their tests")
        .with_published_column("paper_plain_ms", "plain")
        .with_published_column("paper_checked_ms", "checked")
        .with_published_column("paper_ms_per_test", "per test");
    for one in measured {
        let beside = published.overhead(subject, Some(&one.data_set));
        table.rows.push(row(&one.data_set, one.cost, beside));
    }
    let total = CheckCost::total(measured.iter().map(|one| one.cost));
    let beside = published.overhead(subject, None);
    table.rows.push(row("all", total, beside));
    let [clone, fork, pod]: [u64; 3] =
        [0, 1, 2].map(|place| measured.iter().map(|one| one.n_in[place]).sum());
    table.notes.push(format!(
        "Tests: {clone} on copies in the program (clone), {fork} in copies of the process (fork, those \
         with `batch` included, which share one), {pod} in copies that leave files alone (pod); the \
         record has them by data set."
    ));
    table.notes.push(
        "Plain and checked: the original's run on the woven program, once each, the copies included. \
         Time is measured and not reproducible."
            .to_owned(),
    );
    let topic = Topic::Overhead {
        subject: subject.to_owned(),
    };
    table.notes.extend(published.notes(&topic));
    table
}

fn row(name: &str, cost: CheckCost, beside: Option<Overhead>) -> Vec<Cell> {
    let milliseconds = |seconds: f64, decimals| Cell::number(Some(1000.0 * seconds), decimals);
    let mut row = vec![
        Cell::text(name),
        Cell::Count(cost.n_tests),
        milliseconds(cost.plain_seconds, 1),
        milliseconds(cost.checked_seconds, 1),
        Cell::number(cost.per_test(), cost.per_test().map_or(0, decimals)),
    ];
    match beside {
        Some(Overhead { cost, printed }) => row.extend([
            Cell::Count(cost.n_tests),
            milliseconds(cost.plain_seconds, 0),
            milliseconds(cost.checked_seconds, 0),
            Cell::number(printed, 1),
        ]),
        None => row.extend([const { Cell::Missing }; 4]),
    }
    row
}
