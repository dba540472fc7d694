//! What a program is run on.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_catalogue::manifest::DataEntry;
use killrate_model::{Blob, DataSet, DataSetName, InputName};

use crate::MtError;
use crate::error::read_error;

/// Reads a data set; relative paths are meant from `folder`.
///
/// # Errors
/// When a file cannot be read.
pub fn read_data_set(
    name: &DataSetName,
    entries: &BTreeMap<InputName, DataEntry>,
    folder: &Path,
) -> Result<DataSet, MtError> {
    let mut inputs = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for (input, entry) in entries {
        match entry {
            DataEntry::File(file) => {
                let path = folder.join(file);
                let content = killrate_files::read(&path).map_err(read_error(&path))?;
                inputs.insert(input.clone(), Blob::new(content));
            }
            DataEntry::Number(number) => drop(numbers.insert(input.clone(), number.clone())),
        }
    }
    Ok(DataSet {
        name: name.clone(),
        inputs,
        numbers,
    })
}

/// The format that the name of a file suggests; `any` when it suggests none.
pub fn format_of(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "arff" => "arff",
        "csv" => "csv",
        "jsonl" | "ndjson" => "json-lines",
        "bin" => "bytes",
        "cap" | "pcap" => "pcap",
        "mtx" => "matrix",
        "libsvm" | "svm" | "svmlight" => "sparse",
        "txt" => "lines",
        "xml" => "xml",
        _ => "any",
    }
}
