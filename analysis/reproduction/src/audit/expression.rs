//! Numbers computed from the cells of tables.
//!
//! An expression has `+`, `-`, `*`, `/`, brackets, numbers and cells. Cells are named by the start of
//! a file's name and the values of columns, `thesis_4_05[subject=SVM, region=both]`, and by a column
//! after a point where it is not `value`; several rows are summed. `min` of cells is the least of
//! them, and `n_more(A, B)` the number of rows of A that have more than the row of B at the same place.
//! `n_rows` counts rows whatever they hold.

use super::printed::{Printed, PrintedRow, VALUE};
use super::recomputed::Number;

/// What an expression comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Computed {
    pub(super) value: f64,
    /// The digits after the point of the first cell.
    pub(super) decimals: i32,
    /// The place of the first table that it looks at; `None` when it looks at none.
    pub(super) table: Option<usize>,
}

/// The value of an expression over the cells of these tables.
///
/// # Errors
/// When it cannot be read, no row fits, or a cell is no number; the text says which.
pub(super) fn evaluate(text: &str, tables: &[Printed]) -> Result<Computed, String> {
    let mut reader = Reader {
        rest: text,
        tables,
        first: None,
    };
    let value = reader.sum()?;
    reader.skip_spaces();
    if !reader.rest.is_empty() {
        return Err(format!("`{}` is left over", reader.rest));
    }
    let first = reader.first;
    Ok(Computed {
        value,
        decimals: first.map_or(0, |(_, decimals)| decimals),
        table: first.map(|(table, _)| table),
    })
}

struct Reader<'a> {
    rest: &'a str,
    tables: &'a [Printed],
    /// The table of the first cell, and its digits.
    first: Option<(usize, i32)>,
}

