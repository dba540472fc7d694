//! `check_costs.parquet`: what testing the properties of functions took on the originals.

use killrate_model::{DataSetName, SubjectName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// The original's run on one data set with the properties of its functions tested, beside the run
/// without.
///
/// Times are measured, so two runs of a study do not share these rows.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckCostRow {
    /// The program under study.
    pub subject: SubjectName,
    /// The data set of both runs.
    pub data_set: DataSetName,
    /// Tests that ran in the program, on copies.
    pub n_clone_tests: u64,
    /// Tests that ran in copies of the process.
    pub n_fork_tests: u64,
    /// Tests that ran in copies of the process that leave files and the network alone.
    pub n_pod_tests: u64,
    /// Processor time of the run without tests.
    pub plain_seconds: f64,
    /// Processor time of the run with tests, that of the copies included.
    pub checked_seconds: f64,
}

impl Row for CheckCostRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::new(columns::N_CLONE_TESTS, Get::U64(|row| row.n_clone_tests)),
        Column::new(columns::N_FORK_TESTS, Get::U64(|row| row.n_fork_tests)),
        Column::new(columns::N_POD_TESTS, Get::U64(|row| row.n_pod_tests)),
        Column::new(columns::PLAIN_SECONDS, Get::F64(|row| row.plain_seconds)),
        Column::new(
            columns::CHECKED_SECONDS,
            Get::F64(|row| row.checked_seconds),
        ),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.data_set)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            data_set: cells.name()?,
            n_clone_tests: cells.u64()?,
            n_fork_tests: cells.u64()?,
            n_pod_tests: cells.u64()?,
            plain_seconds: cells.f64()?,
            checked_seconds: cells.f64()?,
        })
    }
}
