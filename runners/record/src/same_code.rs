//! `same_code.parquet`: mutants whose optimised code is that of the original or of another mutant.

use killrate_model::{MutantId, SubjectName};

use crate::table::{CellError, Cells, Column, Get, Row};
use crate::{VariantId, columns};

/// What the compiler made of a mutant whose code was compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameCodeRow {
    /// The program it is a mutant of.
    pub subject: SubjectName,
    /// The mutant.
    pub mutant: MutantId,
    /// The variant with the same optimised code: the original, or else the first such mutant.
    pub same_as: Option<VariantId>,
}

impl Row for SameCodeRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::MUTANT, Get::Text(|row| &row.mutant.0)),
        Column::new(
            columns::SAME_AS,
            Get::OptionalText(|row| row.same_as.as_ref().map(VariantId::as_str)),
        ),
    ];

    fn key(&self) -> impl Ord {
        (&self.subject, &self.mutant)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            mutant: MutantId(cells.text()?),
            same_as: cells.optional_text()?.map(VariantId::from),
        })
    }
}
