//! Comma-separated files as columns from 0 to 1.

use std::collections::BTreeSet;

/// A table as text; the label is the last column, and `?` is a missing value.
pub struct Table {
    rows: Vec<Vec<String>>,
}

/// How the text of one attribute becomes numbers; what is missing becomes the usual value.
enum Attribute {
    Numeric { mean: f64, lowest: f64, span: f64 },
    Nominal { values: Vec<String>, mode: usize },
}

/// What was found out about the attributes of the training rows.
pub struct Coding(Vec<Attribute>);

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
        let attributes =
            (0..train.n_attributes()).map(|attribute| Attribute::learn(&train.known(attribute)));
        Self(attributes.collect())
    }

    /// The columns of all rows.
    pub fn encode(&self, table: &Table) -> Vec<Vec<f64>> {
        let encode = |row: &Vec<String>| {
            let cells = self.0.iter().zip(row);
            cells
                .flat_map(|(attribute, cell)| attribute.encode(cell))
                .collect()
        };
        table.rows.iter().map(encode).collect()
    }
}

impl Attribute {
    fn learn(known: &[&str]) -> Self {
        let numbers: Option<Vec<f64>> = known.iter().map(|cell| cell.parse().ok()).collect();
        if let Some(numbers) = numbers {
            let lowest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let highest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            return Self::Numeric {
                mean: numbers.iter().sum::<f64>() / numbers.len().max(1) as f64,
                lowest,
                span: highest - lowest,
            };
        }
        let names: BTreeSet<&str> = known.iter().copied().collect();
        let count = |name: &str| known.iter().filter(|cell| **cell == name).count();
        let mut mode = (0, 0);
        for (index, name) in names.iter().enumerate() {
            if count(name) > mode.1 {
                mode = (index, count(name));
            }
        }
        Self::Nominal {
            values: names.into_iter().map(str::to_owned).collect(),
            mode: mode.0,
        }
    }

    fn encode(&self, cell: &str) -> Vec<f64> {
        match self {
            Self::Numeric { mean, lowest, span } => {
                let value = cell.parse().unwrap_or(*mean);
                // A single value tells nothing.
                vec![if *span > 0.0 {
                    (value - lowest) / span
                } else {
                    0.0
                }]
            }
            Self::Nominal { values, mode } => {
                let index = values.iter().position(|value| value == cell);
                let index = index.unwrap_or(*mode);
                match values.len() {
                    1 => vec![0.0],
                    2 => vec![index as f64],
                    n => (0..n).map(|i| f64::from(u8::from(i == index))).collect(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_span_0_to_1_and_names_become_columns() {
        let train = "n,same,two,three,label\n2,7,b,q,x\n?,7,a,p,x\n6,7,b,r,y\n4,7,?,p,y\n";
        let train = Table::parse(train).unwrap();
        let rows = Coding::learn(&train).encode(&train);
        assert_eq!(
            rows,
            [
                [0.0, 0.0, 1.0, 0.0, 1.0, 0.0],
                [0.5, 0.0, 0.0, 1.0, 0.0, 0.0],
                [1.0, 0.0, 1.0, 0.0, 0.0, 1.0],
                [0.5, 0.0, 1.0, 1.0, 0.0, 0.0],
            ]
        );
    }
}
