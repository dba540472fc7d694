//! `lines.parquet`: which lines of the original each data set runs.

use killrate_model::{DataSetName, SubjectName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// Whether the original's run on a data set ran a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRow {
    /// The program that ran.
    pub subject: SubjectName,
    /// The source file, relative to the subject.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The data set it ran on.
    pub data_set: DataSetName,
    /// Whether something that starts on the line was run.
    pub reached: bool,
}

impl Row for LineRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::FILE, Get::Text(|row| &row.file)),
        Column::key(columns::LINE, Get::U32(|row| row.line)),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::new(columns::REACHED, Get::Bool(|row| row.reached)),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.file, self.line, &self.data_set)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            file: cells.text()?,
            line: cells.u32()?,
            data_set: cells.name()?,
            reached: cells.bool()?,
        })
    }
}
