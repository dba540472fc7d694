//! What the second implementations of svm share: the command line, and comma-separated files as
//! columns from 0 to 1.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::process::ExitCode;

/// Rows to learn from and rows to label, as numbers.
pub struct Task {
    /// The classes of the training rows, by name.
    pub classes: Vec<String>,
    /// The class of every training row.
    pub labels: Vec<usize>,
    /// The columns of every training row.
    pub train: Vec<Vec<f64>>,
    /// The columns of every row to label.
    pub test: Vec<Vec<f64>>,
}

/// Runs a second implementation on the files that the command line names: it is given the task
/// and the path of the model, and answers with the class of every row to label.
pub fn run(label: impl Fn(&Task, &str) -> Result<Vec<usize>, Box<dyn Error>>) -> ExitCode {
    match try_run(label) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn try_run(
    label: impl Fn(&Task, &str) -> Result<Vec<usize>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let train = Table::parse(&fs::read_to_string(file("--train")?)?)?;
    let test = Table::parse(&fs::read_to_string(file("--test")?)?)?;
    let task = Task::new(&train, &test)?;
    let labels = label(&task, &file("--model")?)?;
    let predictions: String = labels
        .iter()
        .map(|&class| format!("{}\n", task.classes[class]))
        .collect();
    fs::write(file("--predictions")?, predictions)?;
    Ok(())
}

/// The file that follows a flag on the command line.
fn file(flag: &str) -> Result<String, String> {
    std::env::args()
        .skip_while(|argument| argument != flag)
        .nth(1)
        .ok_or_else(|| format!("{flag} FILE is missing"))
}

impl Task {
    fn new(train: &Table, test: &Table) -> Result<Self, String> {
        if test.n_attributes() != train.n_attributes() {
            return Err("the files have different columns".to_owned());
        }
        let coding = Coding::learn(train);
        let names: BTreeSet<&str> = train.labels().collect();
        let classes: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let class_of = |label: &str| classes.partition_point(|class| class.as_str() < label);
        Ok(Self {
            labels: train.labels().map(class_of).collect(),
            train: coding.encode(train),
            test: coding.encode(test),
            classes,
        })
    }
}

/// A table as text; the label is the last column, and `?` is a missing value.
struct Table {
    rows: Vec<Vec<String>>,
}

/// How the text of one attribute becomes numbers; what is missing becomes the usual value.
enum Attribute {
    Numeric { mean: f64, lowest: f64, span: f64 },
    Nominal { values: Vec<String>, mode: usize },
}

/// What was found out about the attributes of the training rows.
struct Coding(Vec<Attribute>);

impl Table {
    fn parse(text: &str) -> Result<Self, String> {
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

    fn n_attributes(&self) -> usize {
        self.rows[0].len() - 1
    }

    fn labels(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row[row.len() - 1].as_str())
    }

    fn known(&self, attribute: usize) -> Vec<&str> {
        let cells = self.rows.iter().map(|row| row[attribute].as_str());
        cells.filter(|cell| *cell != "?").collect()
    }
}

impl Coding {
    fn learn(train: &Table) -> Self {
        let attributes =
            (0..train.n_attributes()).map(|attribute| Attribute::learn(&train.known(attribute)));
        Self(attributes.collect())
    }

    /// The columns of all rows.
    fn encode(&self, table: &Table) -> Vec<Vec<f64>> {
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
    fn labels_count_the_classes_by_name() {
        let train = Table::parse("n,label\n1,y\n2,x\n3,y\n").unwrap();
        let test = Table::parse("n,label\n2,?\n").unwrap();
        let task = Task::new(&train, &test).unwrap();
        assert_eq!(task.classes, ["x", "y"]);
        assert_eq!(task.labels, [1, 0, 1]);
        assert_eq!(task.test, [[0.5]]);
    }

    #[test]
    fn files_of_different_columns_are_refused() {
        let train = Table::parse("n,label\n1,y\n").unwrap();
        let test = Table::parse("n,m,label\n2,3,?\n").unwrap();
        assert_eq!(
            Task::new(&train, &test).err().as_deref(),
            Some("the files have different columns")
        );
    }

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
