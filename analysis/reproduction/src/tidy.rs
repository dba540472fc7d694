//! Printed tables in the form of `datasets/published`: a line per number.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_analysis::columns::ALL_CLASSES;
use killrate_analysis::{AnalysisError, Rate};

/// A line of a table: its cells by column.
pub(crate) type Line = BTreeMap<String, String>;

/// The tables of some files; those that are not in the folder are not published.
#[derive(Debug, Default)]
pub(crate) struct Tidy {
    tables: BTreeMap<&'static str, Vec<Line>>,
}

/// The column of a table that holds its classes.
pub(crate) const CLASS: &str = "mutation_class";
/// What stands for the denominator in the column that is spread.
pub(crate) const N_MUTANTS: &str = "mutants";
/// What stands for everything that a row counts once.
pub(crate) const DISTINCT: &str = "distinct_total";

impl Tidy {
    /// Reads those of the files that are in a folder.
    pub(crate) fn read(
        folder: &Path,
        files: impl IntoIterator<Item = &'static str>,
    ) -> Result<Self, AnalysisError> {
        let mut tables = BTreeMap::new();
        for file in files {
            let path = folder.join(file);
            if path.is_file() {
                tables.insert(file, read_lines(&path)?);
            }
        }
        Ok(Self { tables })
    }

    /// The lines of a file; none where it is not published.
    pub(crate) fn lines(&self, file: &str) -> &[Line] {
        self.tables.get(file).map_or(&[], Vec::as_slice)
    }

    /// The number of the line with these cells.
    pub(crate) fn value(&self, file: &str, key: &[(&str, &str)]) -> Option<u64> {
        let mut lines = self.lines(file).iter();
        number(lines.find(|line| has(line, key))?, "value")
    }

    /// The number of the line with these cells, out of the denominator of the last of them.
    pub(crate) fn rate(&self, file: &str, key: &[(&str, &str)], of: (&str, &str)) -> Option<Rate> {
        Some(Rate {
            n: self.value(file, &[key, &[of]].concat())?,
            of: self.value(file, &[key, &[(of.0, N_MUTANTS)]].concat())?,
        })
    }

    /// The distinct texts of a column, in the order of the file.
    pub(crate) fn names(&self, file: &str, column: &str) -> Vec<&str> {
        let mut names = Vec::new();
        for line in self.lines(file) {
            let name = line.get(column).map_or("", String::as_str);
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Where the numbers of a file come from.
    pub(crate) fn source(&self, file: &str) -> Option<&str> {
        Some(self.lines(file).first()?.get("source")?)
    }

    /// Where the numbers of a file come from, in a sentence.
    pub(crate) fn sources(&self, file: &str) -> Vec<String> {
        let source = self.source(file).into_iter();
        source
            .map(|source| format!("Published: {source}."))
            .collect()
    }

    /// Where the numbers of a file come from, and columns whose classes do not add up to the printed
    /// total.
    pub(crate) fn notes(&self, file: &str, by: &str) -> Vec<String> {
        let mut notes = self.sources(file);
        notes.extend(self.misprints(file, by));
        notes
    }

    fn misprints(&self, file: &str, by: &str) -> Vec<String> {
        let lines = self.lines(file);
        let total = (CLASS, "total");
        let totals = lines.iter().filter(|line| has(line, &[total]));
        totals
            .filter_map(|line| {
                let column = line.get(by)?;
                let of_column = lines.iter().filter(|line| has(line, &[(by, column)]));
                let of_classes = of_column.filter(|line| !has(line, &[total]));
                let sum: u64 = of_classes.filter_map(|line| number(line, "value")).sum();
                let printed = number(line, "value")?;
                (sum != printed).then(|| {
                    format!(
                        "The published classes of `{column}` add up to {sum}; \
                         the paper prints {printed}, which is what stands here."
                    )
                })
            })
            .collect()
    }
}

/// Whether a line has these cells.
pub(crate) fn has(line: &Line, key: &[(&str, &str)]) -> bool {
    key.iter()
        .all(|(column, value)| line.get(*column).is_some_and(|found| found == value))
}

/// The whole number that a cell holds.
pub(crate) fn number(line: &Line, column: &str) -> Option<u64> {
    line.get(column)?.parse().ok()
}

/// Our name of a class.
pub(crate) fn our_class(class: &str) -> &str {
    match class {
        "math" => "arithmetic",
        "off_by_one" => "off-by-one",
        "total" => ALL_CLASSES,
        other => other,
    }
}

/// The lines of a table.
pub(crate) fn read_lines(path: &Path) -> Result<Vec<Line>, AnalysisError> {
    let bad = |source| bad_published(path, source);
    let mut reader = csv::Reader::from_path(path).map_err(bad)?;
    reader.deserialize().collect::<Result<_, _>>().map_err(bad)
}

/// Why a file is no table.
pub(crate) fn bad_published(path: &Path, source: csv::Error) -> AnalysisError {
    AnalysisError::BadPublished {
        path: path.to_owned(),
        source,
    }
}
