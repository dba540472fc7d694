//! `chains.parquet`: how far chains of properties were tried, and which of them failed.

use killrate_model::{DataSetName, PropertyName, SubjectName, TechniqueName};

use crate::VariantId;
use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// The tests of one depth that a technique tried on a variant and a data set.
///
/// Of the candidates some were left out, some infeasible, some repeated, and the others were tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainRow {
    /// The program under study.
    pub subject: SubjectName,
    /// Which variant of it.
    pub variant: VariantId,
    /// Who tried chains.
    pub technique: TechniqueName,
    /// Which chains, as verdicts name them.
    pub property: PropertyName,
    /// The data set that the chains start from.
    pub data_set: DataSetName,
    /// The seed of the properties' random choices; `None` where there were none.
    pub seed: Option<u64>,
    /// How often properties were applied to what properties made, from 1.
    pub depth: u32,
    /// Tests of the depth before that passed, times the properties to apply to them.
    pub n_candidates: u64,
    /// Candidates that were not drawn.
    pub n_left_out: u64,
    /// Candidates whose property says nothing about the test before.
    pub n_infeasible: u64,
    /// Candidates whose content a shorter chain has led to.
    pub n_repeated: u64,
    /// Tests.
    pub n_tests: u64,
    /// Tests that nothing follows from.
    pub n_unanswered: u64,
    /// Tests that break the relation of the last property.
    pub n_violated: u64,
    /// Tests that end abnormally or without an output that can be compared.
    pub n_failed: u64,
    /// The first sequences whose tests were violated or failed, with [`Self::BETWEEN`] between them;
    /// `None` where there is none.
    pub failing: Option<String>,
}

impl ChainRow {
    /// What stands between two failing sequences.
    pub const BETWEEN: &str = "; ";
}

impl Row for ChainRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::VARIANT, Get::Text(|row| row.variant.as_str())),
        Column::key(columns::TECHNIQUE, Get::Text(|row| row.technique.as_str())),
        Column::key(columns::PROPERTY, Get::Text(|row| row.property.as_str())),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::key(columns::SEED, Get::OptionalU64(|row| row.seed)),
        Column::key(columns::DEPTH, Get::U32(|row| row.depth)),
        Column::new(columns::N_CANDIDATES, Get::U64(|row| row.n_candidates)),
        Column::new(columns::N_LEFT_OUT, Get::U64(|row| row.n_left_out)),
        Column::new(columns::N_INFEASIBLE, Get::U64(|row| row.n_infeasible)),
        Column::new(columns::N_REPEATED, Get::U64(|row| row.n_repeated)),
        Column::new(columns::N_TESTS, Get::U64(|row| row.n_tests)),
        Column::new(columns::N_UNANSWERED, Get::U64(|row| row.n_unanswered)),
        Column::new(columns::N_VIOLATED, Get::U64(|row| row.n_violated)),
        Column::new(columns::N_FAILED, Get::U64(|row| row.n_failed)),
        Column::new(
            columns::FAILING,
            Get::OptionalText(|row| row.failing.as_deref()),
        ),
    ];

    fn key(&self) -> impl Ord {
        (
            &self.subject,
            &self.variant,
            &self.technique,
            &self.property,
            &self.data_set,
            self.seed,
            self.depth,
        )
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            variant: cells.text()?.into(),
            technique: cells.name()?,
            property: cells.name()?,
            data_set: cells.name()?,
            seed: cells.optional_u64()?,
            depth: cells.u32()?,
            n_candidates: cells.u64()?,
            n_left_out: cells.u64()?,
            n_infeasible: cells.u64()?,
            n_repeated: cells.u64()?,
            n_tests: cells.u64()?,
            n_unanswered: cells.u64()?,
            n_violated: cells.u64()?,
            n_failed: cells.u64()?,
            failing: cells.optional_text()?,
        })
    }
}
