//! Which part of the data a transform changes.

use std::fmt;

/// The columns and rows a transform is limited to; everything when nothing is named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// Names of columns; numbers in others stay.
    pub(crate) columns: Vec<String>,
    /// Positions of rows; others stay.
    pub(crate) rows: Option<RowRange>,
    /// Labels; rows with others stay.
    pub(crate) classes: Vec<String>,
}

/// Rows by position, from 1, both ends included; an end that is left out is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowRange {
    pub(crate) first: Option<u64>,
    pub(crate) last: Option<u64>,
}

impl fmt::Display for Scope {
    /// Prints the parts as further arguments of a call, each after a comma.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_names(f, "columns", &self.columns)?;
        if let Some(rows) = self.rows {
            write!(f, ", {rows}")?;
        }
        write_names(f, "class", &self.classes)
    }
}

impl fmt::Display for RowRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (Some(first), Some(last)) if first == last => write!(f, "rows {first}"),
            (Some(first), Some(last)) => write!(f, "rows {first}..{last}"),
            (Some(first), None) => write!(f, "rows {first}.."),
            (None, Some(last)) => write!(f, "rows ..{last}"),
            (None, None) => write!(f, "rows .."),
        }
    }
}

/// Prints a text so that it reads back as one value: bare where possible, else in quotes.
pub(super) fn write_value(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if !text.is_empty() && text.chars().all(is_bare) {
        return f.write_str(text);
    }
    write_quoted(f, text)
}

/// Prints a text in quotes.
pub(crate) fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    // Backslashes come first, or those that hide quotes would be doubled.
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    write!(f, "\"{escaped}\"")
}

/// Whether a character may be part of a value without quotes.
pub(super) fn is_bare(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, ',' | '(' | ')' | '"' | '\\')
}

fn write_names(f: &mut fmt::Formatter<'_>, keyword: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    write!(f, ", {keyword}")?;
    for name in names {
        f.write_str(" ")?;
        write_value(f, name)?;
    }
    Ok(())
}
