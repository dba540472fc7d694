//! Why a matrix cannot be imported.

use killrate_model::{DataSetName, MutantId, NameError};

/// Why a matrix cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The text is not CSV.
    #[error("the {what} is not CSV")]
    Csv {
        /// Which text.
        what: &'static str,
        /// Why.
        source: csv::Error,
    },
    /// The text is not XML.
    #[error("line {line} of the report is not XML; write the report again")]
    Xml {
        /// Which line, from 1.
        line: u64,
        /// Why.
        source: quick_xml::Error,
    },
    /// The text is not JSON of the report schema.
    #[error("the report is not JSON of the mutation-testing report schema")]
    Json(#[from] serde_json::Error),
    /// A line that says nothing that can be used.
    #[error("line {line} of the {what} cannot be used: {problem}")]
    Line {
        /// Which text.
        what: &'static str,
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A mutant of the report that says nothing that can be used.
    #[error("mutant `{mutant}` of the report cannot be used: {problem}; write the report again")]
    Mutant {
        /// Which mutant, by its file and the tool's own name for it.
        mutant: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A table of variants is not CSV.
    #[error(
        "`{file}` is not CSV; write a line with a cell for every column for each variant and input"
    )]
    VariantsCsv {
        /// Which table.
        file: String,
        /// Why.
        source: csv::Error,
    },
    /// A cell of a table of variants that says nothing that can be used.
    #[error("line {line} of `{file}`, column `{column}`, cannot be used: {problem}")]
    Cell {
        /// Which table.
        file: String,
        /// Which line, from 1.
        line: u64,
        /// Which column.
        column: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A table of variants without the original.
    #[error(
        "`{0}` has no row of the original, which is mutant 0; add what it shows on every input"
    )]
    NoOriginal(String),
    /// A table of placebos of another program, or with other transforms.
    #[error(
        "the original of `{0}`, mutant 0, does not show what that of the mutants shows, or the transforms are others; \
         import it as a record of its own"
    )]
    OtherOriginal(String),
    /// A known case that nobody ran.
    #[error(
        "the original has no known case `{0}`, so it cannot miss its output; name one that the table has"
    )]
    NoKnownCase(DataSetName),
    /// Two mutants cannot be told apart.
    #[error("two mutants would both be `{0}`; give each a name of its own")]
    SameMutant(MutantId),
    /// Two tests cannot be told apart.
    #[error("two tests of the report have the id `{0}`; write the report again")]
    SameTest(String),
    /// A version of the report schema that nobody knows here.
    #[error(
        "the report has `schemaVersion` `{0}`, and versions 1 and 2 are known; \
         write it with a version of the tool that has one of these"
    )]
    UnknownVersion(String),
    /// A column that every matrix needs.
    #[error("the matrix has no column {0}; add it to the heading")]
    NoColumn(&'static str),
    /// A mutant of the report lacks something.
    #[error(
        "mutant {number} of the report has no `{what}`; write the report again with a tool that gives it"
    )]
    Lacks {
        /// Which mutant, from 1.
        number: usize,
        /// What it lacks.
        what: &'static str,
    },
    /// A file without a line.
    #[error("the {0} is empty, without even a heading; is it the right file?")]
    EmptyFile(&'static str),
    /// Nothing to analyse.
    #[error("there is no {0} in the matrix, so there is nothing to analyse")]
    Empty(&'static str),
    /// The report names just one killer of a mutant.
    #[error(
        "the report has no matrix: {0}; run the tool again so that every test runs on every mutant"
    )]
    NoMatrix(String),
    /// A text that cannot be a name.
    #[error(transparent)]
    Name(#[from] NameError),
}
