//! `verdicts.parquet`: what every technique said of every variant.

use killrate_model::{
    Cause, DataSetName, Evidence, PropertyName, Reason, SubjectName, TechniqueName, Verdict,
};

use parquet::record::Field;

use crate::columns;
use crate::table::{CellError, Cells, Column, Get, Row};
use crate::{Basis, VariantId};

/// One judgement of one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictRow {
    /// The program under study.
    pub subject: SubjectName,
    /// Who was judged.
    pub variant: VariantId,
    /// Who judged.
    pub technique: TechniqueName,
    /// By which property.
    pub property: PropertyName,
    /// On which data set.
    pub data_set: DataSetName,
    /// The seed of the random choices made while planning; `None` where there were none.
    pub seed: Option<u64>,
    /// What was concluded.
    pub verdict: Verdict,
    /// Whether the variant was executed for it.
    pub basis: Basis,
}

impl VerdictRow {
    fn cause(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Satisfied => None,
            Verdict::SatisfiedByTolerance => Some(Verdict::BY_TOLERANCE),
            Verdict::Violated(evidence) => Some(evidence.cause.name()),
            Verdict::Inconclusive(reason) => Some(reason.name()),
        }
    }

    fn detail(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Satisfied | Verdict::SatisfiedByTolerance => None,
            Verdict::Violated(evidence) => Some(&evidence.detail),
            Verdict::Inconclusive(reason) => Some(reason.detail()),
        }
    }
}

impl Row for VerdictRow {
    const COLUMNS: &'static [Column<Self>] = &[
        Column::key(columns::SUBJECT, Get::Text(|row| row.subject.as_str())),
        Column::key(columns::VARIANT, Get::Text(|row| row.variant.as_str())),
        Column::key(columns::TECHNIQUE, Get::Text(|row| row.technique.as_str())),
        Column::key(columns::PROPERTY, Get::Text(|row| row.property.as_str())),
        Column::key(columns::DATA_SET, Get::Text(|row| row.data_set.as_str())),
        Column::key(columns::SEED, Get::OptionalU64(|row| row.seed)),
        Column::new(columns::VERDICT, Get::Text(|row| row.verdict.name())),
        Column::new(columns::CAUSE, Get::OptionalText(|row| row.cause())),
        Column::new(columns::DETAIL, Get::OptionalText(|row| row.detail())),
        Column::new(columns::BASIS, Get::Text(|row| row.basis.name())),
    ];

    fn key(&self) -> impl Ord {
        (
            &self.subject,
            &self.variant,
            &self.technique,
            &self.property,
            &self.data_set,
            self.seed,
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
            verdict: verdict_from_cells(cells)?,
            basis: cells.one_of(&Basis::ALL, |basis| basis.name())?,
        })
    }
}

/// Checks that a row may say this; the error tells what it may not.
pub(crate) fn check_ruling(
    verdict: Option<&str>,
    cause: Option<&str>,
    basis: Option<&str>,
) -> Result<(), CellError> {
    let field = |text: Option<&str>| text.map_or(Field::Null, |text| Field::Str(text.to_owned()));
    let mut cells = Cells::of(vec![
        field(verdict),
        field(cause),
        Field::Null,
        field(basis),
    ]);
    verdict_from_cells(&mut cells)?;
    cells.one_of(&Basis::ALL, |basis| basis.name())?;
    Ok(())
}

const CAUSES: [Cause; 8] = [
    Cause::Crashed,
    Cause::OutOfFuel,
    Cause::LimitExceeded,
    Cause::BlankOutput,
    Cause::OutputDiffers,
    Cause::RelationBroken,
    Cause::InvariantBroken,
    Cause::TestFailed,
];

fn verdict_from_cells(cells: &mut Cells) -> Result<Verdict, CellError> {
    const NAMES: [&str; 3] = [columns::SATISFIED, columns::VIOLATED, columns::INCONCLUSIVE];
    match cells.one_of(&NAMES, |name| name)? {
        columns::SATISFIED => {
            let verdict = match cells.optional_text()?.as_deref() {
                None => Verdict::Satisfied,
                Some(Verdict::BY_TOLERANCE) => Verdict::SatisfiedByTolerance,
                Some(cause) => return Err(CellError::Value(format!("satisfied ({cause})"))),
            };
            // The detail has a cell even where it is empty, and that of the basis comes after it.
            cells.optional_text()?;
            Ok(verdict)
        }
        columns::VIOLATED => Ok(Verdict::Violated(Evidence {
            cause: cells.one_of(&CAUSES, |cause| cause.name())?,
            detail: cells.optional_text()?.unwrap_or_default(),
        })),
        _ => {
            // A reason holds its detail, so what is looked up is the name of each with an empty
            // one.
            let reasons: [fn(String) -> Reason; 3] = [
                |detail| Reason::AbnormalEnd { detail },
                |detail| Reason::UnusableOutput { detail },
                |detail| Reason::NotTested { detail },
            ];
            let reason = cells.one_of(&reasons, |reason| reason(String::new()).name())?;
            let detail = cells.optional_text()?.unwrap_or_default();
            Ok(Verdict::Inconclusive(reason(detail)))
        }
    }
}
