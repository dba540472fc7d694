//! Changing a document by a transform.

use std::ops::RangeInclusive;

use killrate_model::Rng;

use crate::document::{Document, Row, is_missing};
use crate::formats::{FormatInfo, QUERY_COLUMN};
use crate::matrix::{self, Matrix, Shape};
use crate::number::Number;
use crate::query::{self, Query};
use crate::syntax::{RowRange, Scope, TransformCall};
use crate::transforms::transform::{Action, Constant};

/// Why a transform cannot do what it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// There is nothing to change; other transforms of the property may still do something.
    Idle(String),
    /// What was asked for is impossible with this content.
    Impossible(String),
}

/// Changes the document; numbers only in columns that `is_numeric` allows.
pub(crate) fn apply(
    call: &TransformCall,
    document: &mut Document<'_>,
    is_numeric: &[bool],
    format: &FormatInfo,
    rng: &mut Rng,
) -> Result<(), Obstacle> {
    let scope = rows_in_scope(&call.scope, document)?;
    match call.transform.action {
        Action::Numbers { change, keeps_zero } => {
            if document.omits_zeros && !keeps_zero {
                return Err(Obstacle::Impossible(
                    "zeros are not written here, so they cannot be changed".to_owned(),
                ));
            }
            let columns = columns_in_scope(&call.scope, document, is_numeric)?;
            let constant = match call.constant {
                Some(Constant::Number(number)) => number,
                // Transforms that take no number do not look at it.
                _ => Number::ZERO,
            };
            let change = |value| change(value, constant);
            change_numbers(document, &scope, &columns, change)
        }
        Action::Texts { change } => {
            let Some(Constant::Replacement { from, to }) = &call.constant else {
                unreachable!("the grammar demands two texts");
            };
            let columns = columns_to_change(&call.scope, document);
            change_texts(document, &scope, &columns, |value| {
                Ok(change(value, from, to))
            })
        }
        Action::Bytes { change } => {
            let columns = columns_to_change(&call.scope, document);
            change_texts(document, &scope, &columns, |value| {
                let changed = change(value, rng);
                changed.ok_or_else(|| {
                    Obstacle::Impossible(format!("`{value}` is not bytes in hexadecimal"))
                })
            })
        }
        Action::Queries { change, idle } => {
            let constant = call.constant.as_ref();
            change_queries(document, &scope, |query| change(query, constant), idle)
        }
        Action::Rows { arrange, .. } => {
            let scope = choose(scope, call.constant.as_ref(), rng)?;
            let order = arrange(document.rows(), &scope, rng);
            if order.is_empty() {
                return Err(Obstacle::Impossible("no row would be left".to_owned()));
            }
            let rows = document.rows();
            // Another order of equal rows reads like the old one and tests nothing.
            let is_same = order.len() == rows.len()
                && order
                    .iter()
                    .zip(rows)
                    .all(|(&index, row)| rows[index].text() == row.text());
            if is_same {
                return Err(Obstacle::Idle("it leaves all rows as they are".to_owned()));
            }
            document.arrange(&order);
            Ok(())
        }
        Action::NewRows { draw } => match &call.constant {
            Some(Constant::NewRows(texts)) => append(document, texts, format),
            amount => {
                let n_new = n_new(&scope, amount.as_ref())?;
                let columns = columns_to_change(&call.scope, document);
                let texts: Vec<String> = (0..n_new)
                    .map(|_| draw(document.rows(), &scope, &columns, rng))
                    .collect();
                append(document, &texts, format)
            }
        },
        Action::Compose => {
            let Some(Constant::NewRows(texts)) = &call.constant else {
                unreachable!("the rows stand in the place of the input's name");
            };
            if texts.is_empty() {
                Err(Obstacle::Idle("there are no rows to put".to_owned()))
            } else {
                append(document, texts, format)
            }
        }
        Action::Matrix { change } => change_matrix(document, format, |matrix| {
            change(matrix, call.constant.as_ref())
        }),
        Action::Both { .. } => unreachable!("two documents are changed by `apply_to_both`"),
    }
}

/// Changes two documents of a format by a transform that takes both.
pub(crate) fn apply_to_both<'a>(
    call: &TransformCall,
    one: &mut Document<'a>,
    other: &mut Document<'a>,
    format: &FormatInfo,
    rng: &mut Rng,
) -> Result<(), Obstacle> {
    let Action::Both { change, .. } = call.transform.action else {
        unreachable!("one document is changed by `apply`");
    };
    change(one, other, format, rng)
}

