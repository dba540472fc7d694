//! Facts as files: a table of comma-separated values for each kind.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::FunctionsError;
use crate::facts::Facts;

const FUNCTIONS: &str = "functions.csv";
const RELATIONS: &str = "relations.csv";
const MUTANTS: &str = "mutants.csv";

/// Writes facts into a folder.
///
/// # Errors
/// When the folder cannot be written to.
pub fn write(folder: &Path, facts: &Facts) -> Result<(), FunctionsError> {
    fs::create_dir_all(folder).map_err(|source| FunctionsError::File {
        action: "create",
        path: folder.to_owned(),
        source,
    })?;
    write_rows(&folder.join(FUNCTIONS), &facts.functions)?;
    write_rows(&folder.join(RELATIONS), &facts.relations)?;
    write_rows(&folder.join(MUTANTS), &facts.mutants)
}

/// Reads the facts of a folder.
///
/// # Errors
/// When there are none.
pub fn read(folder: &Path) -> Result<Facts, FunctionsError> {
    Ok(Facts {
        functions: read_rows(&folder.join(FUNCTIONS))?,
        relations: read_rows(&folder.join(RELATIONS))?,
        mutants: read_rows(&folder.join(MUTANTS))?,
    })
}

fn write_rows<R: Serialize>(path: &Path, rows: &[R]) -> Result<(), FunctionsError> {
    let table = |source| FunctionsError::Table {
        path: path.to_owned(),
        source,
    };
    let mut writer = csv::Writer::from_path(path).map_err(table)?;
    for row in rows {
        writer.serialize(row).map_err(table)?;
    }
    writer.flush().map_err(|source| FunctionsError::File {
        action: "write",
        path: path.to_owned(),
        source,
    })
}

pub(crate) fn read_rows<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, FunctionsError> {
    let table = |source| FunctionsError::Table {
        path: path.to_owned(),
        source,
    };
    let mut reader = csv::Reader::from_path(path).map_err(table)?;
    reader.deserialize().map(|row| row.map_err(table)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{FunctionFact, MutantFact, RelationFact};

    #[test]
    fn facts_are_read_as_they_were_written() {
        let text = |text: &str| text.to_owned();
        let facts = Facts {
            functions: vec![FunctionFact {
                function: text("sin"),
                package: text("libm@0.2.16"),
                n_maps: 13,
                n_generators: 2,
                n_made: 9,
                n_woven: 8,
                refusal: text(""),
            }],
            relations: vec![RelationFact {
                function: text("sin"),
                package: text("libm@0.2.16"),
                relation: 1,
                text: text("sin(x, \"y\")"),
                class: text("linear"),
                follows: false,
                chosen: true,
                n_inputs: 10,
                n_violated: 0,
                other: text(""),
                n_violated_by_other: 0,
                first_violation: text("[0.1,-0.0]"),
            }],
            mutants: vec![MutantFact {
                function: text("sin"),
                package: text("libm@0.2.16"),
                mutant: text("src/math/sin.rs::sin/lt-to-ge/1"),
                class: text("comparison"),
                n_different: 3,
                n_far: 2,
                n_probes: 20,
                by_chosen: 0,
                by_any: 1,
                by_published_rule: 0,
                refusal: text("a\nb"),
            }],
        };
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("records/mri");
        write(&out, &facts).unwrap();
        assert_eq!(read(&out).unwrap(), facts);
    }

    #[test]
    fn a_folder_without_facts_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(folder.path()).unwrap_err();
        let path = folder.path().join("functions.csv");
        let expected = format!("cannot use `{}`; run the study again", path.display());
        assert_eq!(error.to_string(), expected);
    }
}
