//! Tables as people print them: a row per thing, a column per number.

use crate::audit::check::Number;
use crate::audit::printed::{KIND, Printed, SOURCE, TOTAL};

/// Parts of a column's name that say that its numbers are shares, means or bounds, which have no sum.
const SHARES: [&str; 12] = [
    "percent", "%", "rate", "ratio", "share", "mean", "average", "avg", "median", "low", "high",
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

/// The columns that name rows: those without a number.
pub(in crate::audit) fn names(table: &Printed) -> Vec<&str> {
    let has_number = |column: &str| {
        let mut cells = table.rows().map(|row| row.get(column));
        cells.any(|cell| Number::parse(cell).is_some())
    };
    let is_name = |column: &&str| *column != SOURCE && !has_number(column);
    table.columns().filter(is_name).collect()
}

/// Whether the numbers of a column are shares or the like.
pub(super) fn is_share(table: &Printed, column: &str) -> bool {
    let name = column.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric() && c != '%');
    let mut cells = table.rows().map(|row| row.get(column));
    words.any(|word| SHARES.contains(&word)) || cells.any(|cell| cell.ends_with('%'))
}
