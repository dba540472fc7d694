//! The column `total` of a wide table is the sum of the other columns in every row.
//!
//! Beside a column of mutants it may count each mutant once: then it is at least the largest number
//! and at most the sum.

use super::wide::{counts_up, is_share, is_total, is_wide, names};
use crate::audit::printed::{DENOMINATOR, Printed};
use crate::audit::recomputed::{Accuracy, Number, Recomputed, show};

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let names = names(table);
    let totals: Vec<&str> = table.columns().filter(|name| is_total(name)).collect();
    let [total] = totals[..] else {
        return Vec::new();
    };
    let is_part = |column: &&str| {
        *column != total
            && *column != DENOMINATOR
            && !names.contains(column)
            && !is_share(table, column)
    };
    let parts: Vec<&str> = table.columns().filter(is_part).collect();
    if !is_wide(table) {
        return Vec::new();
    }
    // A first column that counts up may be the rows' numbers or a part; it is what fits better.
    let without_first = match parts.split_first() {
        Some((first, others)) if table.columns().next() == Some(first) => {
            Some(others).filter(|_| counts_up(table, first))
        }
        _ => None,
    };
    let found = sums(table, &names, total, &parts);
    let n_wrong = |found: &[Recomputed]| {
        let wrong = found
            .iter()
            .filter(|number| number.accuracy == Accuracy::Wrong);
        wrong.count()
    };
    match without_first.map(|others| sums(table, &names, total, others)) {
        // Whether a column of numbers names rows or counts cannot be seen; the reading that adds up is right.
        Some(others) if !others.is_empty() && n_wrong(&others) < n_wrong(&found) => others,
        // With a single part besides, nothing tells which of the two it is.
        Some(others) if others.is_empty() && n_wrong(&found) > 0 => Vec::new(),
        _ => found,
    }
}

/// The totals of all rows; none with fewer than two parts.
fn sums(table: &Printed, names: &[&str], total: &str, parts: &[&str]) -> Vec<Recomputed> {
    if parts.len() < 2 {
        return Vec::new();
    }
    let may_overlap = table.has(DENOMINATOR);
    let mut found = Vec::new();
    for (place, row) in table.rows().enumerate() {
        let numbers: Option<Vec<f64>> = parts
            .iter()
            .map(|column| Some(Number::parse(row.get(column))?.value))
            .collect();
        let (Some(printed), Some(numbers)) = (Number::parse(row.get(total)), numbers) else {
            continue;
        };
        let sum: f64 = numbers.iter().sum();
        let largest = numbers.iter().copied().fold(0.0, f64::max);
        let name = row.place(names);
        let (accuracy, computed) = if may_overlap {
            let is_within = (largest..=sum).contains(&printed.value);
            let least = show(largest, printed.decimals);
            let most = show(sum, printed.decimals);
            (Accuracy::of(is_within), format!("{least} to {most}"))
        } else {
            (printed.shows(sum), show(sum, printed.decimals))
        };
        found.push(Recomputed {
            kind: "sum",
            place: match name.as_str() {
                "" => format!("row {} {total}", place + 1),
                name => format!("{name} {total}"),
            },
            printed: row.get(total).to_owned(),
            computed,
            accuracy,
        });
    }
    found
}
