//! `reach.parquet`: what one source run per data set tells about every mutant.

use killrate_model::{DataSetName, MutantId, SubjectName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// Whether a data set's source run reached and infected a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachRow {
    /// The program that ran.
    pub subject: SubjectName,
    /// The mutant.
    pub mutant: MutantId,
    /// The data set it ran on.
    pub data_set: DataSetName,
    /// Whether the mutant's site was evaluated.
    pub reached: bool,
    /// Whether the mutant's value differed from the original's, or may have.
    pub infected: bool,
}

impl Row for ReachRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::MUTANT, Get::Text(|row| &row.mutant.0)),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::new(columns::REACHED, Get::Bool(|row| row.reached)),
        Column::new(columns::INFECTED, Get::Bool(|row| row.infected)),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.mutant, &self.data_set)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            mutant: MutantId(cells.text()?),
            data_set: cells.name()?,
            reached: cells.bool()?,
            infected: cells.bool()?,
        })
    }
}
