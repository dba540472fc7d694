//! `outputs.parquet`: what a person sees of the outputs of source runs, and how good they are.

use killrate_model::{DataSetName, Looks, OutputName, SubjectName};

use crate::VariantId;
use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// An output of a variant's run on a data set of the study.
///
/// There is a row for every output of the original. A mutant has one where it was run, its run ended
/// normally, and the row would not say what the original's says.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputRow {
    /// The program that ran.
    pub subject: SubjectName,
    /// Which variant of it.
    pub variant: VariantId,
    /// The data set it ran on.
    pub data_set: DataSetName,
    /// The output.
    pub output: OutputName,
    /// What a person sees of it at once.
    pub looks: Looks,
    /// From 0 to 1, the share of the rows that got their label, or the area under the curve of a
    /// ranking; `None` where nothing tells.
    pub quality: Option<f64>,
}

impl Row for OutputRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::VARIANT, Get::Text(|row| row.variant.as_str())),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::key(columns::OUTPUT, Get::Text(|row| row.output.as_str())),
        Column::new(columns::LOOKS, Get::Text(|row| row.looks.name())),
        Column::new(columns::QUALITY, Get::OptionalF64(|row| row.quality)),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.variant, &self.data_set, &self.output)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            variant: cells.text()?.into(),
            data_set: cells.name()?,
            output: cells.name()?,
            looks: cells.one_of(&Looks::ALL, Looks::name)?,
            quality: cells.optional_f64()?,
        })
    }
}
