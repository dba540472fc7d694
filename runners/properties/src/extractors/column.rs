//! One column of a table.

use killrate_model::hint;

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};
use crate::formats;

/// The values of one column of an output that is CSV.
pub(super) const COLUMN: ExtractorInfo = ExtractorInfo {
    name: "column",
    description: "the values of one column of CSV, one per line",
    argument: Some("the name of a column"),
    format: "lines",
    example: ExtractionExample {
        call: "column class",
        before: "row,class\n1,yes\n2,no\n",
        after: "yes\nno\n",
    },
    extract: |text, argument| {
        let csv = formats::find("csv").expect("it is in the list of formats");
        let document = csv.read(text, None).map_err(|error| error.to_string())?;
        let names: Vec<&str> = document.columns.iter().map(|c| c.name.as_str()).collect();
        let Some(column) = names.iter().position(|name| *name == argument) else {
            let hint = hint(argument, names);
            return Err(format!("there is no column `{argument}`; {hint}"));
        };
        let values = document.rows().iter();
        Ok(join(
            values.map(|row| row.value(column).unwrap_or_default()),
        ))
    },
};
