//! `mutants.parquet`: every mutant that was made.

use killrate_model::{
    Mutant, MutantClass, MutantId, MutantStatus, OperatorName, SiteKind, SubjectName,
};

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};

/// A mutant, whether or not it could be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutantRow {
    /// The program it is a mutant of.
    pub subject: SubjectName,
    /// Its stable identity.
    pub mutant: MutantId,
    /// Its number in the woven program, from 1.
    pub number: u32,
    /// What kind of slip it stands for.
    pub class: MutantClass,
    /// The rule that made it.
    pub operator: OperatorName,
    /// Whether the papers' description of the class makes this change.
    pub is_thesis: bool,
    /// The source file, relative to the package.
    pub file: String,
    /// The function that holds the change.
    pub function: String,
    /// The line of the changed expression, from 1.
    pub line: u32,
    /// The column of the changed expression in characters, from 1.
    pub column: u32,
    /// The expression as written.
    pub before: String,
    /// The expression as changed.
    pub after: String,
    /// Whether it is in the woven program.
    pub status: MutantStatus,
    /// What the changed integer is for, of a mutant that is one off; `None` in other classes, and before
    /// format 5.
    pub site_kind: Option<SiteKind>,
}

impl MutantRow {
    /// The row of a subject's mutant.
    pub fn new(subject: SubjectName, mutant: &Mutant) -> Self {
        let mutant = mutant.clone();
        Self {
            subject,
            mutant: mutant.id,
            number: mutant.number,
            class: mutant.class,
            operator: mutant.operator,
            is_thesis: mutant.is_thesis,
            file: mutant.file,
            function: mutant.function,
            line: mutant.line,
            column: mutant.column,
            before: mutant.before,
            after: mutant.after,
            status: mutant.status,
            site_kind: mutant.site_kind,
        }
    }

    fn status_name(&self) -> &str {
        match self.status {
            MutantStatus::Woven => columns::WOVEN,
            MutantStatus::Withdrawn { .. } => columns::WITHDRAWN,
        }
    }

    fn site_kind_name(&self) -> Option<&str> {
        self.site_kind.map(SiteKind::name)
    }

    fn reason(&self) -> Option<&str> {
        match &self.status {
            MutantStatus::Woven => None,
            MutantStatus::Withdrawn { reason } => Some(reason),
        }
    }
}

impl Row for MutantRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::MUTANT, Get::Text(|row| &row.mutant.0)),
        Column::new(columns::NUMBER, Get::U32(|row| row.number)),
        Column::new(columns::CLASS, Get::Text(|row| row.class.name())),
        Column::new(columns::OPERATOR, Get::Text(|row| &row.operator.0)),
        Column::new(columns::IS_THESIS, Get::Bool(|row| row.is_thesis)),
        Column::new(columns::FILE, Get::Text(|row| &row.file)),
        Column::new(columns::FUNCTION, Get::Text(|row| &row.function)),
        Column::new(columns::LINE, Get::U32(|row| row.line)),
        Column::new(columns::COLUMN, Get::U32(|row| row.column)),
        Column::new(columns::BEFORE, Get::Text(|row| &row.before)),
        Column::new(columns::AFTER, Get::Text(|row| &row.after)),
        Column::new(columns::STATUS, Get::Text(|row| row.status_name())),
        Column::new(columns::REASON, Get::OptionalText(|row| row.reason())),
        Column::added(
            columns::SITE_KIND,
            Get::OptionalText(|row| row.site_kind_name()),
        ),
    ];

    fn key(&self) -> impl Ord {
        // The order of the source, which the numbers follow, reads better than that of the ids.
        (&self.subject, self.number, &self.mutant)
    }

    fn from_cells(cells: &mut Cells) -> Result<Self, CellError> {
        Ok(Self {
            subject: cells.name()?,
            mutant: MutantId(cells.text()?),
            number: cells.u32()?,
            class: cells.one_of(&MutantClass::RECORDED, |class| class.name())?,
            operator: OperatorName(cells.text()?),
            is_thesis: cells.bool()?,
            file: cells.text()?,
            function: cells.text()?,
            line: cells.u32()?,
            column: cells.u32()?,
            before: cells.text()?,
            after: cells.text()?,
            status: match cells.one_of(&[columns::WOVEN, columns::WITHDRAWN], |name| name)? {
                columns::WOVEN => {
                    // Every cell must be taken, or the next one would be read for the wrong column.
                    cells.optional_text()?;
                    MutantStatus::Woven
                }
                _ => MutantStatus::Withdrawn {
                    reason: cells.optional_text()?.unwrap_or_default(),
                },
            },
            site_kind: cells.optional_one_of(&SiteKind::ALL, SiteKind::name)?,
        })
    }
}
