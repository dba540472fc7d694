//! Cells of the CSV that lists are printed as.

use killrate_model::guarded;

/// A text as a cell: in quotes, and never a formula.
pub(crate) fn cell(text: &str) -> String {
    format!("\"{}\"", guarded(text).replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_cell_and_no_formula() {
        assert_eq!(cell("=HYPERLINK(\"u\")"), "\"'=HYPERLINK(\"\"u\"\")\"");
        assert_eq!(cell("-3.5"), "\"-3.5\"");
    }
}
