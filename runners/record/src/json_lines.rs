//! A whole record as JSON lines: one object per row, with the columns of the Parquet files.

use parquet::record::Field;
use serde_json::{Map, Value, json};

use crate::Record;
use crate::record::sorted;
use crate::table::{Cells, Column, Get, Row};

/// The key that says which table a line is of.
const TABLE: &str = "table";

/// Every fact of a record as JSON, a line each, in the order of the record.
///
/// The first line is the provenance. Every other line is a row: `table` names its table, and the
/// other keys are its columns. Numbers are written so that the same number is read again.
pub fn to_json_lines(record: &Record) -> String {
    let provenance =
        serde_json::to_value(&record.provenance).expect("texts and numbers have a JSON form");
    let mut text = String::new();
    push(
        &mut text,
        &json!({ TABLE: "provenance", "provenance": provenance }),
    );
    push_rows(&mut text, "mutants", &record.mutants);
    push_rows(&mut text, "reach", &record.reach);
    push_rows(&mut text, "fuel", &record.fuel);
    push_rows(&mut text, "outputs", &record.outputs);
    push_rows(&mut text, "lines", &record.lines);
    push_rows(&mut text, "same_code", &record.same_code);
    push_rows(&mut text, "verdicts", &record.verdicts);
    push_rows(&mut text, "chains", &record.chains);
    push_rows(&mut text, "skipped", &record.skipped);
    push_rows(&mut text, "costs", &record.costs);
    push_rows(&mut text, "check_costs", &record.check_costs);
    text
}

fn push(text: &mut String, line: &Value) {
    text.push_str(&line.to_string());
    text.push('\n');
}

fn push_rows<R: Row>(text: &mut String, table: &str, rows: &[R]) {
    for row in sorted(rows) {
        let cells =
            { R::COLUMNS.iter() }.map(|column| (column.name.to_owned(), cell(&column.get, row)));
        let mut line = Map::from_iter([(TABLE.to_owned(), json!(table))]);
        line.extend(cells);
        push(text, &Value::Object(line));
    }
}

/// The value of a column; `null` where there is none.
fn cell<R>(get: &Get<R>, row: &R) -> Value {
    match get {
        Get::Text(get) => json!(get(row)),
        Get::OptionalText(get) => json!(get(row)),
        Get::Bool(get) => json!(get(row)),
        Get::U32(get) => json!(get(row)),
        Get::U64(get) => json!(get(row)),
        Get::OptionalU64(get) => json!(get(row)),
        Get::F64(get) => json!(get(row)),
        Get::OptionalF64(get) => json!(get(row)),
    }
}

/// Why lines are no record.
#[derive(Debug, thiserror::Error)]
#[error(
    "line {line} is no part of a record: {problem}; write the lines again with `killrate export`"
)]
pub struct JsonLinesError {
    line: usize,
    problem: String,
}

/// The record that these lines were written from, processor times and qualities up to their last bit.
///
/// # Errors
/// When a line is no JSON, or is not a row with all columns of its table and no others.
pub fn from_json_lines(text: &str) -> Result<Record, JsonLinesError> {
    let mut provenance = None;
    let (mut mutants, mut reach, mut verdicts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut fuel, mut outputs) = (Vec::new(), Vec::new());
    let (mut lines, mut same_code, mut chains) = (Vec::new(), Vec::new(), Vec::new());
    let (mut skipped, mut costs, mut check_costs) = (Vec::new(), Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let on_line = |problem: String| JsonLinesError {
            line: index + 1,
            problem,
        };
        let mut line: Map<String, Value> =
            serde_json::from_str(line).map_err(|error| on_line(error.to_string()))?;
        let table = line.remove(TABLE);
        let read = match table.as_ref().and_then(Value::as_str) {
            Some("provenance") => line
                .remove("provenance")
                .ok_or_else(|| "there is no `provenance`".to_owned())
                .and_then(|value| serde_json::from_value(value).map_err(|e| e.to_string()))
                .map(|read| provenance = Some(read)),
            Some("mutants") => row(&line).map(|row| mutants.push(row)),
            Some("reach") => row(&line).map(|row| reach.push(row)),
            Some("fuel") => row(&line).map(|row| fuel.push(row)),
            Some("outputs") => row(&line).map(|row| outputs.push(row)),
            Some("lines") => row(&line).map(|row| lines.push(row)),
            Some("same_code") => row(&line).map(|row| same_code.push(row)),
            Some("verdicts") => row(&line).map(|row| verdicts.push(row)),
            Some("chains") => row(&line).map(|row| chains.push(row)),
            Some("skipped") => row(&line).map(|row| skipped.push(row)),
            Some("costs") => row(&line).map(|row| costs.push(row)),
            Some("check_costs") => row(&line).map(|row| check_costs.push(row)),
            _ => Err("its `table` is none of a record".to_owned()),
        };
        read.map_err(on_line)?;
    }
    let provenance = provenance.ok_or_else(|| JsonLinesError {
        line: 1,
        problem: "there is no line of the provenance".to_owned(),
    })?;
    Ok(Record {
        provenance,
        mutants,
        reach,
        fuel,
        outputs,
        lines,
        same_code,
        verdicts,
        chains,
        skipped,
        costs,
        check_costs,
    })
}

fn row<R: Row>(line: &Map<String, Value>) -> Result<R, String> {
    // What an older version wrote lacks the columns that were added since.
    let is_absent = |column: &Column<R>| column.is_added && !line.contains_key(column.name);
    let is_there = |column: &&Column<R>| !is_absent(column);
    // With as many columns as expected, and each of these found, there is no room for any other.
    let n_columns = R::COLUMNS.iter().filter(is_there).count();
    if line.len() != n_columns {
        return Err(format!("it has {} columns, not {n_columns}", line.len()));
    }
    let field = |column: &Column<R>| {
        if is_absent(column) {
            return Ok(Field::Null);
        }
        let value = line
            .get(column.name)
            .and_then(|value| field(&column.get, value));
        value.ok_or_else(|| format!("there is no `{}` of the right type", column.name))
    };
    let fields: Result<Vec<Field>, String> = R::COLUMNS.iter().map(field).collect();
    R::from_cells(&mut Cells::of(fields?)).map_err(|error| error.to_string())
}

/// A value as the type of its column; `None` when it is of another type.
fn field<R>(get: &Get<R>, value: &Value) -> Option<Field> {
    match get {
        Get::OptionalText(_) | Get::OptionalU64(_) | Get::OptionalF64(_) if value.is_null() => {
            Some(Field::Null)
        }
        Get::Text(_) | Get::OptionalText(_) => {
            value.as_str().map(|text| Field::Str(text.to_owned()))
        }
        Get::Bool(_) => value.as_bool().map(Field::Bool),
        Get::U32(_) => u32::try_from(value.as_u64()?).ok().map(Field::UInt),
        Get::U64(_) | Get::OptionalU64(_) => value.as_u64().map(Field::ULong),
        Get::F64(_) | Get::OptionalF64(_) => value.as_f64().map(Field::Double),
    }
}
