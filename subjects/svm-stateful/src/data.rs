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

/// The attributes and classes that the training rows define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The columns but the last.
    pub attributes: Vec<Attribute>,
    /// The labels that occur, sorted, so that their order does not depend on the rows'.
    pub classes: Vec<String>,
    label_name: String,
}

/// One labelled row.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// One value per attribute.
    pub values: Vec<Value>,
    /// The position of the label among the classes.
    pub class: usize,
}

/// The labelled rows and what they define.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSet {
    /// The attributes and classes.
    pub schema: Schema,
    /// The rows, in the order of the file.
    pub examples: Vec<Example>,
}

impl TrainingSet {
    /// Takes the last column as the label; a column of numbers is numeric, any other nominal.
    pub fn from_sheet(sheet: &Sheet) -> Result<TrainingSet, InputError> {
        let label = sheet.header.len() - 1;
        for row in &sheet.rows {
            if row.cells[label] == MISSING {
                let reason = "the label is unknown; label every training row".to_owned();
                return Err(sheet.row_error(row, reason));
            }
        }
        let mut attributes = Vec::new();
        for column in 0..label {
            attributes.push(Attribute {
                name: sheet.header[column].clone(),
                kind: infer_kind(sheet, column),
            });
        }
        let schema = Schema {
            attributes,
            classes: distinct_texts(sheet, label),
            label_name: sheet.header[label].clone(),
        };
        let mut examples = Vec::new();
        for row in &sheet.rows {
            let class = schema
                .classes
                .binary_search(&row.cells[label])
                .expect("the classes are the sorted labels of these rows");
            examples.push(Example {
                values: parse_values(sheet, row, &schema.attributes)?,
                class,
            });
        }
        Ok(TrainingSet { schema, examples })
    }
}

/// The values of the rows to label; their own label column is ignored.
///
/// A nominal value that no training row has counts as missing.
pub fn test_rows(sheet: &Sheet, schema: &Schema) -> Result<Vec<Vec<Value>>, InputError> {
    let mut expected: Vec<&str> = schema.attributes.iter().map(|a| a.name.as_str()).collect();
    expected.push(&schema.label_name);
    if sheet.header != expected {
        return Err(InputError::Table {
            path: sheet.path.clone(),
            reason: format!(
                "its header is not `{}`; give it the columns of the training file",
                expected.join(",")
            ),
        });
    }
    let mut rows = Vec::new();
    for row in &sheet.rows {
        rows.push(parse_values(sheet, row, &schema.attributes)?);
    }
    Ok(rows)
}

fn infer_kind(sheet: &Sheet, column: usize) -> Kind {
    for row in &sheet.rows {
        let cell = &row.cells[column];
        if cell != MISSING && parse_number(cell).is_none() {
            return Kind::Nominal(distinct_texts(sheet, column));
        }
    }
    Kind::Numeric
}

fn distinct_texts(sheet: &Sheet, column: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for row in &sheet.rows {
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
    if !number.is_finite() {
        return None;
    }
    // Adding zero turns -0 into 0, so that both print alike.
    Some(number + 0.0)
}

fn parse_values(
    sheet: &Sheet,
    row: &SheetRow,
    attributes: &[Attribute],
) -> Result<Vec<Value>, InputError> {
    let mut values = Vec::new();
    for (attribute, cell) in attributes.iter().zip(&row.cells) {
        if cell == MISSING {
            values.push(Value::Missing);
            continue;
        }
        match &attribute.kind {
            Kind::Nominal(texts) => match texts.binary_search(cell) {
                Ok(position) => values.push(Value::Nominal(position)),
                Err(_) => values.push(Value::Missing),
            },
            Kind::Numeric => match parse_number(cell) {
                Some(number) => values.push(Value::Number(number)),
                None => {
                    let reason = format!(
                        "`{cell}` is not a number but `{}` is numeric in the training file; \
                         give a number or `?`",
                        attribute.name
                    );
                    return Err(sheet.row_error(row, reason));
                }
            },
        }
    }
    Ok(values)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn training_set(text: &str) -> TrainingSet {
        let sheet = Sheet::parse("train.csv", text).expect("the text is a table");
        TrainingSet::from_sheet(&sheet).expect("the table is a training set")
    }

    #[track_caller]
    fn check_test_rows(text: &str, expected: Result<Vec<Value>, &str>) {
        let schema = training_set("x,wind,play\n1.5,calm,yes\n-0,windy,no\n?,?,no\n").schema;
        let sheet = Sheet::parse("test.csv", text).expect("the text is a table");
        let rows = test_rows(&sheet, &schema).map_err(|error| error.to_string());
        match expected {
            Ok(values) => assert_eq!(rows, Ok(vec![values])),
            Err(message) => assert_eq!(rows, Err(message.to_owned())),
        }
    }

    #[test]
    fn kinds_and_classes_come_from_the_training_rows() {
        let data = training_set("x,wind,play\n1.5,windy,yes\n-0,calm,no\n?,?,no\n");
        assert_eq!(data.schema.classes, ["no", "yes"]);
        assert_eq!(data.schema.attributes[0].kind, Kind::Numeric);
        let winds = vec!["calm".to_owned(), "windy".to_owned()];
        assert_eq!(data.schema.attributes[1].kind, Kind::Nominal(winds));
        assert_eq!(
            data.examples[0].values,
            [Value::Number(1.5), Value::Nominal(1)]
        );
        assert_eq!(data.examples[0].class, 1);
        assert_eq!(data.examples[2].values, [Value::Missing, Value::Missing]);
    }

    #[test]
    fn infinity_is_not_a_number() {
        let data = training_set("x,y\n1,a\ninf,b\n");
        let texts = vec!["1".to_owned(), "inf".to_owned()];
        assert_eq!(data.schema.attributes[0].kind, Kind::Nominal(texts));
    }

    #[test]
    fn negative_zero_is_zero() {
        let data = training_set("x,y\n-0,a\n1,b\n");
        assert_eq!(format!("{:?}", data.examples[0].values[0]), "Number(0.0)");
    }

    #[test]
    fn an_unlabelled_training_row_is_refused() {
        let sheet = Sheet::parse("train.csv", "x,y\n1,a\n2,?\n").expect("the text is a table");
        let error = TrainingSet::from_sheet(&sheet).expect_err("line 3 has no label");
        assert_eq!(
            error.to_string(),
            "cannot use `train.csv`, line 3\n  because the label is unknown; label every training row"
        );
    }

    #[test]
    fn a_test_row_needs_no_label() {
        check_test_rows(
            "x,wind,play\n2,windy,?\n",
            Ok(vec![Value::Number(2.0), Value::Nominal(1)]),
        );
    }

    #[test]
    fn an_unseen_nominal_value_is_missing() {
        check_test_rows(
            "x,wind,play\n2,stormy,?\n",
            Ok(vec![Value::Number(2.0), Value::Missing]),
        );
    }

    #[test]
    fn a_word_in_a_numeric_column_is_refused() {
        check_test_rows(
            "x,wind,play\nlow,windy,?\n",
            Err(
                "cannot use `test.csv`, line 2\n  because `low` is not a number but `x` is numeric \
                 in the training file; give a number or `?`",
            ),
        );
    }

    #[test]
    fn other_columns_are_refused() {
        check_test_rows(
            "wind,x,play\nwindy,2,?\n",
            Err(
                "cannot use `test.csv`\n  because its header is not `x,wind,play`; \
                 give it the columns of the training file",
            ),
        );
    }
}
