//! A label and the attributes that are not zero, as SVM light and LIBSVM read them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, line_places};
use crate::formats::words::word_places;
use crate::number::Number;

/// One example per line: a label, then `attribute:value` pairs with ascending attributes.
pub(crate) const SPARSE: FormatInfo = FormatInfo {
    name: "sparse",
    description: "a label, then `attribute:value` pairs, as SVM light and LIBSVM read them",
    example: "+1 1:0.5 3:2 # first\n-1 2:1.25\n",
    has_rows: true,
    has_numbers: true,
    has_texts: false,
    has_queries: false,
    omits_zeros: true,
    encoding: Encoding::Text(read),
};

/// The name of the column that holds the label.
const LABEL: &str = "label";

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut columns = vec![Column {
        name: LABEL.to_owned(),
        is_label: true,
        kind: ColumnKind::Undeclared,
    }];
    let mut places = BTreeMap::new();
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate() {
        let line = &text[span.clone()];
        let data = line.split_once('#').map_or(line, |(data, _)| data);
        // A line that is all comment belongs to the text between rows.
        if data.len() < line.len() && data.trim_ascii().is_empty() {
            continue;
        }
        let pairs = read_line(data).map_err(|problem| FormatError {
            position: FilePosition::Line(index + 1),
            problem,
        })?;
        let cells = pairs.into_iter().map(|(attribute, span)| {
            let column = match attribute {
                None => 0,
                Some(attribute) => *places.entry(attribute).or_insert_with(|| {
                    columns.push(Column {
                        name: attribute.to_string(),
                        is_label: false,
                        kind: ColumnKind::Numeric,
                    });
                    columns.len() - 1
                }),
            };
            Cell::new(column, span)
        });
        rows.push(RowPlace {
            span,
            cells: cells.collect(),
        });
    }
    let mut document = Document::new(text, columns, rows);
    document.omits_zeros = true;
    Ok(document)
}

/// An attribute and where its value is; the label has no attribute.
type Pair = (Option<u64>, Range<usize>);

/// The label of a line and its pairs.
fn read_line(data: &str) -> Result<Vec<Pair>, String> {
    let mut words = word_places(data);
    let label = words.next().ok_or("the line is empty")?;
    if data[label.clone()].contains(':') {
        return Err(format!("`{}` is not a label", &data[label]));
    }
    let mut pairs = vec![(None, label)];
    let mut last = 0;
    for place in words {
        let pair = &data[place.clone()];
        let (attribute, value) = pair
            .split_once(':')
            .ok_or_else(|| format!("`{pair}` is not an `attribute:value` pair"))?;
        // `qid` groups examples for ranking; it is a name, not a value.
        if attribute == "qid" {
            continue;
        }
        let attribute: u64 = attribute
            .parse()
            .map_err(|_| format!("the attribute `{attribute}` is not a number"))?;
        if !Number::is_number(value) {
            return Err(format!("the value `{value}` is not a number"));
        }
        // The first attribute may be 0, which is not more than the 0 that `last` begins with.
        if attribute <= last && pairs.len() > 1 {
            return Err(format!("attribute {attribute} comes after {last}"));
        }
        last = attribute;
        pairs.push((Some(attribute), place.end - value.len()..place.end));
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn attributes_are_columns_and_comments_stay() {
        let document = read("# a comment\n+1 1:0.5 3:2 # 7:7\n-1 qid:4 3:1e2").unwrap();
        let names: Vec<&str> = document.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["label", "1", "3"]);
        let values = |row: usize| [0, 1, 2].map(|column| document.rows()[row].value(column));
        assert_eq!(values(0), [Some("+1"), Some("0.5"), Some("2")]);
        assert_eq!(values(1), [Some("-1"), None, Some("1e2")]);
    }

    #[test]
    fn what_is_not_a_pair_is_refused_with_its_line() {
        check_refused("1 1:2\n\n", "line 2: the line is empty");
        check_refused("1:2\n", "line 1: `1:2` is not a label");
        check_refused("1 x\n", "line 1: `x` is not an `attribute:value` pair");
        check_refused("1 a:2\n", "line 1: the attribute `a` is not a number");
        check_refused("1 1:a\n", "line 1: the value `a` is not a number");
        check_refused("1 2:1 2:1\n", "line 1: attribute 2 comes after 2");
    }
}
