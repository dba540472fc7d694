//! Attributes, classes, and examples.

use crate::error::InputError;
use crate::sheet::{Sheet, SheetRow};

const MISSING: &str = "?";

/// One attribute value of one example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The value is unknown.
    Missing,
    /// The position of the value in the attribute's list.
    Nominal(usize),
    /// A finite number.
    Number(f64),
}

/// What the values of an attribute are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Numeric,
    /// One of these texts, sorted.
    Nominal(Vec<String>),
}

/// One column that is not the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The column's name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

/// The attributes and classes of all labelled rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The columns but the last.
    pub attributes: Vec<Attribute>,
    /// The labels that occur, sorted, so that their order does not depend on the rows'.
    pub classes: Vec<String>,
    header: Vec<String>,
}

/// One labelled row.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// One value per attribute.
    pub values: Vec<Value>,
    /// The position of the label among the classes.
    pub class: usize,
}

impl Schema {
    /// Takes the last column as the label; a column of numbers is numeric, any other nominal.
    ///
    /// What a model is updated with belongs to it too, as the header of a file would declare it.
    pub fn of(train: &Sheet, update: &Sheet) -> Result<Schema, InputError> {
        require_header(update, &train.header)?;
        let rows: Vec<&SheetRow> = train.rows.iter().chain(&update.rows).collect();
        let label = train.header.len() - 1;
        let mut attributes = Vec::new();
        for (column, name) in train.header[..label].iter().enumerate() {
            let texts = distinct_texts(&rows, column);
            let is_numeric = texts.iter().all(|text| parse_number(text).is_some());
            attributes.push(Attribute {
                name: name.clone(),
                kind: if is_numeric {
                    Kind::Numeric
                } else {
                    Kind::Nominal(texts)
                },
            });
        }
        let classes = distinct_texts(&rows, label);
        if classes.is_empty() {
            return Err(InputError::Table {
                path: train.path.clone(),
                reason: "it has no row with a label; add at least one".to_owned(),
            });
        }
        Ok(Schema {
            attributes,
            classes,
            header: train.header.clone(),
        })
    }

    /// The labelled rows of a file that the schema was made from; others teach nothing.
    pub fn examples(&self, sheet: &Sheet) -> Result<Vec<Example>, InputError> {
        let mut examples = Vec::new();
        for row in &sheet.rows {
            let label = &row.cells[self.attributes.len()];
            let Ok(class) = self.classes.binary_search(label) else {
                continue;
            };
            let values = self.values(sheet, row)?;
            examples.push(Example { values, class });
        }
        Ok(examples)
    }

    /// The values of the rows to label; their own label column is ignored.
    ///
    /// A nominal value that no labelled row has counts as missing.
    pub fn rows(&self, sheet: &Sheet) -> Result<Vec<Vec<Value>>, InputError> {
        require_header(sheet, &self.header)?;
        let rows = sheet.rows.iter().map(|row| self.values(sheet, row));
        rows.collect()
    }

    fn values(&self, sheet: &Sheet, row: &SheetRow) -> Result<Vec<Value>, InputError> {
        let mut values = Vec::new();
        for (attribute, cell) in self.attributes.iter().zip(&row.cells) {
            let value = match &attribute.kind {
                _ if cell == MISSING => Value::Missing,
                Kind::Nominal(texts) => match texts.binary_search(cell) {
                    Ok(position) => Value::Nominal(position),
                    Err(_) => Value::Missing,
                },
                Kind::Numeric => match parse_number(cell) {
                    Some(number) => Value::Number(number),
                    None => {
                        let name = &attribute.name;
                        let reason = format!(
                            "`{cell}` is not a number but `{name}` is numeric; give a number or `?`"
                        );
                        return Err(sheet.row_error(row, reason));
                    }
                },
            };
            values.push(value);
        }
        Ok(values)
    }
}

fn require_header(sheet: &Sheet, header: &[String]) -> Result<(), InputError> {
    if sheet.header == header {
        return Ok(());
    }
    Err(InputError::Table {
        path: sheet.path.clone(),
        reason: format!(
            "its header is not `{}`; give it the columns of the training file",
            header.join(",")
        ),
    })
}

fn distinct_texts(rows: &[&SheetRow], column: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for row in rows {
        if row.cells[column] != MISSING {
            texts.push(row.cells[column].clone());
        }
    }
    texts.sort();
    texts.dedup();
    texts
}

fn parse_number(cell: &str) -> Option<f64> {
    let number: f64 = cell.parse().ok()?;
    // Adding zero turns -0 into 0, so that both print alike.
    number.is_finite().then_some(number + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAIN: &str = "x,wind,play\n1.5,windy,yes\n-0,calm,no\n";
    const UPDATE: &str = "x,wind,play\n?,stormy,maybe\n";

    fn sheet(text: &str) -> Sheet {
        Sheet::parse("a.csv", text).expect("the text is a table")
    }

    fn schema() -> Schema {
        Schema::of(&sheet(TRAIN), &sheet(UPDATE)).expect("they are labelled rows")
    }

    #[track_caller]
    fn check_refused<T: std::fmt::Debug>(result: Result<T, InputError>, reason: &str) {
        let message = result.expect_err("it is unusable").to_string();
        assert!(message.ends_with(reason), "{message}");
    }

    #[test]
    fn kinds_and_classes_come_from_all_labelled_rows() {
        let schema = schema();
        assert_eq!(schema.classes, ["maybe", "no", "yes"]);
        assert_eq!(schema.attributes[0].kind, Kind::Numeric);
        let winds = ["calm", "stormy", "windy"].map(str::to_owned).to_vec();
        assert_eq!(schema.attributes[1].kind, Kind::Nominal(winds));
        let examples = schema.examples(&sheet(TRAIN)).expect("they are labelled");
        assert_eq!(examples[0].values, [Value::Number(1.5), Value::Nominal(2)]);
        assert_eq!(examples[0].class, 2);
    }

    #[test]
    fn a_row_without_a_label_is_no_example() {
        let examples = schema().examples(&sheet("x,wind,play\n1,calm,?\n2,calm,no\n"));
        let examples = examples.expect("the values are of their kinds");
        assert_eq!(examples.len(), 1);
        assert_eq!(examples[0].values[0], Value::Number(2.0));
    }

    #[test]
    fn a_row_to_label_needs_no_label_and_may_have_other_values() {
        let rows = schema().rows(&sheet("x,wind,play\n-0,foggy,?\n"));
        let rows = rows.expect("it has the columns");
        assert_eq!(format!("{rows:?}"), "[[Number(0.0), Missing]]");
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let other = "x,rain,play\n1,2,yes\n";
        let reason =
            "because its header is not `x,wind,play`; give it the columns of the training file";
        check_refused(schema().rows(&sheet(other)), reason);
        check_refused(Schema::of(&sheet(TRAIN), &sheet(other)), reason);
        let empty = sheet("x,wind,play\n1,calm,?\n");
        check_refused(
            Schema::of(&empty, &empty),
            "because it has no row with a label; add at least one",
        );
        let wrong = sheet("x,wind,play\none,calm,no\n");
        check_refused(
            schema().rows(&wrong),
            "`one` is not a number but `x` is numeric; give a number or `?`",
        );
    }
}
