//! The tables of a report: one question per file.

mod across;
mod agreement;
mod checked_functions;
mod classes;
mod comparisons;
mod contributions;
mod costs;
mod curve;
mod data_sets;
mod discarded;
mod dominators;
mod effects;
mod equivalents;
mod false_alarms;
mod flips;
mod fuel;
mod function_funnel;
mod function_kills;
mod function_properties;
mod functions;
mod funnel;
mod hangs;
mod headline;
mod imitation;
mod level_overlap;
mod levels;
mod lines;
mod matrix;
mod operators;
mod overhead;
mod overlap;
mod per_mutant;
mod per_technique;
mod placebo;
mod plausibility;
mod properties;
mod property_texts;
mod quality;
mod rounds;
mod seeds;
mod skipped;
mod state;
mod survivors;
mod survivors_by_cause;
mod techniques;
mod uncertainty;
mod unique;
mod unsound;

pub(crate) use rounds::SCORE;

pub use overlap::{Regions, regions_over};
pub use techniques::{Scores, scores};

use crate::findings::Findings;
use crate::{AnalysisError, Table};

/// A kind of table.
pub struct TableKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Whether a report has it without being asked.
    pub is_main: bool,
    /// Makes the tables of this kind, usually one per subject.
    pub build: fn(&Findings) -> Result<Vec<Table>, AnalysisError>,
}

/// Every kind that is of no paper, in the order of the report.
pub const TABLES: [&TableKind; 44] = [
    &funnel::FUNNEL,
    &discarded::DISCARDED,
    &plausibility::PLAUSIBILITY,
    &hangs::HANGS,
    &fuel::FUEL,
    &false_alarms::FALSE_ALARMS,
    &unsound::UNSOUND,
    &placebo::PLACEBO,
    &agreement::AGREEMENT,
    &lines::LINES,
    &skipped::SKIPPED,
    &property_texts::PROPERTY_TEXTS,
    &properties::PROPERTIES,
    &unique::UNIQUE,
    &contributions::CONTRIBUTIONS,
    &curve::CURVE,
    &rounds::ROUNDS,
    &effects::EFFECTS,
    &seeds::SEEDS,
    &data_sets::DATA_SETS,
    &operators::OPERATORS,
    &functions::FUNCTIONS,
    &survivors::SURVIVORS,
    &survivors_by_cause::SURVIVORS_BY_CAUSE,
    &quality::QUALITY,
    &costs::COSTS,
    &classes::CLASSES,
    &overlap::OVERLAP,
    &techniques::TECHNIQUES,
    &headline::HEADLINE,
    &state::STATE,
    &function_properties::FUNCTION_PROPERTIES,
    &levels::LEVELS,
    &level_overlap::LEVEL_OVERLAP,
    &checked_functions::CHECKED_FUNCTIONS,
    &function_kills::FUNCTION_KILLS,
    &function_funnel::FUNCTION_FUNNEL,
    &overhead::OVERHEAD,
    &comparisons::COMPARISONS,
    &uncertainty::UNCERTAINTY,
    &imitation::IMITATION,
    &equivalents::EQUIVALENTS,
    &dominators::DOMINATORS,
    &flips::FLIPS,
];

impl std::fmt::Debug for TableKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableKind({})", self.name)
    }
}
