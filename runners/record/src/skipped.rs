//! `skipped.parquet`: what was planned and did not apply.

use killrate_model::{DataSetName, PropertyName, SubjectName, TechniqueName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// A judgement that was planned but does not apply, so that nobody was judged by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRow {
    /// The program under study.
    pub subject: SubjectName,
    /// Who would have judged.
    pub technique: TechniqueName,
    /// By which property.
    pub property: PropertyName,
    /// On which data set.
    pub data_set: DataSetName,
    /// Why it does not apply.
    pub reason: String,
}

impl Row for SkippedRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::TECHNIQUE, Get::Text(|row| row.technique.as_str())),
        Column::key(columns::PROPERTY, Get::Text(|row| row.property.as_str())),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::new(columns::REASON, Get::Text(|row| &row.reason)),
    ];

    fn key(&self) -> impl Ord {
        (
            &self.subject,
            &self.technique,
            &self.property,
            &self.data_set,
        )
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            technique: cells.name()?,
            property: cells.name()?,
            data_set: cells.name()?,
            reason: cells.text()?,
        })
    }
}