/// Makes another matrix of the one that a document holds.
pub(super) fn change_matrix(
    document: &mut Document<'_>,
    format: &FormatInfo,
    change: impl FnOnce(&mut Matrix) -> Result<(), Obstacle>,
) -> Result<(), Obstacle> {
    let text = document.write();
    let impossible = |problem: String| Obstacle::Impossible(problem);
    // What was read and changed by others so far need not be a matrix any more.
    let mut matrix = Matrix::read(&text).map_err(|error| impossible(error.problem))?;
    let before = matrix.clone();
    change(&mut matrix)?;
    if matrix == before {
        return Err(Obstacle::Idle("it leaves the matrix as it is".to_owned()));
    }
    let text = matrix.write();
    let changed = format.read(&text, None);
    *document = changed
        .map_err(|error| impossible(error.problem))?
        .into_owned();
    Ok(())
}

/// What a transform makes of a single number; `None` where it goes out of range.
pub(crate) fn change_number(call: &TransformCall, number: Number) -> Option<Number> {
    match (call.transform.action, &call.constant) {
        (Action::Numbers { change, .. }, Some(Constant::Number(constant))) => {
            change(number, *constant)
        }
        (Action::Numbers { change, .. }, _) => change(number, Number::ZERO),
        // Whether the transform is one of numbers has been checked.
        _ => None,
    }
}

/// More rows than anybody waits for.
const MOST_NEW_ROWS: u64 = 1_000_000;

/// How many rows are to be made from those in scope.
fn n_new(scope: &[usize], amount: Option<&Constant>) -> Result<u64, Obstacle> {
    let n_new = match amount {
        Some(Constant::Rows(n_new)) => *n_new,
        Some(Constant::Share(percent)) => share_of(scope.len(), *percent),
        _ => unreachable!("the grammar demands rows, a number or a share"),
    };
    if scope.is_empty() {
        let reason = "there is no row to draw values from".to_owned();
        return Err(Obstacle::Impossible(reason));
    }
    if n_new <= MOST_NEW_ROWS {
        Ok(n_new)
    } else {
        Err(Obstacle::Impossible(format!(
            "at most {MOST_NEW_ROWS} rows can be inserted"
        )))
    }
}

/// Puts rows of these texts after all others, if the format reads them as such.
fn append(
    document: &mut Document<'_>,
    texts: &[String],
    format: &FormatInfo,
) -> Result<(), Obstacle> {
    let n_before = document.rows().len();
    let alone = document.with_rows(texts);
    document.append(texts);
    let whole;
    // Most formats tell their columns before all rows; there the new rows are read without the others,
    // which would take as long again as the file did. Only the whole file shows what is wrong.
    let read = match read_new_rows(&alone, 0, texts, document, format) {
        Ok(read) => read,
        Err(_) => {
            whole = document.write();
            read_new_rows(&whole, n_before, texts, document, format)?
        }
    };
    document.place_cells(n_before, &read.rows()[read.rows().len() - texts.len()..]);
    Ok(())
}

/// What a text is read as, if these rows follow as many others, in the columns of a document.
fn read_new_rows<'a>(
    text: &'a str,
    n_before: usize,
    new: &[String],
    document: &Document<'_>,
    format: &FormatInfo,
) -> Result<Document<'a>, Obstacle> {
    let impossible = |problem: String| {
        let rows = if new.len() == 1 {
            "it is no row"
        } else {
            "they are no rows"
        };
        Obstacle::Impossible(format!("{rows} of this `{}` file: {problem}", format.name))
    };
    let read = format
        .read(text, None)
        .map_err(|error| impossible(error.to_string()))?;
    let after = read.rows().get(n_before..).unwrap_or_default();
    if !after
        .iter()
        .map(Row::text)
        .eq(new.iter().map(String::as_str))
    {
        return Err(impossible("it would be read as something else".to_owned()));
    }
    let names = |document: &Document<'_>| -> Vec<String> {
        let columns = document.columns.iter();
        columns.map(|column| column.name.clone()).collect()
    };
    if names(&read) == names(document) {
        Ok(read)
    } else {
        Err(impossible("there would be other columns".to_owned()))
    }
}

