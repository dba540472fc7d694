//! Reports for programs.

use serde_json::{Map, Value, json};

use crate::{Cell, Estimate, Rate, Report, Table};

pub(super) fn render(report: &Report) -> String {
    let value = json!({
        "study": report.study,
        "seed": report.seed,
        "policy": report.policy,
        "headline": report.sentences(),
        "tables": report.tables.iter().map(table).collect::<Vec<Value>>(),
    });
    let text = serde_json::to_string_pretty(&value).expect("text and numbers always fit into JSON");
    text + "\n"
}

fn table(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(row);
        let fields: Map<String, Value> = cells
            .map(|(column, value)| (column.name.clone(), cell(value)))
            .collect();
        Value::Object(fields)
    });
    json!({
        "name": table.name,
        "subject": table.subject,
        "title": table.title,
        "question": table.question,
        "rows": rows.collect::<Vec<Value>>(),
        "notes": table.notes,
    })
}

fn cell(cell: &Cell) -> Value {
    match cell {
        Cell::Missing => Value::Null,
        Cell::Text(text) => json!(text.trim()),
        Cell::Count(count) => json!(count),
        Cell::Number { value, .. } => json!(value),
        Cell::Flag(flag) => json!(flag),
        Cell::Probability(p) => json!(p),
        Cell::Estimate(Estimate { percent, low, high }) => {
            json!({ "percent": percent, "low": low, "high": high })
        }
        Cell::Rate {
            measured,
            published,
        } => json!({
            "measured": measured.map(|measured| json!({
                "n": measured.n,
                "of": measured.of,
                "percent": measured.percent(),
                "low": measured.interval().map(|(low, _)| low),
                "high": measured.interval().map(|(_, high)| high),
            })),
            "published": published.map(|Rate { n, of }| json!({ "n": n, "of": of })),
            "points": measured.zip(*published).and_then(|(ours, theirs)| ours.points_above(theirs)),
        }),
    }
}