impl<'a> Reader<'a> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Whether the text goes on with this, which is then passed.
    fn takes(&mut self, mark: &str) -> bool {
        self.skip_spaces();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, mark: &str) -> Result<(), String> {
        if self.takes(mark) {
            Ok(())
        } else {
            Err(format!("there is no `{mark}` before `{}`", self.rest))
        }
    }

    /// The text up to the first of these marks, without spaces around it.
    fn until(&mut self, marks: &[char]) -> &'a str {
        let end = self.rest.find(marks).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text.trim()
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut sum = self.product()?;
        loop {
            if self.takes("+") {
                sum += self.product()?;
            } else if self.takes("-") {
                sum -= self.product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut product = self.factor()?;
        loop {
            if self.takes("*") {
                product *= self.factor()?;
            } else if self.takes("/") {
                let divisor = self.factor()?;
                if divisor == 0.0 {
                    return Err("it divides by zero".to_owned());
                }
                product /= divisor;
            } else {
                return Ok(product);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, String> {
        if self.takes("(") {
            let value = self.sum()?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.takes("n_rows(") {
            let (table, conditions, _) = self.selection()?;
            self.expect(")")?;
            let rows = table.rows().filter(|row| fits(*row, &conditions));
            return Ok(rows.count() as f64);
        }
        if self.takes("min(") {
            let cells = self.cells()?;
            self.expect(")")?;
            return Ok(cells.into_iter().fold(f64::INFINITY, f64::min));
        }
        if self.takes("n_more(") {
            let more = self.cells()?;
            self.expect(",")?;
            let fewer = self.cells()?;
            self.expect(")")?;
            if more.len() != fewer.len() {
                let (n_more, n_fewer) = (more.len(), fewer.len());
                return Err(format!("{n_more} rows cannot stand beside {n_fewer}"));
            }
            let pairs = more.into_iter().zip(fewer);
            return Ok(pairs.filter(|(more, fewer)| more > fewer).count() as f64);
        }
        self.skip_spaces();
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest;
            let number = Number::parse(number).ok_or(format!("`{number}` is no number"))?;
            return Ok(number.value);
        }
        Ok(self.cells()?.into_iter().sum())
    }

    /// The numbers of the rows that a name and its conditions fit.
    fn cells(&mut self) -> Result<Vec<f64>, String> {
        let (table, conditions, column) = self.selection()?;
        let mut numbers = Vec::new();
        for row in table.rows().filter(|row| fits(*row, &conditions)) {
            let cell = row.get(column);
            let number = Number::parse(cell)
                .ok_or_else(|| format!("`{cell}` in `{}` is no number", table.file))?;
            let mut places = self.tables.iter();
            let place = places.position(|known| std::ptr::eq(known, table));
            if self.first.is_none() {
                self.first = place.map(|place| (place, number.decimals));
            }
            numbers.push(number.value);
        }
        // A sum over no row is 0 and would look like a number that was found.
        if numbers.is_empty() {
            Err(format!("no row of `{}` fits", table.file))
        } else {
            Ok(numbers)
        }
    }

    /// A table, what its rows must have, and the column that is asked for.
    fn selection(&mut self) -> Result<(&'a Printed, Conditions<'a>, &'a str), String> {
        self.skip_spaces();
        let name = self.until(&['[', '+', '*', '/', ')', ' ']);
        self.expect("[")?;
        let mut conditions = Vec::new();
        while !self.takes("]") {
            let column = self.until(&['=', ']']);
            self.expect("=")?;
            let value = if self.takes("'") {
                let value = self.until(&['\'']);
                self.expect("'")?;
                value
            } else {
                self.until(&[',', ']'])
            };
            conditions.push((column, value));
            if self.rest.is_empty() {
                return Err("there is no `]` at the end".to_owned());
            }
            self.takes(",");
        }
        let column = match self.rest.strip_prefix('.') {
            Some(rest) => {
                let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
                let (column, rest) = rest.split_at(end);
                self.rest = rest;
                column
            }
            None => VALUE,
        };
        let is_named = |table: &&Printed| !name.is_empty() && table.file.starts_with(name);
        let table = self.tables.iter().find(is_named);
        let table =
            table.ok_or_else(|| format!("there is no table whose file starts with `{name}`"))?;
        let mut columns = conditions.iter().map(|(column, _)| *column).chain([column]);
        match columns.find(|column| !table.has(column)) {
            Some(column) => Err(format!("`{}` has no column `{column}`", table.file)),
            None => Ok((table, conditions, column)),
        }
    }
}

/// The values that columns must have.
type Conditions<'a> = Vec<(&'a str, &'a str)>;

fn fits(row: PrintedRow<'_>, conditions: &Conditions<'_>) -> bool {
    let mut conditions = conditions.iter();
    conditions.all(|(column, value)| row.get(column) == *value)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn tables() -> Vec<Printed> {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            (
                "kills.csv",
                "subject,technique,value\na,x,3\na,y,2.5\nb,x,4\n",
            ),
            ("wide.csv", "of,n,note\n\"one, two\",7,-\nthree,1,?\n"),
        ];
        files
            .map(|(name, text)| {
                let path = folder.path().join(name);
                fs::write(&path, text).unwrap();
                Printed::read(&path).unwrap().remove(0)
            })
            .into()
    }

    #[track_caller]
    fn check(text: &str, expected: Result<f64, &str>) {
        let found = evaluate(text, &tables()).map(|computed| computed.value);
        assert_eq!(found, expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn cells_are_chosen_by_columns_and_summed() {
        check("kills[subject=a, technique=x]", Ok(3.0));
        check("kills[technique=x]", Ok(7.0));
        check("min(kills[])", Ok(2.5));
        check(
            "n_rows(kills[technique=x]) + n_rows(kills[technique=none])",
            Ok(2.0),
        );
        check("wide[of='one, two'].n", Ok(7.0));
        check("kills[subject=a] * 2 - (wide[].n + 1) / 3", Ok(8.0));
        check(
            "100 * kills[subject=b] / kills[technique=x]",
            Ok(400.0 / 7.0),
        );
    }

    #[test]
    fn rows_are_compared_place_by_place() {
        check("n_more(kills[subject=a], wide[].n)", Ok(1.0));
        check(
            "n_more(kills[], wide[].n)",
            Err("3 rows cannot stand beside 2"),
        );
    }

    #[test]
    fn the_first_cell_gives_the_digits_and_the_table() {
        let computed = evaluate("1 + kills[technique=y] + wide[].n", &tables()).unwrap();
        assert_eq!((computed.decimals, computed.table), (1, Some(0)));
        assert_eq!(evaluate("1 + 2", &tables()).unwrap().table, None);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        check(
            "none[a=b]",
            Err("there is no table whose file starts with `none`"),
        );
        check("[]", Err("there is no table whose file starts with ``"));
        check("kills", Err("there is no `[` before ``"));
        check("kills[subject=c]", Err("no row of `kills.csv` fits"));
        check("kills[of=c]", Err("`kills.csv` has no column `of`"));
        check("kills[].of", Err("`kills.csv` has no column `of`"));
        check("wide[].note", Err("`-` in `wide.csv` is no number"));
        check("kills[subject=a", Err("there is no `]` at the end"));
        check("kills[subject]", Err("there is no `=` before `]`"));
        check("(1 + 2", Err("there is no `)` before ``"));
        check("1 2", Err("`2` is left over"));
        check("1 / 0", Err("it divides by zero"));
        check("1.2.3", Err("`1.2.3` is no number"));
        check("", Err("there is no `[` before ``"));
    }
}
