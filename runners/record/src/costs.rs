//! `costs.parquet`: what the judgements of each technique took.

use killrate_model::{SubjectName, TechniqueName};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// The executions behind one technique's verdicts on one subject.
///
/// The only rows that two runs of a study do not share: processor time is measured, and what was
/// cached depends on what ran before.
#[derive(Debug, Clone, PartialEq)]
pub struct CostRow {
    /// The program under study.
    pub subject: SubjectName,
    /// Who asked for the executions.
    pub technique: TechniqueName,
    /// Executions that its cases asked for, with repetitions.
    pub n_asked: u64,
    /// Executions among them that differ in content.
    pub n_distinct: u64,
    /// Distinct executions that were not needed, because the reach probe shows that they give the
    /// original's output.
    pub n_saved: u64,
    /// Distinct executions known from before.
    pub n_cached: u64,
    /// Distinct executions that were run.
    pub n_run: u64,
    /// Processor time of the executions that were run.
    pub cpu_seconds: f64,
}

impl Row for CostRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::TECHNIQUE, Get::Text(|row| row.technique.as_str())),
        Column::new(columns::N_ASKED, Get::U64(|row| row.n_asked)),
        Column::new(columns::N_DISTINCT, Get::U64(|row| row.n_distinct)),
        Column::new(columns::N_SAVED, Get::U64(|row| row.n_saved)),
        Column::new(columns::N_CACHED, Get::U64(|row| row.n_cached)),
        Column::new(columns::N_RUN, Get::U64(|row| row.n_run)),
        Column::new(columns::CPU_SECONDS, Get::F64(|row| row.cpu_seconds)),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.technique)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            technique: cells.name()?,
            n_asked: cells.u64()?,
            n_distinct: cells.u64()?,
            n_saved: cells.u64()?,
            n_cached: cells.u64()?,
            n_run: cells.u64()?,
            cpu_seconds: cells.f64()?,
        })
    }
}
