//! Comma-separated files as matrices of numbers.

use std::collections::{BTreeMap, BTreeSet};

/// A table as text; the label is the last column, and `?` is a missing value.
pub struct Table {
    rows: Vec<Vec<String>>,
}

/// How the text of one attribute becomes a number; what is missing becomes the usual value.
enum Column {
    Numeric {
        mean: f64,
    },
    Nominal {
        codes: BTreeMap<String, usize>,
        mode: usize,
    },
}

/// What was found out about the columns of the training rows.
pub struct Coding(Vec<Column>);

impl Table {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let n_columns = lines.next().ok_or("there is no header")?.split(',').count();
        let rows: Vec<Vec<String>> = lines
            .map(|line| line.split(',').map(|cell| cell.trim().to_owned()).collect())
            .collect();
        match rows.iter().position(|row| row.len() != n_columns) {
            Some(row) => Err(format!("row {} has not {n_columns} columns", row + 1)),
            None if rows.is_empty() => Err("there are no rows".to_owned()),
            None => Ok(Self { rows }),
        }
    }

    pub fn n_attributes(&self) -> usize {
        self.rows[0].len() - 1
    }

    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row[row.len() - 1].as_str())
    }

    fn known(&self, attribute: usize) -> Vec<&str> {
        let cells = self.rows.iter().map(|row| row[attribute].as_str());
        cells.filter(|cell| *cell != "?").collect()
    }
}

impl Coding {
    pub fn learn(train: &Table) -> Self {
        let columns =
            (0..train.n_attributes()).map(|attribute| Column::learn(&train.known(attribute)));
        Self(columns.collect())
    }

    /// The attributes of all rows.
    pub fn encode(&self, table: &Table) -> Vec<Vec<f64>> {
        let encode = |row: &Vec<String>| {
            let cells = self.0.iter().zip(row);
            cells.map(|(column, cell)| column.encode(cell)).collect()
        };
        table.rows.iter().map(encode).collect()
    }
}

impl Column {
    fn learn(known: &[&str]) -> Self {
        let numbers: Option<Vec<f64>> = known.iter().map(|cell| cell.parse().ok()).collect();
        if let Some(numbers) = numbers {
            let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
            return Self::Numeric { mean };
        }
        let names: BTreeSet<&str> = known.iter().copied().collect();
        let codes = names
            .iter()
            .enumerate()
            .map(|(code, name)| ((*name).to_owned(), code));
        let count = |name: &str| known.iter().filter(|cell| **cell == name).count();
        let mut mode = (0, 0);
        for (code, name) in names.iter().enumerate() {
            if count(name) > mode.1 {
                mode = (code, count(name));
            }
        }
        Self::Nominal {
            codes: codes.collect(),
            mode: mode.0,
        }
    }

    fn encode(&self, cell: &str) -> f64 {
        match self {
            Self::Numeric { mean } => cell.parse().unwrap_or(*mean),
            Self::Nominal { codes, mode } => *codes.get(cell).unwrap_or(mode) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_and_what_is_missing_becomes_the_usual_value() {
        let train = "n,c,label\n1,b,x\n?,a,x\n4,b,y\n1,?,y\n";
        let coding = Coding::learn(&Table::parse(train).unwrap());
        let test = "n,c,label\n3,a,?\n?,?,?\n5,unseen,?\n";
        let rows = coding.encode(&Table::parse(test).unwrap());
        assert_eq!(rows, [[3.0, 0.0], [2.0, 1.0], [5.0, 1.0]]);
    }
}
