//! Cells of CSV that a spreadsheet would take for formulas.
//!
//! A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return may be run as a formula by
//! whatever opens the file, quoted or not. Spreadsheets take a leading apostrophe for "this is text".

use std::borrow::Cow;

const APOSTROPHE: char = '\'';

/// The cell as a spreadsheet may have it: with an apostrophe before what it would take for a formula.
/// Numbers stay as they are.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if begins_formula(cell) && cell.parse::<f64>().is_err() {
        format!("{APOSTROPHE}{cell}").into()
    } else {
        cell.into()
    }
}

/// The cell that [`guarded`] was given.
pub fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix(APOSTROPHE) {
        Some(rest) if begins_formula(rest) => rest,
        _ => cell,
    }
}

/// Whether the cell begins as formulas do, apart from apostrophes: one that has some of its own gets
/// one more, so that each guarded cell stands for one cell.
fn begins_formula(cell: &str) -> bool {
    let cell = cell.trim_start_matches(APOSTROPHE);
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_guarded_and_numbers_and_words_are_not() {
        for cell in [
            "=1+1", "+1+1", "-a", "-", "@SUM(A1)", "\tx", "\r=1", "'=1", "''-x",
        ] {
            assert_eq!(guarded(cell), format!("'{cell}"));
            assert_eq!(unguarded(&guarded(cell)), cell);
        }
        for cell in [
            "-3.5", "+4", "-1e-9", "", "a=b", "1-1", "'", "'a'", "x", "≥ 3",
        ] {
            assert_eq!(guarded(cell), cell);
            assert_eq!(unguarded(cell), cell);
        }
    }
}