/// The indices of the rows that the scope names; all of them when it names none.
fn rows_in_scope(scope: &Scope, document: &Document<'_>) -> Result<Vec<usize>, Obstacle> {
    if let Some(shape) = document.shape {
        return entries_in_scope(scope, document, shape);
    }
    let n_rows = document.rows().len();
    let mut rows: Vec<usize> = (0..n_rows).collect();
    if let Some(range) = &scope.rows {
        let range = positions(range, n_rows as u64)?;
        rows.retain(|&row| range.contains(&(row as u64 + 1)));
    }
    if !scope.classes.is_empty() {
        let label = document.columns.iter().position(|column| column.is_label);
        let Some(label) = label else {
            return Err(Obstacle::Impossible("there is no label column".to_owned()));
        };
        for class in &scope.classes {
            // A class without rows would silently mean nothing, as a misspelt one does.
            let is_class = |&row: &usize| document.rows()[row].value(label) == Some(class);
            if !rows.iter().any(is_class) {
                return Err(Obstacle::Impossible(format!(
                    "there is no row of class `{class}`"
                )));
            }
        }
        rows.retain(|&row| {
            let class = document.rows()[row].value(label);
            class.is_some_and(|class| scope.classes.iter().any(|name| name == class))
        });
    }
    Ok(rows)
}

/// The positions of a range of rows, if there are as many.
fn positions(range: &RowRange, n_rows: u64) -> Result<RangeInclusive<u64>, Obstacle> {
    let first = range.first.unwrap_or(1);
    let last = range.last.unwrap_or(n_rows);
    // A range that reaches past the end would silently mean less than it says.
    if first > last || last > n_rows {
        return Err(Obstacle::Impossible(format!(
            "there are {n_rows} rows, not {range}"
        )));
    }
    Ok(first..=last)
}

/// The indices of the entries of a matrix in the rows and columns that the scope names.
fn entries_in_scope(
    scope: &Scope,
    document: &Document<'_>,
    shape: Shape,
) -> Result<Vec<usize>, Obstacle> {
    let impossible = |reason: String| Err(Obstacle::Impossible(reason));
    if !scope.classes.is_empty() {
        return impossible("the rows of a matrix have no class".to_owned());
    }
    let range = scope.rows.as_ref();
    let rows = range
        .map(|range| positions(range, shape.n_rows))
        .transpose()?;
    let mut columns = Vec::new();
    for name in &scope.columns {
        let position = name.parse().ok();
        let Some(position) = position.filter(|position| (1..=shape.n_columns).contains(position))
        else {
            return impossible(format!(
                "there are {} columns, counted from 1, and none is `{name}`",
                shape.n_columns
            ));
        };
        columns.push(position);
    }
    let is_chosen = |&index: &usize| {
        let (row, column) = matrix::place(document.rows()[index].text());
        rows.as_ref().is_none_or(|rows| rows.contains(&row))
            && (columns.is_empty() || columns.contains(&column))
    };
    Ok((0..document.rows().len()).filter(is_chosen).collect())
}

/// For each column, whether its values are to be changed: those named, else all but the label.
fn columns_to_change(scope: &Scope, document: &Document<'_>) -> Vec<bool> {
    let columns = document.columns.iter();
    columns
        .map(|column| {
            if scope.columns.is_empty() {
                !column.is_label
            } else {
                scope.columns.contains(&column.name)
            }
        })
        .collect()
}

/// For each column, whether its numbers are to be changed.
fn columns_in_scope(
    scope: &Scope,
    document: &Document<'_>,
    is_numeric: &[bool],
) -> Result<Vec<bool>, Obstacle> {
    let columns = document.columns.iter().zip(is_numeric);
    // The columns of a matrix have positions, by which its entries were chosen.
    if scope.columns.is_empty() || document.shape.is_some() {
        let is_chosen = columns.map(|(column, &is_numeric)| is_numeric && !column.is_label);
        return Ok(is_chosen.collect());
    }
    columns
        .map(|(column, &is_numeric)| {
            let is_named = scope.columns.contains(&column.name);
            if is_named && !is_numeric {
                Err(Obstacle::Impossible(format!(
                    "column `{}` is not numeric",
                    column.name
                )))
            } else {
                Ok(is_named)
            }
        })
        .collect()
}

fn change_numbers(
    document: &mut Document<'_>,
    rows: &[usize],
    columns: &[bool],
    change: impl Fn(Number) -> Option<Number>,
) -> Result<(), Obstacle> {
    let has_changed = document.change(rows, |column, value, text| {
        if !columns[column] || is_missing(value) {
            return Ok(false);
        }
        let Some(number) = Number::parse(value) else {
            return Ok(false);
        };
        match change(number) {
            // A number that stays the same keeps its printed form.
            Some(changed) if changed.cmp_value(number).is_eq() => Ok(false),
            Some(changed) => {
                changed.write_to(text);
                Ok(true)
            }
            None => Err(Obstacle::Impossible(format!(
                "`{value}` would go out of range"
            ))),
        }
    })?;
    if has_changed {
        Ok(())
    } else {
        Err(Obstacle::Idle("it finds no number to change".to_owned()))
    }
}

