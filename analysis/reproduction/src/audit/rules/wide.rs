//! Tables as people print them: a row per thing, a column per number.

use crate::audit::printed::{KIND, Printed, SOURCE, TOTAL};
use crate::audit::recomputed::Number;

/// Parts of a column's name that say that its numbers are shares, means, bounds or the like, which have
/// no sum.
const SHARES: [&str; 33] = [
    "percent",
    "percentage",
    "pct",
    "%",
    "rate",
    "rates",
    "ratio",
    "ratios",
    "share",
    "shares",
    "score",
    "scores",
    "mean",
    "means",
    "average",
    "avg",
    "median",
    "low",
    "high",
    "lower",
    "upper",
    "min",
    "minimum",
    "max",
    "maximum",
    "std",
    "stddev",
    "sd",
    "deviation",
    "variance",
    "p",
    "ci",
    "printed",
];

/// Whether nothing but the names of rows and columns tells totals from other numbers.
pub(in crate::audit) fn is_wide(table: &Printed) -> bool {
    !table.is_tidy() && !table.has(KIND)
}

/// Whether a row or a column of this name is a total.
pub(in crate::audit) fn is_total(name: &str) -> bool {
    [TOTAL, "totals", "sum"].contains(&name.trim().to_lowercase().as_str())
}

/// The columns that name rows: those without a number, and those in which a row is called a total.
pub(in crate::audit) fn names(table: &Printed) -> Vec<&str> {
    let is_named = |column: &str| {
        let cells = || table.rows().map(|row| row.get(column));
        cells().any(is_total) || cells().all(|cell| Number::parse(cell).is_none())
    };
    let is_name = |column: &&str| *column != SOURCE && is_named(column);
    table.columns().filter(is_name).collect()
}

/// Whether the numbers of a column count up by one, as numbers of rows and years do.
pub(super) fn counts_up(table: &Printed, column: &str) -> bool {
    let numbers: Option<Vec<Number>> = table
        .rows()
        .map(|row| Number::parse(row.get(column)))
        .collect();
    let is_next = |pair: &[Number]| pair[1].value == pair[0].value + 1.0;
    numbers.is_some_and(|numbers| numbers.len() > 1 && numbers.windows(2).all(is_next))
}

/// Whether the numbers of a column are shares or the like.
pub(super) fn is_share(table: &Printed, column: &str) -> bool {
    let name = column.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric() && c != '%');
    let mut cells = table.rows().map(|row| row.get(column));
    words.any(|word| SHARES.contains(&word)) || cells.any(|cell| cell.ends_with('%'))
}
