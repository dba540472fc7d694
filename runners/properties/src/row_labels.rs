//! The labels of the rows of an input.

use killrate_model::{InputName, Interface};

use crate::PropertyError;
use crate::check::resolve_input;
use crate::document::is_missing;

/// The label of every row of an input, in their order; `None` for a row whose label is missing, and for
/// all rows where no column holds labels.
///
/// # Errors
/// When the subject has no such input, or the content is not what its format demands.
pub fn row_labels(
    interface: &Interface,
    input: &InputName,
    content: &[u8],
) -> Result<Vec<Option<String>>, PropertyError> {
    let input = resolve_input(input.as_str(), interface)?;
    let unreadable = |source| PropertyError::UnreadableInput {
        input: input.name.clone(),
        format: input.format.name,
        source,
    };
    let text = input.format.text(content).map_err(unreadable)?;
    let label = input.spec.label.as_deref();
    let document = input.format.read(&text, label).map_err(unreadable)?;
    let column = document.columns.iter().position(|column| column.is_label);
    let rows = document.rows().iter();
    Ok(rows
        .map(|row| {
            let label = row.value(column?)?.trim();
            (!is_missing(label)).then(|| label.to_owned())
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use killrate_model::{FormatName, InputSpec};

    use super::*;

    #[track_caller]
    fn check(format: &str, label: Option<&str>, content: &str, expected: &[Option<&str>]) {
        let rows = InputName::new("rows").unwrap();
        let spec = InputSpec {
            format: FormatName(format.to_owned()),
            label: label.map(str::to_owned),
        };
        let interface = Interface {
            arguments: Vec::new(),
            inputs: [(rows.clone(), spec)].into(),
            numbers: [].into(),
            outputs: BTreeMap::new(),
        };
        let labels = row_labels(&interface, &rows, content.as_bytes());
        let expected: Vec<Option<String>> = { expected.iter() }
            .map(|label| label.map(str::to_owned))
            .collect();
        assert_eq!(labels, Ok(expected));
    }

    #[test]
    fn labels_come_in_the_order_of_the_rows_and_may_be_missing() {
        let table = "size,class\n1,no\n2,?\n3,\n4, yes \n";
        check(
            "csv",
            Some("last"),
            table,
            &[Some("no"), None, None, Some("yes")],
        );
        check("csv", Some("size"), "size,class\n1,no\n", &[Some("1")]);
    }

    #[test]
    fn rows_without_a_column_of_labels_have_none() {
        check("csv", None, "size,class\n1,no\n2,yes\n", &[None, None]);
        check("lines", None, "a\nb\n", &[None, None]);
        check("csv", Some("last"), "size,class\n", &[]);
    }
}
