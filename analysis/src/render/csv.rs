//! Reports for spreadsheets and data frames.

use killrate_model::guarded;

use crate::columns::SUBJECT;
use crate::{Cell, Estimate, Rate, Report, Table};

/// One table after the other, with an empty line and a comment between them; a single table is
/// plain CSV.
pub(super) fn render(report: &Report) -> String {
    let is_single = report.tables.len() == 1;
    let tables = report.tables.iter().map(|table| {
        let heading = match &table.subject {
            Some(subject) => format!("# {}: {subject}: {}\n", table.name, table.title),
            None => format!("# {}: {}\n", table.name, table.title),
        };
        let heading = if is_single { String::new() } else { heading };
        heading + &render_table(table)
    });
    tables.collect::<Vec<String>>().join("\n")
}

fn render_table(table: &Table) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let is_rate = |place: usize| {
        let mut cells = table.rows.iter().map(|row| &row[place]);
        // Without rows only the name can tell, and a heading must not depend on the rows.
        let is_named_rate = || table.rows.is_empty() && table.columns[place].name.ends_with(RATE);
        cells.any(|cell| matches!(cell, Cell::Rate { .. })) || is_named_rate()
    };
    let is_estimate = |place: usize| {
        let mut cells = table.rows.iter().map(|row| &row[place]);
        cells.any(|cell| matches!(cell, Cell::Estimate(_)))
    };
    // A table that has subjects as a column of its own says it there.
    let names_subject = !table.columns.iter().any(|column| column.name == SUBJECT);
    let mut heading = Vec::new();
    if names_subject {
        heading.push(SUBJECT.to_owned());
    }
    for (place, column) in table.columns.iter().enumerate() {
        let name = column.name.replace('-', "_");
        if is_rate(place) {
            heading.extend(PARTS.iter().map(|part| format!("{name}_{part}")));
        } else if is_estimate(place) {
            let ends = ["low", "high"].map(|end| format!("{name}_{end}"));
            heading.push(name);
            heading.extend(ends);
        } else {
            heading.push(name);
        }
    }
    let mut write = |record: &[String]| {
        writer
            .write_record(record)
            .expect("every row has as many cells as the heading");
    };
    write(&heading);
    for row in &table.rows {
        let mut record = Vec::new();
        if names_subject {
            record.push(table.subject.clone().unwrap_or_default());
        }
        for (place, cell) in row.iter().enumerate() {
            if is_rate(place) {
                record.extend(rate_parts(cell));
            } else if is_estimate(place) {
                record.extend(estimate_parts(cell));
            } else {
                record.push(plain(cell));
            }
        }
        write(&record);
    }
    let bytes = writer
        .into_inner()
        .expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("cells are text")
}

/// How names of columns of rates end in tables that may be empty.
const RATE: &str = "_rate";

/// What a rate is made of, in full.
const PARTS: [&str; 8] = [
    "n",
    "of",
    "percent",
    "low",
    "high",
    "published_n",
    "published_of",
    "points",
];

fn rate_parts(cell: &Cell) -> [String; 8] {
    // A weighted rate among others has no counts.
    if let Cell::Estimate(_) = cell {
        let mut parts = <[String; 8]>::default();
        parts[2..5].clone_from_slice(&estimate_parts(cell));
        return parts;
    }
    let (measured, published) = match cell {
        Cell::Rate {
            measured,
            published,
        } => (*measured, *published),
        _ => (None, None),
    };
    let number = |number: Option<f64>| number.map_or(String::new(), in_percent);
    let count = |rate: Option<Rate>, get: fn(Rate) -> u64| {
        rate.map_or(String::new(), |rate| get(rate).to_string())
    };
    let interval = measured.and_then(Rate::interval);
    [
        count(measured, |rate| rate.n),
        count(measured, |rate| rate.of),
        number(measured.and_then(Rate::percent)),
        number(interval.map(|(low, _)| low)),
        number(interval.map(|(_, high)| high)),
        count(published, |rate| rate.n),
        count(published, |rate| rate.of),
        number(
            measured
                .zip(published)
                .and_then(|(ours, theirs)| ours.points_above(theirs)),
        ),
    ]
}

/// The percentage and the ends of its interval.
fn estimate_parts(cell: &Cell) -> [String; 3] {
    match cell {
        Cell::Estimate(Estimate { percent, low, high }) => [*percent, *low, *high].map(in_percent),
        _ => <[String; 3]>::default(),
    }
}

fn in_percent(number: f64) -> String {
    format!("{number:.4}")
}

/// Missing evidence is an empty cell.
fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Missing | Cell::Rate { .. } | Cell::Estimate(_) => String::new(),
        Cell::Text(text) => guarded(text.trim()).into_owned(),
        Cell::Count(count) => count.to_string(),
        Cell::Number { value, .. } => value.to_string(),
        Cell::Flag(flag) => u8::from(*flag).to_string(),
        Cell::Probability(p) => p.to_string(),
    }
}