fn change_texts(
    document: &mut Document<'_>,
    rows: &[usize],
    columns: &[bool],
    mut change: impl FnMut(&str) -> Result<String, Obstacle>,
) -> Result<(), Obstacle> {
    let has_changed = document.change(rows, |column, value, text| {
        if !columns[column] {
            return Ok(false);
        }
        let changed = change(value)?;
        if changed == value {
            return Ok(false);
        }
        text.extend_from_slice(changed.as_bytes());
        Ok(true)
    })?;
    if has_changed {
        Ok(())
    } else {
        Err(Obstacle::Idle("it finds no text to change".to_owned()))
    }
}

fn change_queries(
    document: &mut Document<'_>,
    rows: &[usize],
    change: impl Fn(&mut Query<'_>) -> Result<bool, String>,
    idle: &str,
) -> Result<(), Obstacle> {
    let has_changed = document.change(rows, |column, value, text| {
        // What no query can be read from is not there: the format has been checked.
        let query = query::parse(value).ok();
        let Some(mut query) = query.filter(|_| column == QUERY_COLUMN) else {
            return Ok(false);
        };
        if !change(&mut query).map_err(Obstacle::Impossible)? {
            return Ok(false);
        }
        let changed = query.to_string();
        // A word such as `-` is one only where a blank follows, so not every place suits it.
        if changed == value || !query.is_read_from(&changed) {
            return Ok(false);
        }
        text.extend_from_slice(changed.as_bytes());
        Ok(true)
    })?;
    if has_changed {
        Ok(())
    } else {
        Err(Obstacle::Idle(idle.to_owned()))
    }
}

/// As many rows of the scope as the constant says, chosen at random; all without a constant.
fn choose(
    mut scope: Vec<usize>,
    amount: Option<&Constant>,
    rng: &mut Rng,
) -> Result<Vec<usize>, Obstacle> {
    let n_rows = scope.len();
    let n_chosen = match amount {
        Some(Constant::Rows(n_chosen)) => *n_chosen,
        Some(Constant::Share(percent)) => share_of(n_rows, *percent),
        Some(
            Constant::Number(_)
            | Constant::Replacement { .. }
            | Constant::NewRows(_)
            | Constant::Input(_)
            | Constant::Positions(..)
            | Constant::Absent { .. },
        )
        | None => return Ok(scope),
    };
    if n_chosen > n_rows as u64 {
        return Err(Obstacle::Impossible(format!(
            "there are {n_rows} rows to choose from, not {n_chosen}"
        )));
    }
    rng.shuffle(&mut scope);
    scope.truncate(n_chosen as usize);
    // Which rows are chosen is random; where they stand is not.
    scope.sort_unstable();
    Ok(scope)
}

/// The share of the rows, rounded up, so that any share of any row is at least one row.
fn share_of(n_rows: usize, percent: Number) -> u64 {
    let rows = Number::Exact {
        digits: n_rows as i128,
        decimals: 0,
    };
    let hundredth = Number::Exact {
        digits: 1,
        decimals: 2,
    };
    // On the decimals: in binary, 7% of 100 rows are 7.000000000000001, which would be 8 when
    // rounded up.
    rows.times(percent)
        .and_then(|product| product.times(hundredth))
        .map_or(0.0, |share| share.to_f64().ceil()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_rows_is_rounded_up() {
        for (n_rows, percent, n_chosen) in [
            (14, "10", 2),
            (10, "10", 1),
            (1, "0.1", 1),
            (150, "33.3", 50),
            (7, "100", 7),
            (0, "50", 0),
        ] {
            assert_eq!(share_of(n_rows, Number::parse(percent).unwrap()), n_chosen);
        }
    }

    #[test]
    fn rows_are_chosen_by_the_generator_and_stay_in_order() {
        let chosen = |seed| {
            let amount = Constant::Rows(5);
            choose((0..100).collect(), Some(&amount), &mut Rng::new(seed)).unwrap()
        };
        assert_eq!(chosen(1).len(), 5);
        assert!(chosen(1).is_sorted());
        assert_eq!(chosen(1), chosen(1));
        assert_ne!(chosen(1), chosen(2));
    }
}
