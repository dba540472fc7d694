//! Tables of the thesis as they are printed.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_analysis::{AnalysisError, Cell, Table};

use crate::tidy::bad_published;

/// What the files hold besides numbers and what these are of.
const NO_NUMBERS: [&str; 2] = ["source", "kind"];
/// The columns of a number and of the share that is printed with it, in files of a line per number.
const VALUE: &str = "value";
const PERCENT: &str = "printed_percent";

/// The table of this number in the thesis; `None` where the folder does not have it.
pub(crate) fn as_printed(folder: &Path, number: &str) -> Result<Option<Table>, AnalysisError> {
    let Some((chapter, place)) = number.split_once('.') else {
        return Ok(None);
    };
    let start = format!("thesis_{chapter}_{place:0>2}_");
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    // There is one at most; the first by name, should there be more.
    let file = names.filter(|name| name.starts_with(&start)).min();
    let printed = file.map(|file| Printed::read(&folder.join(file)));
    Ok(printed.transpose()?.map(|printed| printed.table(number)))
}

/// A file of numbers.
struct Printed {
    columns: Vec<String>,
    lines: Vec<Vec<String>>,
}

impl Printed {
    fn read(path: &Path) -> Result<Self, AnalysisError> {
        let mut reader =
            csv::Reader::from_path(path).map_err(|error| bad_published(path, error))?;
        let columns = reader
            .headers()
            .map_err(|error| bad_published(path, error))?
            .iter()
            .map(str::to_owned)
            .collect();
        let lines = reader.deserialize().collect::<Result<_, _>>();
        Ok(Self {
            columns,
            lines: lines.map_err(|error| bad_published(path, error))?,
        })
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known == column)
    }

    fn table(&self, number: &str) -> Table {
        let title = format!("Table {number} of the thesis, as printed");
        let table = Table::new("as-printed", title, "What does the thesis print?");
        let mut table = match self.place(VALUE) {
            Some(value) => self.crossed(table, value),
            None => self.as_it_is(table),
        };
        let source = self
            .place("source")
            .zip(self.lines.first())
            .map(|(place, line)| format!("Published: {}.", line[place]));
        table.notes.extend(source);
        table
            .notes
            .push("The record has nothing to set beside it.".to_owned());
        table
    }

    /// The columns that say what a number is of.
    fn keys(&self) -> Vec<usize> {
        let is_key = |name: &str| ![VALUE, PERCENT].contains(&name) && !NO_NUMBERS.contains(&name);
        let places = 0..self.columns.len();
        places
            .filter(|&place| is_key(&self.columns[place]))
            .collect()
    }

    /// One line per number: what the last key says becomes columns.
    fn crossed(&self, table: Table, value: usize) -> Table {
        let keys = self.keys();
        let Some((&across, down)) = keys.split_last() else {
            return self.as_it_is(table);
        };
        let (mut columns, mut rows): (Vec<&str>, Vec<Vec<&str>>) = (Vec::new(), Vec::new());
        let mut numbers = BTreeMap::new();
        for line in &self.lines {
            let row: Vec<&str> = down.iter().map(|&place| line[place].as_str()).collect();
            let column = line[across].as_str();
            if !columns.contains(&column) {
                columns.push(column);
            }
            if !rows.contains(&row) {
                rows.push(row.clone());
            }
            let percent = self.place(PERCENT).map(|place| line[place].as_str());
            // As text: a number that is read and written again loses the digits that the paper prints.
            let number = match percent {
                None | Some("") => line[value].clone(),
                Some(percent) => format!("{} ({percent} %)", line[value]),
            };
            numbers.insert((row, column), number);
        }
        let names = down.iter().map(|&place| self.columns[place].as_str());
        let mut table = table
            .with_columns(names.map(|name| (name, name)))
            .with_columns(columns.iter().map(|name| (*name, *name)));
        for row in rows {
            let mut cells: Vec<Cell> = row.iter().copied().map(Cell::text).collect();
            cells.extend(columns.iter().map(|column| {
                let number = numbers.get(&(row.clone(), *column));
                number.map_or(Cell::Missing, Cell::text)
            }));
            table.rows.push(cells);
        }
        table
    }

    fn as_it_is(&self, table: Table) -> Table {
        let keys = self.keys();
        let names = keys.iter().map(|&place| self.columns[place].as_str());
        let mut table = table.with_columns(names.map(|name| (name, name)));
        for line in &self.lines {
            let cells = keys.iter().map(|&place| Cell::text(&line[place]));
            table.rows.push(cells.collect());
        }
        table
    }
}
