//! `fuel.parquet`: the runs in which a mutant burnt far more fuel than the original.

use killrate_model::{DataSetName, MutantId, SubjectName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// A mutant that is slow on a data set, or hangs there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FuelRow {
    /// The program that ran.
    pub subject: SubjectName,
    /// The mutant.
    pub mutant: MutantId,
    /// The data set it ran on.
    pub data_set: DataSetName,
    /// The fuel it burnt: all there was, if it hangs.
    pub fuel: u64,
    /// The fuel that the original burnt there.
    pub of_original: u64,
    /// Whether its fuel ran out; one that is only slow ended by itself.
    pub hangs: bool,
}

impl Row for FuelRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::MUTANT, Get::Text(|row| &row.mutant.0)),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::new(columns::FUEL, Get::U64(|row| row.fuel)),
        Column::new(columns::OF_ORIGINAL, Get::U64(|row| row.of_original)),
        Column::new(columns::HANGS, Get::Bool(|row| row.hangs)),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.mutant, &self.data_set)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            mutant: MutantId(cells.text()?),
            data_set: cells.name()?,
            fuel: cells.u64()?,
            of_original: cells.u64()?,
            hangs: cells.bool()?,
        })
    }
}
